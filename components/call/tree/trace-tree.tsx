"use client";

import { useCallback, useMemo } from "react";

import { useShortcuts } from "@/components/ui/shortcuts";
import { usePreference } from "@/components/ui/use-preference";
import { callName } from "@/lib/format/call-name";
import { amountsDecimals } from "@/lib/format/money";
import type { RolledCost } from "@/lib/trace/cost";
import { criticalPath, type CriticalPath } from "@/lib/trace/critical-path";
import type { SpanNode } from "@/lib/trace/span-tree";
import { timelineExtent } from "@/lib/trace/timeline";

import { TraceSearchBox } from "../view/trace-search";
import { useStepKeys } from "../view/use-step-keys";
import { type TraceSearch, useTraceSearch } from "../view/use-trace-search";
import type { TraceModel } from "./trace-model";
import { TreeColumns, treeColumnsClass } from "./tree-columns";
import { TreeGrid } from "./tree-grid";
import { TreeRow } from "./tree-row";
import { TreeToolbar } from "./tree-toolbar";
import { useCallTree } from "./use-call-tree";
import { useTreeFilters } from "./use-tree-filters";

/** Number of calls from which a trace can be searched. */
const SEARCHED_CALLS = 10;
const noPath: CriticalPath = new Map();

interface TraceTreeProps {
  trace: TraceModel;
  search: TraceSearch;
  /** The cost of each call including all below it; undefined while loading. */
  costs: ReadonlyMap<string, RolledCost> | undefined;
  selectedId: string;
  /** Milliseconds since 1970. */
  now: number;
  hrefOf: (id: string) => string;
  /** `passing`: the user is moving through the tree by keyboard. */
  onSelect: (id: string, passing: boolean) => void;
  /** Called instead on Enter, where selecting a call does not open its page. */
  onEnter?: (id: string) => void;
}

const nameOf = ({ row }: SpanNode) => (row ? callName(row) : "");
const parsePath = (stored: string) => (stored === "on" || stored === "off" ? stored : undefined);

/** The calls of a trace as a tree on one time axis, with a search of its own. */
export function SearchedTree({ projectId, ...props }: Omit<TraceTreeProps, "search"> & { projectId: string }) {
  return <TraceTree {...props} search={useTraceSearch(projectId, props.trace)} />;
}

/** The calls of a trace as a tree on one time axis. */
export function TraceTree({ trace, search, costs, selectedId, now, hrefOf, onSelect, onEnter }: TraceTreeProps) {
  const [pathShown, setPathShown] = usePreference<"on" | "off">("critical-path", "on", parsePath);
  const path = useMemo(() => criticalPath(trace.tree, now), [trace, now]);
  const filters = useTreeFilters(trace, path);
  const extent = useMemo(() => timelineExtent(trace.rows, now), [trace, now]);
  const costDecimals = useMemo(() => amountsDecimals([...(costs ?? [])].map(([, { amounts }]) => amounts)), [costs]);
  const { roots, byId } = trace.tree;
  const tree = useCallTree({
    roots,
    byId,
    kept: filters.kept,
    selectedId,
    nameOf,
    onPass: ({ id, row }) => row && onSelect(id, true),
  });
  const { current, lines } = tree;
  const keys = useStepKeys();
  useShortcuts("Calls in this trace", [
    { keys: keys.next, description: "Next call", run: () => tree.goTo(Math.min(current + 1, lines.length - 1)) },
    { keys: keys.previous, description: "Previous call", run: () => tree.goTo(Math.max(current - 1, 0)) },
    { keys: "p", description: "Critical path", run: () => setPathShown(pathShown === "on" ? "off" : "on") },
  ]);

  const open = useCallback((id: string) => onSelect(id, false), [onSelect]);
  const shownPath = pathShown === "on" ? path : noPath;
  return (
    <section aria-label="Calls in this trace" className="@container flex h-full min-h-0 flex-col">
      <TreeToolbar
        trace={trace}
        extent={extent}
        filters={filters}
        showsPath={pathShown === "on"}
        onShowPath={(shows) => setPathShown(shows ? "on" : "off")}
        onExpandAll={tree.expandAll}
        onCollapseAll={tree.collapseAll}
        search={
          (trace.rows.length >= SEARCHED_CALLS || search.query !== "") && (
            <TraceSearchBox search={search} selectedId={selectedId} onStep={(id) => onSelect(id, true)} />
          )
        }
      />
      <TreeGrid
        tree={tree}
        label="Calls in this trace"
        columnsClass={treeColumnsClass}
        head={<TreeColumns extent={extent} />}
        line={(row, place) => {
          const { id } = row.node;
          return (
            <TreeRow
              key={id}
              {...place}
              row={row}
              href={hrefOf(id)}
              status={trace.statuses.get(id)}
              usage={trace.usage.get(id)}
              cost={costs?.get(id)}
              costDecimals={costDecimals}
              sections={shownPath.get(id)}
              extent={extent}
              now={now}
              onOpen={open}
              onEnter={onEnter}
            />
          );
        }}
      >
        {filters.matches?.length === 0 && (
          <p className="px-4 py-3 text-meta text-muted">No calls of this trace match the filter.</p>
        )}
      </TreeGrid>
    </section>
  );
}
