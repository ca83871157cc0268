"use client";

import { useMemo, useState } from "react";

import { Button } from "@/components/ui/button";
import { useShortcuts } from "@/components/ui/shortcuts";
import { callName } from "@/lib/format/call-name";
import { moneyDecimals } from "@/lib/format/money";
import { counted, formatCount } from "@/lib/format/number";
import type { AlignedNode } from "@/lib/trace/align";
import { withAncestors } from "@/lib/trace/visible-rows";

import type { TraceState } from "../page/use-trace";
import { NameHeader, NumberHeader, TreeGrid } from "../tree/tree-grid";
import { useCallTree } from "../tree/use-call-tree";
import { compareColumnsClass, CompareRow, costOf, wideCellClass } from "./compare-row";
import { costChanges } from "./difference-words";
import type { Comparison } from "./use-comparison";

const nameOf = ({ a, b }: AlignedNode) => {
  const row = a?.row ?? b?.row;
  return row ? callName(row) : "";
};

interface CompareTreeProps {
  comparison: Comparison;
  a: TraceState;
  b: TraceState;
  selectedId: string | undefined;
  now: number;
  onSelect: (id: string) => void;
}

/** Two traces as one tree, with both sides in every row. */
export function CompareTree({ comparison, a, b, selectedId, now, onSelect }: CompareTreeProps) {
  const { roots, byId, differences, first } = comparison;
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const different = useMemo(() => [...differences.keys()], [differences]);
  const kept = useMemo(
    () => (onlyDifferent ? withAncestors(different.flatMap((id) => byId.get(id) ?? [])) : undefined),
    [onlyDifferent, different, byId],
  );
  const tree = useCallTree({ roots, byId, kept, selectedId, nameOf, onPass: ({ id }) => onSelect(id) });
  const costDecimals = useMemo(
    () =>
      moneyDecimals([...byId.values()].flatMap((node) => costChanges(costOf(a, node.a?.id), costOf(b, node.b?.id)))),
    [byId, a, b],
  );
  const step = (by: 1 | -1) => {
    const at = different.indexOf(tree.lines[tree.current]?.node.id ?? "");
    const next = different.at(at === -1 ? (by === 1 ? 0 : -1) : (at + by) % different.length);
    const node = next === undefined ? undefined : byId.get(next);
    if (!node) return;
    tree.reveal(node);
    onSelect(node.id);
  };
  useShortcuts("Comparison", [
    { keys: "n", description: "Next difference", run: () => step(1) },
    { keys: "shift+n", description: "Previous difference", run: () => step(-1) },
    { keys: "d", description: "Differences only", run: () => setOnlyDifferent(!onlyDifferent) },
  ]);

  return (
    <section aria-label="Calls of the two traces" className="@container flex h-full min-h-0 flex-col">
      <header className="flex h-9 shrink-0 items-center gap-1 border-b border-line pr-3 pl-4 text-meta text-muted">
        <span role="status" className="mr-auto truncate">
          {different.length === 0
            ? `${counted(byId.size, "call")}, no differences`
            : `${formatCount(different.length)} of ${counted(byId.size, "call")} ${different.length === 1 ? "differs" : "differ"}`}
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
            Go to first difference
          </Button>
        )}
      </header>
      <TreeGrid
        tree={tree}
        label="Calls of the two traces"
        columnsClass={compareColumnsClass}
        head={
          <>
            <NameHeader />
            <span role="columnheader">Status</span>
            <NumberHeader className={wideCellClass}>A</NumberHeader>
            <NumberHeader className={wideCellClass}>B</NumberHeader>
            <NumberHeader>Δ latency</NumberHeader>
            <NumberHeader className={wideCellClass}>Δ tokens</NumberHeader>
            <NumberHeader className={wideCellClass}>Δ cost</NumberHeader>
          </>
        }
        line={(row, place) => {
          const { id } = row.node;
          return (
            <CompareRow
              key={id}
              {...place}
              row={row}
              differences={differences.get(id) ?? []}
              a={a}
              b={b}
              now={now}
              costDecimals={costDecimals}
              isFirst={id === first?.id}
              onSelect={onSelect}
            />
          );
        }}
      />
    </section>
  );
}
