import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { callIdOf } from "@/lib/contract/refs";
import type { FeedbackOnCall } from "./call-extras";

const DAY_MS = 86_400_000;
/** Number of days that the models page covers. */
export const OBSERVED_DAYS = 30;
/** Maximum number of feedback records that are joined with the models of their calls, the newest. */
export const JOINED_FEEDBACK = 1_000;

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
 * The newest feedback of a project by the model of the call it is on; feedback on calls without a model is left out.
 */
export function feedbackByModel(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["feedback", "by-model", { projectId }] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, FeedbackOnCall[]>> => {
      const { result } = await client.request(
        "feedbackQuery",
        {
          project_id: projectId,
          fields: ["core_ref", "feedback_type", "payload"],
          sort_by: [{ field: "created_at", direction: "desc" }],
          limit: JOINED_FEEDBACK,
        },
        { signal },
      );
      const records = result.flatMap(({ core_ref, feedback_type, payload }) => {
        const id = callIdOf(core_ref);
        return id && feedback_type && payload ? [{ id, feedback_type, payload }] : [];
      });
      const models = await modelsOf(projectId, [...new Set(records.map(({ id }) => id))], client, signal);
      const byModel = new Map<string, FeedbackOnCall[]>();
      for (const { id, ...record } of records) {
        const model = models.get(id);
        if (model) byModel.set(model, [...(byModel.get(model) ?? []), record]);
      }
      return byModel;
    },
  });
}

async function modelsOf(projectId: string, ids: string[], client: Client, signal: AbortSignal) {
  const models = new Map<string, string>();
  if (ids.length === 0) return models;
  const body = { project_id: projectId, filter: { call_ids: ids }, columns: ["id"], include_overview: true };
  for await (const { id, overview } of client.stream("callsStreamQuery", body, { signal }))
    if (overview?.model) models.set(id, overview.model);
  return models;
}
