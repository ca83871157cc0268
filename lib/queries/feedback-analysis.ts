import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { FEEDBACK_TYPE, FEEDBACK_VALUE } from "@/lib/contract/feedback-groups";
import { equals } from "@/lib/contract/conditions";
import { STATS_GROUPS } from "@/lib/contract/limits";
import { type DayRange, rangeStart } from "@/lib/format/day-ranges";
import type { TimeZone } from "@/lib/format/time";

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** Groups that are counted separately. */
const GROUPS = 20;

/** What feedback is grouped by: fields of the calls that it is on. */
export const feedbackGroupings = ["model", "op", "version", "user"] as const;
export type FeedbackGrouping = (typeof feedbackGroupings)[number];

const GROUPING_FIELDS: Readonly<Record<FeedbackGrouping, readonly string[]>> = {
  model: ["model"],
  op: ["op"],
  version: ["op", "version"],
  user: ["user_id"],
};

/** Feedback of one type that was given in a range of days ending now. */
export interface AnalyzedFeedback {
  projectId: string;
  type: string;
  range: DayRange;
}

/** A type's feedback over time, by a field of the calls that it is on; and by value, unless all values are numbers. */
export function feedbackByGroup(
  { projectId, type, range, by, zone }: AnalyzedFeedback & { by: FeedbackGrouping; zone: TimeZone },
  client: Client = browserClient,
) {
  return queryOptions({
    queryKey: ["feedback", "by-group", { projectId, type, range, by, zone }] as const,
    queryFn: async ({ signal }) => {
      const start = rangeStart(range, Date.now());
      const body = {
        project_id: projectId,
        start,
        timezone: zone,
        granularity: range === "24h" ? HOUR_SECONDS : DAY_SECONDS,
        feedback: { feedback_type: type },
      };
      const count = (group_by: readonly string[], groups: number) =>
        client.request("callsStats", { ...body, group_by: [...group_by], groups }, { signal });
      const query = { $expr: equals("feedback_type", type) };
      const [stats, given] = await Promise.all([
        // Without calls, which need not be counted.
        count([FEEDBACK_TYPE, ...GROUPING_FIELDS[by]], GROUPS),
        client.request("feedbackQueryStats", { project_id: projectId, query, start }, { signal }),
      ]);
      const isNumeric = stats.totals.every(({ feedback }) => !feedback || feedback.numbers === feedback.count);
      const byValue = isNumeric ? undefined : await count([FEEDBACK_VALUE, ...GROUPING_FIELDS[by]], STATS_GROUPS);
      return { stats, byValue, given };
    },
    placeholderData: keepPreviousData,
  });
}

/** Two types of feedback, compared on what both are about. */
export function feedbackComparison(
  { projectId, type, other, range }: AnalyzedFeedback & { other: string },
  client: Client = browserClient,
) {
  return queryOptions({
    queryKey: ["feedback", "comparison", { projectId, type, other, range }] as const,
    queryFn: ({ signal }) =>
      client.request(
        "feedbackCompare",
        {
          project_id: projectId,
          first: { feedback_type: type },
          second: { feedback_type: other },
          start: rangeStart(range, Date.now()),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}
