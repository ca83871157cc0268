"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";

import { useShortcuts } from "@/components/ui/shortcuts";
import { useLineFocus } from "@/components/ui/use-line-focus";
import { usePreference } from "@/components/ui/use-preference";
import { callName } from "@/lib/format/call-name";
import { amountsDecimals } from "@/lib/format/money";
import type { RolledCost } from "@/lib/trace/cost";
import { criticalPath, type CriticalPath } from "@/lib/trace/critical-path";
import { timelineExtent } from "@/lib/trace/timeline";
import { ancestorIds, countLevels, flattenVisible } from "@/lib/trace/visible-rows";

import { toggled, without } from "./collapsed";
import type { TraceModel } from "./trace-model";
import { TreeColumns, treeColumnsClass } from "./tree-columns";
import { treeStep } from "./tree-indent";
import { TreeRow } from "./tree-row";
import { TreeSearch } from "./tree-search";
import { TreeToolbar } from "./tree-toolbar";
import { useAnchor } from "./use-anchor";
import { useTreeFilters } from "./use-tree-filters";
import { useTreeKeys } from "./use-tree-keys";

const rowPx = 28;
const headPx = 24;
/** Number of calls from which a trace can be searched. */
const SEARCHED_CALLS = 10;
/** While a key is held down, only the last selected line is opened. */
const settleMs = 120;
const noPath: CriticalPath = new Map();

interface TraceTreeProps {
  trace: TraceModel;
  /** What each call with all below it cost; undefined while that is read. */
  costs: ReadonlyMap<string, RolledCost> | undefined;
  selectedId: string;
  /** Milliseconds since 1970. */
  now: number;
  hrefOf: (id: string) => string;
  /** `passing`: the reader moves through the tree by keyboard. */
  onSelect: (id: string, passing: boolean) => void;
}

const parsePath = (stored: string) => (stored === "on" || stored === "off" ? stored : undefined);

/** The calls of a trace as an ARIA treegrid on one time axis; only the visible lines are in the document. */
export function TraceTree({ trace, costs, selectedId, now, hrefOf, onSelect }: TraceTreeProps) {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [currentId, setCurrentId] = useState(selectedId);
  const [pathShown, setPathShown] = usePreference<"on" | "off">("critical-path", "on", parsePath);
  const scroller = useRef<HTMLDivElement>(null);
  const focusLine = useLineFocus(scroller);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  const path = useMemo(() => criticalPath(trace.tree, now), [trace, now]);
  const filters = useTreeFilters(trace, path);
  const lines = useMemo(() => flattenVisible(trace.tree, collapsed, filters.kept), [trace, collapsed, filters.kept]);
  const extent = useMemo(() => timelineExtent(trace.rows, now), [trace, now]);
  const costDecimals = useMemo(() => amountsDecimals([...(costs ?? [])].map(([, { amounts }]) => amounts)), [costs]);
  const step = useMemo(() => treeStep(countLevels(trace.tree)), [trace]);
  const places = useMemo(() => new Map(lines.map(({ node }, index) => [node.id, index])), [lines]);
  const indexOf = (id: string) => places.get(id) ?? -1;
  const current = Math.max(0, indexOf(currentId) === -1 ? indexOf(selectedId) : indexOf(currentId));

  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => lines[index]?.node.id ?? index,
    overscan: 16,
    scrollMargin: headPx,
    scrollPaddingStart: headPx,
  });
  const noteAnchor = useAnchor(scroller, lines, rowPx);

  // Selected elsewhere (a link, the browser's back): its ancestors expand, and it scrolls into view.
  const selected = trace.tree.byId.get(selectedId);
  const isLoaded = selected !== undefined;
  useEffect(() => {
    if (!selected) return;
    setCurrentId(selectedId);
    const hidden = ancestorIds(selected);
    setCollapsed((before) => (hidden.some((id) => before.has(id)) ? without(before, hidden) : before));
    // oxlint-disable-next-line react/exhaustive-deps -- the tree is new whenever it is read
  }, [selectedId, isLoaded]);
  const selectedIndex = indexOf(selectedId);
  const isInTree = selectedIndex !== -1;
  useEffect(() => {
    if (!isInTree) return;
    const shown = virtualizer.range;
    const isInSight = shown && shown.startIndex <= selectedIndex && selectedIndex <= shown.endIndex;
    virtualizer.scrollToIndex(selectedIndex, { align: isInSight ? "auto" : "center" });
    // oxlint-disable-next-line react/exhaustive-deps -- new calls above it must not scroll the reader
  }, [selectedId, isInTree]);

  const goTo = (index: number) => {
    const line = lines[index];
    if (!line) return;
    focusLine(index);
    setCurrentId(line.node.id);
    virtualizer.scrollToIndex(index, { align: "auto" });
    clearTimeout(settling.current);
    if (line.node.row) settling.current = setTimeout(() => onSelect(line.node.id, true), settleMs);
  };
  useEffect(() => () => clearTimeout(settling.current), []);

  const idOf = (index: number) => lines[index]?.node.id ?? "";
  const nameOf = (index: number) => {
    const row = lines[index]?.node.row;
    return row ? callName(row) : "";
  };
  const onKeyDown = useTreeKeys({
    lines,
    current,
    pageLines: () => Math.floor((scroller.current?.clientHeight ?? 0) / rowPx) - 1,
    nameOf,
    onGoTo: goTo,
    onExpand: (indices) => setCollapsed(without(collapsed, indices.map(idOf))),
    onCollapse: (index) => setCollapsed(new Set(collapsed).add(idOf(index))),
  });
  useShortcuts("Calls of the trace", [
    { keys: "j", description: "Next call", run: () => goTo(Math.min(current + 1, lines.length - 1)) },
    { keys: "k", description: "Previous call", run: () => goTo(Math.max(current - 1, 0)) },
    { keys: "p", description: "Critical path", run: () => setPathShown(pathShown === "on" ? "off" : "on") },
  ]);

  const toggle = useCallback((id: string) => setCollapsed((before) => toggled(before, id)), []);
  const open = useCallback((id: string) => onSelect(id, false), [onSelect]);
  const shownPath = pathShown === "on" ? path : noPath;
  return (
    <section aria-label="Calls of the trace" className="@container flex h-full min-h-0 flex-col">
      <TreeToolbar
        trace={trace}
        extent={extent}
        filters={filters}
        showsPath={pathShown === "on"}
        onShowPath={(shows) => setPathShown(shows ? "on" : "off")}
        onExpandAll={collapsed.size > 0 ? () => setCollapsed(new Set()) : undefined}
        onCollapseAll={() => setCollapsed(new Set(parentIds(trace)))}
        search={
          trace.rows.length >= SEARCHED_CALLS && <TreeSearch trace={trace} selectedId={selectedId} onSelect={open} />
        }
      />
      <div ref={scroller} onScroll={noteAnchor} className="min-h-0 flex-1 overflow-auto overscroll-contain">
        <div
          role="treegrid"
          aria-label="Calls of the trace"
          aria-rowcount={lines.length + 1}
          tabIndex={-1}
          onKeyDown={onKeyDown}
          style={step}
          className={treeColumnsClass}
        >
          <TreeColumns extent={extent} />
          <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ index, start }) => {
              const line = lines[index];
              if (!line) return undefined;
              const { id } = line.node;
              return (
                <TreeRow
                  key={id}
                  row={line}
                  index={index}
                  top={start - headPx}
                  href={hrefOf(id)}
                  status={trace.statuses.get(id)}
                  usage={trace.usage.get(id)}
                  cost={costs?.get(id)}
                  costDecimals={costDecimals}
                  sections={shownPath.get(id)}
                  extent={extent}
                  now={now}
                  isSelected={id === selectedId}
                  isCurrent={index === current}
                  onFocus={setCurrentId}
                  onOpen={open}
                  onToggle={toggle}
                />
              );
            })}
          </div>
          {filters.matches?.length === 0 && (
            <p className="px-4 py-3 text-meta text-muted">No calls of this trace match the filter.</p>
          )}
        </div>
      </div>
    </section>
  );
}

function parentIds({ tree }: TraceModel): string[] {
  return [...tree.byId.values()].filter(({ children }) => children.length > 0).map(({ id }) => id);
}
