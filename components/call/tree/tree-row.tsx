"use client";

import { memo, type CSSProperties, type MouseEvent } from "react";

import { cn } from "@/components/ui/cn";
import { Quantity } from "@/components/ui/quantity";
import { statedClass } from "@/components/ui/stated-class";
import { StatusIcon } from "@/components/ui/status-icon";
import type { TokenUsage } from "@/lib/contract/calls";
import type { CallStatus } from "@/lib/contract/call-kinds";
import { callName } from "@/lib/format/call-name";
import { durationParts, formatDuration } from "@/lib/format/duration";
import { formatAmounts } from "@/lib/format/money";
import { exactCost } from "@/lib/format/stated-cost";
import { formatCount } from "@/lib/format/number";
import type { RolledCost } from "@/lib/trace/cost";
import { pathDuration, type PathSection } from "@/lib/trace/critical-path";
import { type BarGeometry, barGeometry, latencyMs, sectionGeometry, type TimelineExtent } from "@/lib/trace/timeline";
import { totalTokens } from "@/lib/trace/usage";
import type { VisibleRow } from "@/lib/trace/visible-rows";

import { KindIcon } from "../kind-icon";
import { barCellClass, costCellClass, tokensCellClass } from "./tree-columns";
import { type LinePlace, NumberCell } from "./tree-grid";
import { TreeLine } from "./tree-line";

const microsecondsPerMs = 1000;

interface TreeRowProps extends LinePlace {
  row: VisibleRow;
  href: string;
  status: CallStatus | undefined;
  usage: TokenUsage | undefined;
  /** Including all calls below it, like the tokens. */
  cost: RolledCost | undefined;
  /** The decimals of all rows' costs. */
  costDecimals: number;
  /** Its part of the critical path, if shown. */
  sections: readonly PathSection[] | undefined;
  extent: TimelineExtent;
  /** Milliseconds since 1970; where bars of running calls end. */
  now: number;
  onOpen: (id: string) => void;
  /** Called instead on Enter. */
  onEnter?: (id: string) => void;
}

/** A call in the tree: a link to its page, with its bar on the time axis. Moving through the tree renders two rows. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const {
    row,
    href,
    status,
    usage,
    cost,
    costDecimals,
    sections,
    extent,
    now,
    onOpen,
    onEnter = onOpen,
    ...place
  } = props;
  const { node } = row;
  const bar = node.row && barGeometry(node.row, extent, now);
  const tokens = usage && totalTokens(usage);
  const open = (event: MouseEvent) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen(node.id);
  };
  return (
    <TreeLine
      {...place}
      row={row}
      onOpen={node.row && (() => onEnter(node.id))}
      name={
        <>
          {status && <StatusIcon status={status} isStale={node.row?.overview?.stale} />}
          {node.row ? (
            <>
              <KindIcon kind={node.row.overview?.kind} />
              <a
                href={href}
                tabIndex={-1}
                onClick={open}
                title={node.row.op_name}
                className={cn("truncate after:absolute after:inset-0", status === "error" && "text-error")}
              >
                <bdi>{callName(node.row)}</bdi>
              </a>
            </>
          ) : (
            <span title={node.id} className="truncate text-muted italic">
              parent not received yet
            </span>
          )}
        </>
      }
    >
      <NumberCell className={cn("text-muted", tokensCellClass)}>
        {tokens !== undefined && formatCount(tokens)}
      </NumberCell>
      <NumberCell className={cn("text-muted", costCellClass)}>
        {cost && <CostCell cost={cost} decimals={costDecimals} />}
      </NumberCell>
      <NumberCell>{node.row && <Quantity parts={durationParts(latencyMs(node.row, now))} />}</NumberCell>
      <div role="gridcell" className={cn("relative h-4", barCellClass)}>
        {bar && <Bar bar={bar} status={status} />}
        {sections && <PathMarks sections={sections} extent={extent} />}
      </div>
    </TreeLine>
  );
});

/** Marks a sum without the models that have no price. */
function CostCell({ cost: { amounts, unpriced, stated }, decimals }: { cost: RolledCost; decimals: number }) {
  const shown = formatAmounts(amounts, decimals);
  if (unpriced.size === 0) {
    return (
      <span title={exactCost(amounts, stated)} className={stated && statedClass}>
        {shown}
      </span>
    );
  }
  const words = `Excludes ${[...unpriced].join(", ")} (no price)`;
  return (
    <span title={words} className="text-warning">
      {Object.keys(amounts).length > 0 ? `${shown} +` : "no price"}
      <span className="sr-only">{words}</span>
    </span>
  );
}

/** When the call determined the duration of the trace. */
function PathMarks({ sections, extent }: { sections: readonly PathSection[]; extent: TimelineExtent }) {
  const words = `${formatDuration(pathDuration(sections) / microsecondsPerMs)} on the critical path`;
  return (
    <span title={words}>
      <span className="sr-only">{words}</span>
      {sections.map((section) => {
        const { left, width } = sectionGeometry(section, extent);
        const place: CSSProperties = { left: `${left * 100}%`, width: `max(1px, ${width * 100}%)` };
        return <span key={section.start} aria-hidden style={place} className="absolute bottom-0 h-0.5 bg-ink" />;
      })}
    </span>
  );
}

const barColors: Record<CallStatus, string> = {
  success: "bg-success",
  error: "bg-error",
  descendant_error: "bg-warning",
  running: "bg-running",
};

function Bar({ bar, status }: { bar: BarGeometry; status: CallStatus | undefined }) {
  const place: CSSProperties = { left: `${bar.left * 100}%`, width: `max(2px, ${bar.width * 100}%)` };
  return (
    <span
      aria-hidden
      style={place}
      className={cn(
        "absolute top-1/2 h-1.5 max-w-full -translate-y-1/2 rounded-[2px] opacity-80",
        barColors[status ?? "success"],
        status === "running" && "motion-safe:animate-pulse",
      )}
    />
  );
}
