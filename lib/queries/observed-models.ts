import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { CallTotals } from "@/lib/contract/call-stats";
import { FEEDBACK_TYPE, FEEDBACK_VALUE } from "@/lib/contract/feedback-groups";
import { STATS_GROUPS } from "@/lib/contract/limits";
import type { TypeTotals } from "@/lib/format/feedback-totals";
import { REACTIONS } from "@/lib/format/feedback-words";

const DAY_MS = 86_400_000;
/** Number of days that the models page covers. */
export const OBSERVED_DAYS = 30;

/** Totals of each model's calls in the last days, and the days on which it was used. */
export function observedModels(projectId: string, timeZone: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["calls", "models", { projectId, timeZone }] as const,
    queryFn: ({ signal }) =>
      client.request(
        "callsStats",
        {
          project_id: projectId,
          start: new Date(Date.now() - OBSERVED_DAYS * DAY_MS).toISOString(),
          granularity: DAY_MS / 1000,
          timezone: timeZone,
          group_by: ["model"],
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/**
 * The feedback of the last days by the model of the call or trace that it is on, and by type; that on calls without a
 * model is left out.
 */
export function feedbackByModel(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["feedback", "by-model", { projectId }] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, TypeTotals[]>> => {
      const count = (group_by: string[], feedback_type?: string) =>
        client.request(
          "callsStats",
          {
            project_id: projectId,
            start: new Date(Date.now() - OBSERVED_DAYS * DAY_MS).toISOString(),
            granularity: (OBSERVED_DAYS * DAY_MS) / 1000,
            group_by: [...group_by, "model"],
            groups: STATS_GROUPS,
            feedback: { feedback_type },
          },
          { signal },
        );
      const [types, ...reactions] = await Promise.all([
        count([FEEDBACK_TYPE]),
        ...REACTIONS.map((type) => count([FEEDBACK_VALUE], type)),
      ]);
      const byModel = new Map<string, TypeTotals[]>();
      for (const { group, feedback } of types.totals) {
        const { model, [FEEDBACK_TYPE]: type } = group ?? {};
        if (model === undefined || type === undefined || !feedback) continue;
        const values = reactionsTo(model, reactions[REACTIONS.indexOf(type)]?.totals ?? []);
        byModel.set(model, [...(byModel.get(model) ?? []), { type, ...feedback, values }]);
      }
      return byModel;
    },
    placeholderData: keepPreviousData,
  });
}

function reactionsTo(model: string, totals: readonly CallTotals[]): TypeTotals["values"] {
  return totals.flatMap(({ group, feedback }) => {
    const emoji = group?.[FEEDBACK_VALUE];
    return feedback && group?.["model"] === model && emoji !== undefined
      ? [{ value: emoji, count: feedback.count }]
      : [];
  });
}
