"use client";

import { Equal, Minus, Plus, EqualNot } from "lucide-react";
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
import { type LinePlace, NumberCell } from "../tree/tree-grid";
import { TreeLine } from "../tree/tree-line";
import { changedCosts, changeWords, differenceWords } from "./difference-words";

/** The columns of the comparison; the least important ones are hidden first. */
export const compareColumnsClass =
  "[--tree-columns:minmax(0,1fr)_52px_60px_60px_72px_60px_76px] @max-[600px]:[--tree-columns:minmax(0,1fr)_52px_72px]";
export const wideCellClass = "@max-[600px]:hidden";

interface CompareRowProps extends LinePlace {
  row: VisibleRow<AlignedNode>;
  differences: readonly Difference[];
  a: TraceState;
  b: TraceState;
  /** Milliseconds since 1970. */
  now: number;
  /** The decimals of all rows' cost changes. */
  costDecimals: number;
  isFirst: boolean;
  onSelect: (id: string) => void;
}

/** A position in both traces: the call of each, and how the two differ. */
export function CompareRow(props: CompareRowProps) {
  const { row, differences, a, b, now, costDecimals, isFirst, onSelect, ...place } = props;
  const { node } = row;
  const [left, right] = [node.a?.row, node.b?.row];
  const call = left ?? right;
  const [latencyA, latencyB] = [left, right].map((each) => each && latencyMs(each, now));
  const [tokensA, tokensB] = [tokensOf(a, node.a?.id), tokensOf(b, node.b?.id)];
  const renamed = left && right && callName(left) !== callName(right) ? callName(right) : undefined;
  return (
    <TreeLine
      {...place}
      row={row}
      isButton
      onOpen={() => onSelect(node.id)}
      className={cn(
        differences.includes("only_a") && "bg-error-soft",
        differences.includes("only_b") && "bg-success-soft",
      )}
      name={
        <>
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
              title="First difference"
              className="shrink-0 rounded-[4px] bg-warning-soft px-1 text-label text-warning"
            >
              first difference
            </span>
          )}
        </>
      }
    >
      <div role="gridcell" className="flex items-center gap-1">
        {left?.overview && <StatusIcon status={left.overview.status} />}
        {right?.overview && left?.overview?.status !== right.overview.status && (
          <>
            {left && <span className="text-faint">→</span>}
            <StatusIcon status={right.overview.status} />
          </>
        )}
      </div>
      <NumberCell className={wideCellClass}>{left && <Quantity parts={durationParts(latencyA)} />}</NumberCell>
      <NumberCell className={wideCellClass}>{right && <Quantity parts={durationParts(latencyB)} />}</NumberCell>
      <NumberCell>
        <Change words={changeWords(latencyA, latencyB, formatDuration)} />
      </NumberCell>
      <NumberCell className={wideCellClass}>
        <Change words={changeWords(tokensA, tokensB, formatCount)} />
      </NumberCell>
      <NumberCell className={wideCellClass}>
        {changedCosts(costOf(a, node.a?.id), costOf(b, node.b?.id), costDecimals).map((words) => (
          <Change key={words} words={words} />
        ))}
      </NumberCell>
    </TreeLine>
  );
}

function tokensOf({ trace }: TraceState, id: string | undefined): number | undefined {
  const usage = id === undefined ? undefined : trace?.usage.get(id);
  return usage && totalTokens(usage);
}

export function costOf({ rolledCosts }: TraceState, id: string | undefined): RolledCost | undefined {
  return id === undefined ? undefined : rolledCosts?.get(id);
}

/** More is worse, for time, tokens and cost. */
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
