import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { CallRow } from "@/lib/contract/calls";
import { isOneOf } from "@/lib/contract/conditions";
import { feedbackField } from "@/lib/contract/feedback-field";
import { JsonNode } from "@/lib/json/node";
import type { Feedback } from "@/lib/contract/feedback";
import { callRef } from "@/lib/contract/refs";
import { isWhole } from "./call-rows";

const FEEDBACK_MS = 10_000;
const SAMPLED_RECORDS = 200;

/** Additional values of a listed call, which are read separately so that the list does not wait for them. */
export interface ShownCost {
  total_cost?: Record<string, number>;
  stated_costs?: Record<string, number>;
  priced_cost?: Record<string, number>;
  unpriced?: number;
}

/** Costs of calls, by id; for a root, of its whole trace. Read again when one of them ends. */
export function callCosts(projectId: string, rows: readonly CallRow[], client: Client = browserClient) {
  const ids = rows.map(({ id }) => id);
  const ended = rows.filter(({ ended_at: endedAt }) => endedAt !== undefined).length;
  return queryOptions({
    queryKey: ["calls", "costs", { projectId, ids, ended }] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, ShownCost>> => {
      const body = {
        project_id: projectId,
        filter: { call_ids: ids },
        columns: ["id"],
        include_overview: true,
        include_costs: true,
      };
      const costs = new Map<string, ShownCost>();
      for await (const { id, overview } of client.stream("callsStreamQuery", body, { signal }))
        if (overview) costs.set(id, overview);
      return costs;
    },
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  });
}

/** What came with the rows, where they are whole. */
export function costsIn(rows: readonly CallRow[]): ReadonlyMap<string, ShownCost> {
  return new Map(rows.flatMap((row) => (isWhole(row) && row.overview ? [[row.id, row.overview]] : [])));
}

/** The feedback that came with the rows; undefined where one of them is not whole. */
export function feedbackIn(rows: readonly CallRow[]): ReadonlyMap<string, FeedbackOnCall[]> | undefined {
  return rows.every(isWhole) ? new Map(rows.map(({ id, feedback = [] }) => [id, feedback])) : undefined;
}

export type FeedbackOnCall = Pick<Feedback, "feedback_type" | "payload">;

/** The feedback on calls, by call id, oldest first. */
export function feedbackOnCalls(projectId: string, ids: readonly string[], client: Client = browserClient) {
  return queryOptions({
    queryKey: ["feedback", "on-calls", { projectId, ids }] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, FeedbackOnCall[]>> => {
      const idOf = new Map(ids.map((id) => [callRef(projectId, id), id]));
      const body = {
        project_id: projectId,
        fields: ["core_ref" as const, "feedback_type" as const, "payload" as const],
        query: { $expr: isOneOf("core_ref", [...idOf.keys()]) },
        sort_by: [{ field: "created_at", direction: "asc" as const }],
      };
      const { result } = await client.request("feedbackQuery", body, { signal });
      const onCalls = new Map<string, FeedbackOnCall[]>();
      for (const { core_ref: ref, feedback_type, payload } of result) {
        const id = ref === undefined ? undefined : idOf.get(ref);
        if (id === undefined || !feedback_type || !payload) continue;
        onCalls.set(id, [...(onCalls.get(id) ?? []), { feedback_type, payload }]);
      }
      return onCalls;
    },
    placeholderData: keepPreviousData,
    refetchInterval: FEEDBACK_MS,
    enabled: ids.length > 0,
  });
}

/** Fields with a string or number in a project's newest feedback, by which calls can be sorted; frequent ones first. */
export function feedbackFields(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["feedback", "fields", { projectId }] as const,
    queryFn: async ({ signal }): Promise<string[]> => {
      const body = {
        project_id: projectId,
        fields: ["feedback_type" as const, "payload" as const],
        sort_by: [{ field: "created_at", direction: "desc" as const }],
        limit: SAMPLED_RECORDS,
      };
      const { result } = await client.request("feedbackQuery", body, { signal });
      const counts = new Map<string, number>();
      for (const { feedback_type: type, payload } of result) {
        if (!type || !payload) continue;
        for (const [name, value] of JsonNode.parse(payload).entries()) {
          if (value.kind === "object" || value.kind === "array" || name === "") continue;
          const field = feedbackField(type, name);
          counts.set(field, (counts.get(field) ?? 0) + 1);
        }
      }
      return [...counts].toSorted(([, a], [, b]) => b - a).map(([field]) => field);
    },
    staleTime: FEEDBACK_MS,
  });
}
