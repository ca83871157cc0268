"use client";

import { useQuery } from "@tanstack/react-query";
import { Circle } from "lucide-react";
import Link from "next/link";
import { createSerializer } from "nuqs";
import { useMemo } from "react";

import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { useSettled } from "@/components/ui/use-settled";
import { useTimeZone } from "@/components/ui/use-time-zone";
import type { CallTotals, TimeStats } from "@/lib/contract/call-stats";
import { type Failures, failuresFilter } from "@/lib/filter/failing-traces";
import { FilterError } from "@/lib/filter/filter";
import { callsPath, withSearch } from "@/lib/format/address";
import { formatDuration } from "@/lib/format/duration";
import { formatAmounts } from "@/lib/format/money";
import { counted, formatCount } from "@/lib/format/number";
import { callsCount, type CallsListParams } from "@/lib/queries/calls";
import { WATERMARK_MS } from "@/lib/queries/polling";
import { type CallsOverTime, callsOverTime } from "@/lib/queries/calls-over-time";
import { liveCalls } from "@/lib/queries/live-calls";
import { useFollowing } from "@/lib/queries/use-following";
import { useCallsMark } from "@/lib/queries/use-calls-mark";

import { viewParams } from "./calls-params";

const searchOf = createSerializer(viewParams);

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
  const failingTraces = useMemo(() => {
    const { view } = params;
    return { ...params, view: { ...view, q: failuresFilter(view.q, "failing") } };
  }, [params]);
  const failing = useFollowing({ ...callsCount(failingTraces), enabled: roots }, latest, () =>
    pauseMs(summed.data ?? null),
  );
  const next = useMemo(
    () => ({ count: total.data, stats: summed.data, failing: roots ? failing.data : undefined, params }),
    [total.data, summed.data, failing.data, roots, params],
  );
  const isOfBefore = total.isPlaceholderData || summed.isPlaceholderData;
  // When new calls arrive, the count is known before the sums. It waits for them, except the first time.
  const { shown } = useSettled(
    next,
    (last) => !isOfBefore && (!last.stats || last.stats !== summed.data || !summed.isBehind),
  );
  const { count, stats } = shown;
  const { view } = shown.params;
  const isLive = failureCount === 0;
  // An invalid filter has no count.
  if (error instanceof FilterError) return undefined;
  const noun = view.roots ? "trace" : "call";
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
      {stats?.all && stats.all.count > 0 && (
        <Sums all={stats.all} costs={stats.costs} failing={shown.failing} params={shown.params} />
      )}
      <span className="inline-flex items-center gap-1">
        <Circle aria-hidden className={cn("size-2 fill-current", isLive ? "text-success" : "text-faint")} />
        {isLive ? "live" : "not live"}
      </span>
    </p>
  );
}

interface SumsProps {
  all: CallTotals;
  costs: TimeStats;
  /** The number of traces with a failing step; undefined while it is loaded, and for calls. */
  failing: number | undefined;
  params: CallsListParams;
}

function Sums({ all, costs, failing, params: { projectId, view } }: SumsProps) {
  const failures = (which: Failures) =>
    withSearch(callsPath(projectId), new URLSearchParams(searchOf({ ...view, q: failuresFilter(view.q, which) })));
  const cost = costs.totals[0];
  const hasCost = cost && Object.keys(cost.total_cost).length > 0;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 group-aria-busy:opacity-50 max-sm:hidden">
      <Dot />
      <Link
        href={failures("failed")}
        prefetch={false}
        className={cn("hover:underline", all.errors > 0 && "text-error")}
      >
        {formatCount(all.errors)} failed
      </Link>
      {failing !== undefined && (
        <>
          <Dot />
          <Link
            href={failures("failing")}
            prefetch={false}
            title="Traces in which at least one call failed"
            className={cn("hover:underline", failing > 0 && "text-warning")}
          >
            {formatCount(failing)} with a failing step
          </Link>
        </>
      )}
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
