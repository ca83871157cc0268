import type { FeedbackStats, FeedbackStatsQuery } from "@/lib/contract/feedback-stats";
import { bucketStarts, granularityFor } from "@/lib/trace/time-buckets";
import type { Store } from "@/service/store/store";
import { requireFewBuckets } from "@/service/costs/call-stats";

/** The amount of feedback, and its values over a range of time (`/feedback/query_stats`). `now` ends an open range. */
export async function feedbackStats(
  store: Pick<Store, "countFeedback" | "countFeedbackByTime">,
  { project_id, query, start, ...options }: FeedbackStatsQuery,
  now: string,
): Promise<FeedbackStats> {
  const counted = await store.countFeedback({ project_id, query });
  if (!start) return counted;
  const end = options.end ?? (now > start ? now : start);
  const granularity = options.granularity ?? granularityFor(start, end);
  requireFewBuckets(start, end, granularity);
  const starts = bucketStarts(start, end, granularity, options.timezone ?? "UTC");
  return {
    ...counted,
    granularity,
    buckets: starts.map((from, place) => ({ start: from, end: starts[place + 1] ?? end })),
    stats: await store.countFeedbackByTime({ project_id, query, start, end, starts }),
  };
}
