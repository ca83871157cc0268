"use client";

import { useQuery } from "@tanstack/react-query";
import { Circle } from "lucide-react";
import { useMemo } from "react";

import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { useSettled } from "@/components/ui/use-settled";
import { useTimeZone } from "@/components/ui/use-time-zone";
import type { CallTotals, TimeStats } from "@/lib/contract/call-stats";
import { FilterError } from "@/lib/filter/filter";
import { formatDuration } from "@/lib/format/duration";
import { formatAmounts } from "@/lib/format/money";
import { counted, formatCount } from "@/lib/format/number";
import { callsCount, type CallsListParams } from "@/lib/queries/calls";
import { WATERMARK_MS } from "@/lib/queries/polling";
import { type CallsOverTime, callsOverTime } from "@/lib/queries/calls-over-time";
import { liveCalls } from "@/lib/queries/live-calls";
import { useFollowing } from "@/lib/queries/use-following";
import { useCallsMark } from "@/lib/queries/use-calls-mark";

/** Sums may take at most a quarter of the time. */
const pauseMs = (stats: CallsOverTime | null) => Math.max(WATERMARK_MS, 4 * (stats?.tookMs ?? 0));

/** The number of selected calls, and whether the list is updated live. */
export function TotalsLine({ params }: { params: CallsListParams }) {
  const { failureCount, error } = useQuery(liveCalls(params));
  const zone = useTimeZone();
  const latest = useCallsMark(params);
  const total = useFollowing(callsCount(params), latest);
  const summed = useFollowing(callsOverTime({ ...params, zone }), latest, pauseMs);
  const { roots } = params.view;
  const next = useMemo(() => ({ count: total.data, stats: summed.data, roots }), [total.data, summed.data, roots]);
  const isOfBefore = total.isPlaceholderData || summed.isPlaceholderData;
  // When new calls arrive, the count is known before the sums. It waits for them, except the first time.
  const { shown } = useSettled(
    next,
    (last) => !isOfBefore && (!last.stats || last.stats !== summed.data || !summed.isBehind),
  );
  const { count, stats } = shown;
  const isLive = failureCount === 0;
  // An invalid filter has no count.
  if (error instanceof FilterError) return undefined;
  const noun = shown.roots ? "trace" : "call";
  return (
    <p
      role="status"
      aria-busy={isOfBefore}
      className="group ml-auto flex flex-wrap items-center gap-x-2 text-meta text-muted"
    >
      {count === undefined ? (
        <Skeleton className="w-16" />
      ) : (
        <span className="group-aria-busy:opacity-50">
          <span className="font-medium text-ink">{formatCount(count)}</span> {noun}
          {count === 1 ? "" : "s"}
        </span>
      )}
      {stats?.all && stats.all.count > 0 && <Sums all={stats.all} costs={stats.costs} />}
      <span className="inline-flex items-center gap-1">
        <Circle aria-hidden className={cn("size-2 fill-current", isLive ? "text-success" : "text-faint")} />
        {isLive ? "live" : "not live"}
      </span>
    </p>
  );
}

function Sums({ all, costs }: { all: CallTotals; costs: TimeStats }) {
  const cost = costs.totals[0];
  const hasCost = cost && Object.keys(cost.total_cost).length > 0;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 group-aria-busy:opacity-50 max-sm:hidden">
      <Dot />
      <span className={all.errors > 0 ? "text-error" : undefined}>{counted(all.errors, "error")}</span>
      {all.latency_p95_ms !== undefined && (
        <>
          <Dot />
          <span>p95 {formatDuration(all.latency_p95_ms)}</span>
        </>
      )}
      {hasCost && (
        <>
          <Dot />
          <span title={cost.unpriced > 0 ? `Excludes ${counted(cost.unpriced, "unpriced call")}` : undefined}>
            {formatAmounts(cost.total_cost)}
            {cost.unpriced > 0 && " (partial)"}
          </span>
        </>
      )}
    </span>
  );
}

function Dot() {
  return (
    <span aria-hidden className="text-faint">
      ·
    </span>
  );
}
