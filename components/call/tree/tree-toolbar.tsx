"use client";

import { ChevronsDownUp, ChevronsUpDown, Spline } from "lucide-react";
import type { ReactNode } from "react";

import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { formatDuration } from "@/lib/format/duration";
import { counted, formatCount } from "@/lib/format/number";
import type { TimelineExtent } from "@/lib/trace/timeline";

import { ViewHeader } from "../view/view-header";
import type { TraceModel } from "./trace-model";
import { TreeFilter } from "./tree-filter";
import type { TreeFilters } from "./use-tree-filters";

const microsecondsPerMs = 1000;

interface TreeToolbarProps {
  trace: TraceModel;
  extent: TimelineExtent;
  filters: TreeFilters;
  /** Whether the critical path is drawn. */
  showsPath: boolean;
  onShowPath: (shows: boolean) => void;
  onExpandAll: (() => void) | undefined;
  onCollapseAll: () => void;
  /** The text search of the tree, if it has one. */
  search: ReactNode;
}

/** Counts of all and of shown calls, and the actions of the tree. */
export function TreeToolbar(props: TreeToolbarProps) {
  const { trace, extent, filters, showsPath, onShowPath, onExpandAll, onCollapseAll, search } = props;
  const all = trace.rows.length;
  const { missing } = trace.tree;
  return (
    <ViewHeader
      status={
        <>
          {filters.matches && `${formatCount(filters.matches.length)} of `}
          {counted(all, "call")}
          {missing > 0 && ` · ${formatCount(missing)} not received`}
          {!filters.matches && ` · ${formatDuration(extent.duration / microsecondsPerMs)}`}
        </>
      }
    >
      {filters.matches && (
        <Button variant="ghost" size="small" onClick={() => filters.change([])}>
          Show all
        </Button>
      )}
      {search}
      <TreeFilter filters={filters.filters} counts={filters.counts} onChange={filters.change} />
      <IconButton
        icon={Spline}
        label="Critical path"
        size="small"
        aria-pressed={showsPath}
        onClick={() => onShowPath(!showsPath)}
      />
      <IconButton
        icon={ChevronsUpDown}
        label="Expand all"
        size="small"
        onClick={onExpandAll}
        unavailable={onExpandAll ? undefined : "nothing is collapsed"}
      />
      <IconButton icon={ChevronsDownUp} label="Collapse all" size="small" onClick={onCollapseAll} />
    </ViewHeader>
  );
}
