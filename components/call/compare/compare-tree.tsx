"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef, useState } from "react";

import { Button } from "@/components/ui/button";
import { useShortcuts } from "@/components/ui/shortcuts";
import { useLineFocus } from "@/components/ui/use-line-focus";
import { callName } from "@/lib/format/call-name";
import { moneyDecimals } from "@/lib/format/money";
import { formatCount } from "@/lib/format/number";
import { ancestorIds, countLevels, flattenVisible, withAncestors } from "@/lib/trace/visible-rows";

import type { TraceState } from "../page/use-trace";
import { toggled, without } from "../tree/collapsed";
import { treeStep } from "../tree/tree-indent";
import { useTreeKeys } from "../tree/use-tree-keys";
import { compareColumnsClass, compareLineClass, CompareRow, costOf, wideCellClass } from "./compare-row";
import { costChanges } from "./difference-words";
import type { Comparison } from "./use-comparison";

const rowPx = 28;
const headPx = 24;

interface CompareTreeProps {
  comparison: Comparison;
  a: TraceState;
  b: TraceState;
  selectedId: string | undefined;
  now: number;
  onSelect: (id: string) => void;
}

/** Two traces as one ARIA treegrid; only the visible lines are in the document. */
export function CompareTree({ comparison, a, b, selectedId, now, onSelect }: CompareTreeProps) {
  const { roots, byId, differences, first } = comparison;
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const [currentId, setCurrentId] = useState<string>();
  const scroller = useRef<HTMLDivElement>(null);
  const focusLine = useLineFocus(scroller);
  const kept = useMemo(
    () => (onlyDifferent ? withAncestors([...differences.keys()].flatMap((id) => byId.get(id) ?? [])) : undefined),
    [onlyDifferent, differences, byId],
  );
  const lines = useMemo(() => flattenVisible({ roots }, collapsed, kept), [roots, collapsed, kept]);
  const indent = useMemo(() => treeStep(countLevels({ roots })), [roots]);
  const places = useMemo(() => new Map(lines.map(({ node }, index) => [node.id, index])), [lines]);
  const placeOf = (id: string | undefined) => (id === undefined ? undefined : places.get(id));
  const current = placeOf(currentId) ?? placeOf(selectedId) ?? 0;

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

  // Selected elsewhere: its ancestors expand, and it scrolls into view.
  const selected = selectedId === undefined ? undefined : byId.get(selectedId);
  useEffect(() => {
    if (!selected) return;
    const hidden = ancestorIds(selected);
    setCollapsed((before) => (hidden.some((id) => before.has(id)) ? without(before, hidden) : before));
    setCurrentId(selected.id);
  }, [selected]);
  const selectedPlace = placeOf(selectedId);
  useEffect(() => {
    if (selectedPlace !== undefined) virtualizer.scrollToIndex(selectedPlace, { align: "auto" });
    // oxlint-disable-next-line react/exhaustive-deps -- only another choice scrolls
  }, [selectedId]);

  const costDecimals = useMemo(
    () =>
      moneyDecimals([...byId.values()].flatMap((node) => costChanges(costOf(a, node.a?.id), costOf(b, node.b?.id)))),
    [byId, a, b],
  );
  const goTo = (index: number) => {
    const line = lines[index];
    if (!line) return;
    focusLine(index);
    setCurrentId(line.node.id);
    virtualizer.scrollToIndex(index, { align: "auto" });
    onSelect(line.node.id);
  };

  const different = useMemo(() => [...differences.keys()], [differences]);
  const step = (by: 1 | -1) => {
    const at = different.indexOf(lines[current]?.node.id ?? "");
    const next = different.at(at === -1 ? (by === 1 ? 0 : -1) : (at + by) % different.length);
    const node = next === undefined ? undefined : byId.get(next);
    if (!node) return;
    setCollapsed(without(collapsed, ancestorIds(node)));
    onSelect(node.id);
  };
  const idOf = (index: number) => lines[index]?.node.id ?? "";
  const nameOf = (index: number) => {
    const row = lines[index]?.node.a?.row ?? lines[index]?.node.b?.row;
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
  useShortcuts("Comparison", [
    { keys: "n", description: "Next difference", run: () => step(1) },
    { keys: "shift+n", description: "Previous difference", run: () => step(-1) },
    { keys: "d", description: "Differences only", run: () => setOnlyDifferent(!onlyDifferent) },
  ]);

  const toggle = (id: string) => setCollapsed(toggled(collapsed, id));
  return (
    <section aria-label="Calls of both traces" className="@container flex h-full min-h-0 flex-col">
      <header className="flex h-9 shrink-0 items-center gap-1 border-b border-line pr-3 pl-4 text-meta text-muted">
        <span role="status" className="mr-auto truncate">
          {different.length === 0
            ? `${formatCount(byId.size)} calls, no differences`
            : `${formatCount(different.length)} of ${formatCount(byId.size)} differ`}
        </span>
        <Button
          variant="ghost"
          size="small"
          aria-pressed={onlyDifferent}
          className="aria-pressed:bg-selected aria-pressed:text-ink"
          onClick={() => setOnlyDifferent(!onlyDifferent)}
          disabled={different.length === 0 && !onlyDifferent}
        >
          Differences only
        </Button>
        {first && (
          <Button variant="ghost" size="small" onClick={() => onSelect(first.id)}>
            First divergence
          </Button>
        )}
      </header>
      <div ref={scroller} className="min-h-0 flex-1 overflow-auto overscroll-contain">
        <div
          role="treegrid"
          aria-label="Calls of both traces"
          aria-rowcount={lines.length + 1}
          tabIndex={-1}
          onKeyDown={onKeyDown}
          style={indent}
          className={compareColumnsClass}
        >
          <div
            role="row"
            className={`${compareLineClass} sticky top-0 z-2 h-6 border-b border-line bg-page text-label text-muted`}
          >
            <span role="columnheader" className="pl-5">
              Call
            </span>
            <span role="columnheader">Status</span>
            <span role="columnheader" className={`text-right ${wideCellClass}`}>
              A
            </span>
            <span role="columnheader" className={`text-right ${wideCellClass}`}>
              B
            </span>
            <span role="columnheader" className="text-right">
              Latency ±
            </span>
            <span role="columnheader" className={`text-right ${wideCellClass}`}>
              Tokens ±
            </span>
            <span role="columnheader" className={`text-right ${wideCellClass}`}>
              Cost ±
            </span>
          </div>
          <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ index, start }) => {
              const line = lines[index];
              if (!line) return undefined;
              const { id } = line.node;
              return (
                <CompareRow
                  key={id}
                  row={line}
                  index={index}
                  top={start - headPx}
                  differences={differences.get(id) ?? []}
                  a={a}
                  b={b}
                  now={now}
                  costDecimals={costDecimals}
                  isFirst={id === first?.id}
                  isSelected={id === selectedId}
                  isCurrent={index === current}
                  onFocus={setCurrentId}
                  onSelect={onSelect}
                  onToggle={toggle}
                />
              );
            })}
          </div>
        </div>
      </div>
    </section>
  );
}
