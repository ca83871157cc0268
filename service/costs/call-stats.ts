import { AppError } from "@/lib/contract/app-error";
import type { CallTotals, TimeStats, TimeStatsQuery } from "@/lib/contract/call-stats";
import { STATS_BUCKETS, STATS_ROWS } from "@/lib/contract/limits";
import { sumUsage } from "@/lib/cost/reported-usage";
import { bucketStarts, granularityFor } from "@/lib/trace/time-buckets";
import type { CountedCalls } from "@/service/store/statistics/count-by-time";
import type { Store } from "@/service/store/store";
import { type PricingStore, projectPricing, pricedUsage } from "./priced-usage";

/** Statistics of a project's calls over time (`/calls/stats`), priced on reading. `now` ends an open range. */
export async function timeStats(
  store: PricingStore & Pick<Store, "countByTime">,
  { project_id, start, filter, query, ...options }: TimeStatsQuery,
  now: string,
): Promise<TimeStats> {
  const end = options.end ?? (now > start ? now : start);
  const granularity = options.granularity ?? granularityFor(start, end);
  const timezone = options.timezone ?? "UTC";
  requireFewBuckets(start, end, granularity);
  const starts = bucketStarts(start, end, granularity, timezone);
  const pricing = await projectPricing(store, project_id);
  const groupBy = [...new Set(options.group_by ?? [])];
  const range = { start, end, starts };
  const calls = await store.countByTime({
    project_id,
    filter,
    query,
    ...range,
    prices: pricing.prices,
    pricing,
    groupBy,
    groups: options.groups ?? undefined,
    wholeTraces: options.whole_traces === true,
    countTraces: options.count_traces === true,
    feedback: options.feedback ?? undefined,
    limit: STATS_ROWS,
  });
  const totals = ({ usage, stated, ...counted }: CountedCalls): CallTotals => {
    const priced = usage.filter(({ price }) => price !== undefined);
    return {
      ...counted,
      ...(usage.length > 0 && { usage: sumUsage(usage.map((part) => part.usage)) }),
      ...(priced.length > 0 && { priced_usage: sumUsage(priced.map((part) => part.usage)) }),
      ...pricedUsage({ usage, stated }, pricing),
    };
  };
  const ofAll = calls.filter(({ bucket }) => bucket === undefined);
  return {
    granularity,
    timezone,
    buckets: starts.map((from, place) => ({ start: from, end: starts[place + 1] ?? end })),
    stats: calls.flatMap((one) => (one.bucket === undefined ? [] : [{ ...totals(one), bucket: one.bucket }])),
    totals: ofAll.sort((a, b) => b.count - a.count).map(totals),
  };
}

/** Throws `invalid` if a range would have more buckets than one response may have. */
export function requireFewBuckets(start: string, end: string, granularity: number): void {
  if (Date.parse(end) - Date.parse(start) <= granularity * 1000 * STATS_BUCKETS) return;
  const message = `would produce more than ${STATS_BUCKETS} buckets for this range; use a larger granularity`;
  throw new AppError("invalid", `granularity ${message}`, { errors: [{ path: "granularity", message }] });
}
