"use client";

import { ChevronRight } from "lucide-react";
import { memo, type CSSProperties, type MouseEvent } from "react";

import { cn } from "@/components/ui/cn";
import { Quantity } from "@/components/ui/quantity";
import { StatusIcon } from "@/components/ui/status-icon";
import type { CallStatus, TokenUsage } from "@/lib/contract/calls";
import { callName } from "@/lib/format/call-name";
import { durationParts } from "@/lib/format/duration";
import { formatCount } from "@/lib/format/number";
import { type BarGeometry, barGeometry, latencyMs, type TimelineExtent } from "@/lib/trace/timeline";
import { totalTokens } from "@/lib/trace/usage";
import type { VisibleRow } from "@/lib/trace/visible-rows";

import { KindIcon } from "../kind-icon";

const indentPx = 14;

interface TreeRowProps {
  row: VisibleRow;
  index: number;
  /** Its distance from the top, in pixels. */
  top: number;
  href: string;
  status: CallStatus | undefined;
  usage: TokenUsage | undefined;
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
  const { row, index, top, href, status, usage, extent, now, isSelected, isCurrent } = props;
  const { onFocus, onOpen, onToggle } = props;
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
        "absolute inset-x-0 top-0 grid h-7 grid-cols-(--tree-columns) items-center gap-2 pr-3 pl-2 text-meta hover:bg-hover focus-visible:-outline-offset-2",
        isSelected && "bg-selected hover:bg-selected",
      )}
    >
      <div role="gridcell" className="flex min-w-0 items-center gap-1.5" style={{ paddingLeft: indent(level) }}>
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
      <div role="gridcell" className="truncate text-right text-muted @max-[480px]:hidden">
        {tokens !== undefined && formatCount(tokens)}
      </div>
      <div role="gridcell" className="text-right whitespace-nowrap">
        {node.row && <Quantity parts={durationParts(latencyMs(node.row, now))} />}
      </div>
      <div role="gridcell" className="relative h-3 @max-[260px]:hidden">
        {bar && <Bar bar={bar} status={status} />}
      </div>
    </div>
  );
});

/** Deep trees stop moving right, so that names stay readable. */
function indent(level: number): number {
  return Math.min(level - 1, 12) * indentPx;
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
