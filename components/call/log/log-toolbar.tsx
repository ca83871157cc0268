"use client";

import { ChevronsDownUp, ChevronsUpDown, Copy } from "lucide-react";
import type { ReactNode } from "react";

import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { counted, formatCount } from "@/lib/format/number";

import { ViewHeader } from "../view/view-header";

interface LogToolbarProps {
  /** Calls of the trace, and those of them that are in the log; undefined while it is loading. */
  all: number;
  shown: number | undefined;
  search: ReactNode;
  onExpandAll: () => void;
  onCollapseAll: () => void;
  /** Copy the log, or the selected call with the calls below it, as Markdown; undefined if there is nothing to copy. */
  onCopy: (() => void) | undefined;
  onCopySelected: (() => void) | undefined;
}

/** Searching, folding and copying a log. */
export function LogToolbar(props: LogToolbarProps) {
  const { all, shown, search, onExpandAll, onCollapseAll, onCopy, onCopySelected } = props;
  return (
    <ViewHeader
      status={`${shown === undefined || shown === all ? "" : `first ${formatCount(shown)} of `}${counted(all, "call")}`}
    >
      {search}
      <IconButton icon={ChevronsUpDown} label="Expand all" size="small" onClick={onExpandAll} />
      <IconButton icon={ChevronsDownUp} label="Collapse all" size="small" onClick={onCollapseAll} />
      <DropdownMenu trigger={<IconButton icon={Copy} label="Copy as Markdown" size="small" />}>
        <MenuItem disabled={!onCopy} onSelect={() => onCopy?.()}>
          Copy log as Markdown
        </MenuItem>
        <MenuItem disabled={!onCopySelected} onSelect={() => onCopySelected?.()}>
          Copy selected call and calls below it
        </MenuItem>
      </DropdownMenu>
    </ViewHeader>
  );
}
