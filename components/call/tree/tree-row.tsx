"use client";

import { ChevronRight } from "lucide-react";
import { memo, type CSSProperties, type MouseEvent } from "react";

import { cn } from "@/components/ui/cn";
import { Quantity } from "@/components/ui/quantity";
import { StatusIcon } from "@/components/ui/status-icon";
import type { TokenUsage } from "@/lib/contract/calls";
import type { CallStatus } from "@/lib/contract/call-kinds";
import { callName } from "@/lib/format/call-name";
import { durationParts, formatDuration } from "@/lib/format/duration";
import { exactAmounts, formatAmounts } from "@/lib/format/money";
import { formatCount } from "@/lib/format/number";
import type { RolledCost } from "@/lib/trace/cost";
import { pathDuration, type PathSection } from "@/lib/trace/critical-path";
import { type BarGeometry, barGeometry, latencyMs, sectionGeometry, type TimelineExtent } from "@/lib/trace/timeline";
import { totalTokens } from "@/lib/trace/usage";
import type { VisibleRow } from "@/lib/trace/visible-rows";

import { KindIcon } from "../kind-icon";
import { TreeDepth, treeIndent } from "./tree-indent";
import { barCellClass, costCellClass, tokensCellClass, treeLineClass } from "./tree-columns";

const microsecondsPerMs = 1000;

interface TreeRowProps {
  row: VisibleRow;
  index: number;
  /** Its distance from the top, in pixels. */
  top: number;
  href: string;
  status: CallStatus | undefined;
  usage: TokenUsage | undefined;
  /** With all below it, as the tokens. */
  cost: RolledCost | undefined;
  /** Of the costs of all rows. */
  costDecimals: number;
  /** Its part of the critical path, if it has one that is shown. */
  sections: readonly PathSection[] | undefined;
  extent: TimelineExtent;
  /** Milliseconds since 1970; where bars of running calls end. */
  now: number;
  isSelected: boolean;
  /** Whether Tab leads to it. */
  isCurrent: boolean;
  onFocus: (id: string) => void;
  onOpen: (id: string) => void;
  onToggle: (id: string) => void;
}

/** A call in the tree: a link to its page, with its place on the time axis. Moving through the tree renders two lines. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { row, index, top, href, status, usage, cost, costDecimals, sections, extent, now } = props;
  const { isSelected, isCurrent, onFocus, onOpen, onToggle } = props;
  const { node, level } = row;
  const bar = node.row && barGeometry(node.row, extent, now);
  const tokens = usage && totalTokens(usage);
  const open = (event: MouseEvent) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen(node.id);
  };
  return (
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
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || (event.key !== "Enter" && event.key !== " ")) return;
        event.preventDefault();
        if (node.row) onOpen(node.id);
      }}
      style={{ transform: `translateY(${top}px)` }}
      className={cn(
        treeLineClass,
        "absolute inset-x-0 top-0 h-7 text-meta hover:bg-hover focus-visible:-outline-offset-2",
        isSelected && "bg-selected hover:bg-selected",
      )}
    >
      <div role="gridcell" className="flex min-w-0 items-center gap-1.5" style={treeIndent(level)}>
        <button
          type="button"
          tabIndex={-1}
          aria-label={row.isExpanded ? "Collapse" : "Expand"}
          onClick={(event) => {
            event.preventDefault();
            onToggle(node.id);
          }}
          className={cn("relative z-1 -m-1 p-1 text-muted hover:text-ink", !row.isParent && "invisible")}
        >
          <ChevronRight aria-hidden className={cn("size-3.5 transition-transform", row.isExpanded && "rotate-90")} />
        </button>
        <TreeDepth level={level} />
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
      </div>
      <div role="gridcell" className={cn("truncate text-right text-muted", tokensCellClass)}>
        {tokens !== undefined && formatCount(tokens)}
      </div>
      <div role="gridcell" className={cn("truncate text-right text-muted", costCellClass)}>
        {cost && <CostCell cost={cost} decimals={costDecimals} />}
      </div>
      <div role="gridcell" className="text-right whitespace-nowrap">
        {node.row && <Quantity parts={durationParts(latencyMs(node.row, now))} />}
      </div>
      <div role="gridcell" className={cn("relative h-4", barCellClass)}>
        {bar && <Bar bar={bar} status={status} />}
        {sections && <PathMarks sections={sections} extent={extent} />}
      </div>
    </div>
  );
});

/** Marks a sum that leaves out models without a price. */
function CostCell({ cost: { amounts, unpriced }, decimals }: { cost: RolledCost; decimals: number }) {
  const shown = formatAmounts(amounts, decimals);
  if (unpriced.size === 0) return <span title={exactAmounts(amounts)}>{shown}</span>;
  const words = `excludes ${[...unpriced].join(", ")}: no price`;
  return (
    <span title={words} className="text-warning">
      {Object.keys(amounts).length > 0 ? `${shown} +` : "no price"}
      <span className="sr-only">{words}</span>
    </span>
  );
}

/** Where the call determined how long the trace took. */
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
