"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Circle } from "lucide-react";
import { useEffect } from "react";

import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { useTimeZone } from "@/components/ui/use-time-zone";
import type { CallTotals, TimeStats } from "@/lib/contract/call-stats";
import { FilterError } from "@/lib/filter/filter";
import { formatDuration } from "@/lib/format/duration";
import { formatAmounts } from "@/lib/format/money";
import { formatCount } from "@/lib/format/number";
import type { CallsListParams } from "@/lib/queries/calls";
import { callsOverTime } from "@/lib/queries/calls-over-time";
import { useLiveCount } from "@/lib/queries/use-live-count";
import { liveCalls } from "@/lib/queries/use-live-calls";

interface TotalsLineProps {
  params: CallsListParams;
}

/** How many calls the filters select, and whether the list follows what arrives. */
export function TotalsLine({ params }: TotalsLineProps) {
  const cache = useQueryClient();
  const { data: live, failureCount, error } = useQuery(liveCalls(params));
  const { data: count, isPlaceholderData } = useLiveCount(params, live?.latest);
  const zone = useTimeZone();
  const { data: stats, isPlaceholderData: isOldStats } = useQuery(callsOverTime({ ...params, zone }));
  useEffect(() => {
    if (live?.latest) void cache.invalidateQueries({ queryKey: ["calls", "over-time"], stale: true });
  }, [cache, live?.latest]);
  const isLive = failureCount === 0;
  // A filter that cannot be read selects nothing to count.
  if (error instanceof FilterError) return undefined;
  const noun = params.view.roots ? "trace" : "call";
  return (
    <p role="status" className="ml-auto flex flex-wrap items-center gap-x-2 text-meta text-muted">
      {count === undefined ? (
        <Skeleton className="w-16" />
      ) : (
        <span className={cn(isPlaceholderData && "opacity-50")}>
          <span className="font-medium text-ink">{formatCount(count)}</span> {noun}
          {count === 1 ? "" : "s"}
        </span>
      )}
      {stats?.all && stats.all.count > 0 && <Sums all={stats.all} costs={stats.costs} isStale={isOldStats} />}
      <span className="inline-flex items-center gap-1">
        <Circle aria-hidden className={cn("size-2 fill-current", isLive ? "text-success" : "text-faint")} />
        {isLive ? "live" : "not live"}
      </span>
    </p>
  );
}

function Sums({ all, costs, isStale }: { all: CallTotals; costs: TimeStats; isStale: boolean }) {
  const cost = costs.totals[0];
  const hasCost = cost && Object.keys(cost.total_cost).length > 0;
  return (
    <span className={cn("inline-flex flex-wrap items-center gap-x-2 max-sm:hidden", isStale && "opacity-50")}>
      <Dot />
      <span className={all.errors > 0 ? "text-error" : undefined}>
        {formatCount(all.errors)} {all.errors === 1 ? "error" : "errors"}
      </span>
      {all.latency_p95_ms !== undefined && (
        <>
          <Dot />
          <span>p95 {formatDuration(all.latency_p95_ms)}</span>
        </>
      )}
      {hasCost && (
        <>
          <Dot />
          <span title={cost.unpriced > 0 ? `${formatCount(cost.unpriced)} calls have no price` : undefined}>
            {formatAmounts(cost.total_cost)}
            {cost.unpriced > 0 && " + unpriced"}
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
