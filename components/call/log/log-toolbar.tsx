"use client";

import { ChevronDown, ChevronsDownUp, ChevronsUpDown, ChevronUp, Copy } from "lucide-react";

import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { SearchInput } from "@/components/ui/search-input";
import { useShortcuts } from "@/components/ui/shortcuts";
import { counted, formatCount } from "@/lib/format/number";

import { ViewHeader } from "../view/view-header";
import type { LogSearch } from "./use-log-search";

const searchId = "search-log";

interface LogToolbarProps {
  /** Calls of the trace, and those of them that are in the log; undefined while it is loading. */
  all: number;
  shown: number | undefined;
  search: LogSearch;
  onExpandAll: () => void;
  onCollapseAll: () => void;
  /** Copy the log, or the selected call with the calls below it, as Markdown; undefined if there is nothing to copy. */
  onCopy: (() => void) | undefined;
  onCopySelected: (() => void) | undefined;
}

/** Searching, folding and copying the log. */
export function LogToolbar(props: LogToolbarProps) {
  const { all, shown, search, onExpandAll, onCollapseAll, onCopy, onCopySelected } = props;
  const { query, count, at, isSearching, error, step } = search;
  useShortcuts("Log", [
    { keys: "/", description: "Search the log", run: () => document.getElementById(searchId)?.focus() },
    { keys: "n", description: "Next match", run: () => step(1) },
    { keys: "shift+n", description: "Previous match", run: () => step(-1) },
  ]);
  const found = () => {
    if (count > 0) return at === 0 ? counted(count, "match", "matches") : `${formatCount(at)} of ${formatCount(count)}`;
    if (isSearching) return "Searching…";
    return error ? `Could not search all ${formatCount(all)} calls` : "No match";
  };
  return (
    <ViewHeader
      status={`${shown === undefined || shown === all ? "" : `first ${formatCount(shown)} of `}${counted(all, "call")}`}
    >
      {query !== "" && (
        <span role="status" aria-busy={isSearching} title={error?.message} className="px-1 whitespace-nowrap">
          {found()}
        </span>
      )}
      <SearchInput
        id={searchId}
        label="Search the log"
        placeholder="Search"
        value={query}
        onValueChange={search.setQuery}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          step(event.shiftKey ? -1 : 1);
        }}
        className="w-32 min-w-0"
      />
      {query !== "" && (
        <>
          <IconButton
            icon={ChevronUp}
            label="Previous match"
            shortcut="shift+n"
            size="small"
            onClick={() => step(-1)}
          />
          <IconButton icon={ChevronDown} label="Next match" shortcut="n" size="small" onClick={() => step(1)} />
        </>
      )}
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
