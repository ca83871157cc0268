"use client";

import { ChevronRight, Equal, Minus, Plus, EqualNot } from "lucide-react";
import type { ReactNode } from "react";

import { cn } from "@/components/ui/cn";
import { Quantity } from "@/components/ui/quantity";
import { StatusIcon } from "@/components/ui/status-icon";
import { callName } from "@/lib/format/call-name";
import { durationParts, formatDuration } from "@/lib/format/duration";
import { formatCount } from "@/lib/format/number";
import type { AlignedNode, Difference } from "@/lib/trace/align";
import type { RolledCost } from "@/lib/trace/cost";
import { latencyMs } from "@/lib/trace/timeline";
import { totalTokens } from "@/lib/trace/usage";
import type { VisibleRow } from "@/lib/trace/visible-rows";

import type { TraceState } from "../page/use-trace";
import { TreeDepth, treeIndent } from "../tree/tree-indent";
import { changedCosts, changeWords, differenceWords } from "./difference-words";

/** The columns of the comparison; the least needed give way first. */
export const compareColumnsClass =
  "[--compare-columns:minmax(0,1fr)_52px_60px_60px_72px_60px_76px] @max-[600px]:[--compare-columns:minmax(0,1fr)_52px_72px]";
export const wideCellClass = "@max-[600px]:hidden";
export const compareLineClass = "grid grid-cols-(--compare-columns) items-center gap-2 pr-3 pl-2";

interface CompareRowProps {
  row: VisibleRow<AlignedNode>;
  index: number;
  /** Its distance from the top, in pixels. */
  top: number;
  differences: readonly Difference[];
  a: TraceState;
  b: TraceState;
  /** Milliseconds since 1970. */
  now: number;
  /** Of the changes of all rows' costs. */
  costDecimals: number;
  isFirst: boolean;
  isSelected: boolean;
  isCurrent: boolean;
  onFocus: (id: string) => void;
  onSelect: (id: string) => void;
  onToggle: (id: string) => void;
}

/** A place in both traces: the call of each, and how the two differ. */
export function CompareRow(props: CompareRowProps) {
  const { row, index, top, differences, a, b, now, costDecimals, isFirst, isSelected, isCurrent } = props;
  const { onFocus, onSelect, onToggle } = props;
  const { node, level } = row;
  const [left, right] = [node.a?.row, node.b?.row];
  const call = left ?? right;
  const [latencyA, latencyB] = [left, right].map((each) => each && latencyMs(each, now));
  const [tokensA, tokensB] = [tokensOf(a, node.a?.id), tokensOf(b, node.b?.id)];
  const renamed = left && right && callName(left) !== callName(right) ? callName(right) : undefined;
  return (
    // The tree's own keys: see useTreeKeys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-level={level}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      aria-expanded={row.isParent ? row.isExpanded : undefined}
      aria-selected={isSelected}
      data-index={index}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={() => onFocus(node.id)}
      onClick={() => onSelect(node.id)}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || (event.key !== "Enter" && event.key !== " ")) return;
        event.preventDefault();
        onSelect(node.id);
      }}
      style={{ transform: `translateY(${top}px)` }}
      className={cn(
        compareLineClass,
        "absolute inset-x-0 top-0 h-7 cursor-pointer text-meta hover:bg-hover focus-visible:-outline-offset-2",
        differences.includes("only_a") && "bg-error-soft",
        differences.includes("only_b") && "bg-success-soft",
        isSelected && "bg-selected hover:bg-selected",
      )}
    >
      <div role="gridcell" className="flex min-w-0 items-center gap-1.5" style={treeIndent(level)}>
        <button
          type="button"
          tabIndex={-1}
          aria-label={row.isExpanded ? "Collapse" : "Expand"}
          onClick={(event) => {
            event.stopPropagation();
            onToggle(node.id);
          }}
          className={cn("-m-1 p-1 text-muted hover:text-ink", !row.isParent && "invisible")}
        >
          <ChevronRight aria-hidden className={cn("size-3.5 transition-transform", row.isExpanded && "rotate-90")} />
        </button>
        <TreeDepth level={level} />
        <Mark differences={differences} />
        <span title={call?.op_name} className="min-w-20 truncate">
          <bdi>{call ? callName(call) : "not received"}</bdi>
          {renamed && (
            <>
              {" → "}
              <bdi>{renamed}</bdi>
            </>
          )}
        </span>
        {isFirst && (
          <span
            title="First divergence"
            className="min-w-0 shrink-[99] truncate rounded-[4px] bg-warning-soft px-1 text-label text-warning"
          >
            first divergence
          </span>
        )}
      </div>
      <div role="gridcell" className="flex items-center gap-1">
        {left?.overview && <StatusIcon status={left.overview.status} />}
        {right?.overview && left?.overview?.status !== right.overview.status && (
          <>
            {left && <span className="text-faint">→</span>}
            <StatusIcon status={right.overview.status} />
          </>
        )}
      </div>
      <Cell className={wideCellClass}>{left && <Quantity parts={durationParts(latencyA)} />}</Cell>
      <Cell className={wideCellClass}>{right && <Quantity parts={durationParts(latencyB)} />}</Cell>
      <Cell>
        <Change words={changeWords(latencyA, latencyB, formatDuration)} />
      </Cell>
      <Cell className={wideCellClass}>
        <Change words={changeWords(tokensA, tokensB, formatCount)} />
      </Cell>
      <Cell className={wideCellClass}>
        {changedCosts(costOf(a, node.a?.id), costOf(b, node.b?.id), costDecimals).map((words) => (
          <Change key={words} words={words} />
        ))}
      </Cell>
    </div>
  );
}

function tokensOf({ trace }: TraceState, id: string | undefined): number | undefined {
  const usage = id === undefined ? undefined : trace?.usage.get(id);
  return usage && totalTokens(usage);
}

export function costOf({ rolledCosts }: TraceState, id: string | undefined): RolledCost | undefined {
  return id === undefined ? undefined : rolledCosts?.get(id);
}

function Cell({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div role="gridcell" className={cn("truncate text-right whitespace-nowrap tabular-nums", className)}>
      {children}
    </div>
  );
}

/** More is worse, of time, tokens and money alike. */
export function Change({ words }: { words: string | undefined }) {
  if (words === undefined) return undefined;
  return <span className={words.startsWith("+") ? "text-error" : "text-success"}>{words}</span>;
}

function Mark({ differences }: { differences: readonly Difference[] }) {
  const words = differences.length === 0 ? "same" : differenceWords(differences);
  const isA = differences.includes("only_a");
  const isB = differences.includes("only_b");
  const Icon = isA ? Minus : isB ? Plus : differences.length > 0 ? EqualNot : Equal;
  return (
    <span
      title={words}
      className={cn(
        "shrink-0",
        isA ? "text-error" : isB ? "text-success" : differences.length > 0 ? "text-warning" : "text-faint",
      )}
    >
      <Icon aria-hidden className="size-3.5" />
      <span className="sr-only">{words}</span>
    </span>
  );
}
