import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { CallCost } from "@/lib/contract/call-costs";
import type { CallRow } from "@/lib/contract/calls";
import { isOneOf } from "@/lib/contract/conditions";
import { callRef } from "@/lib/contract/refs";
import { nextPoll, type Poll } from "@/lib/live/poll";
import type { TraceCosts } from "@/lib/trace/cost";
import { readRows, readWatermark } from "./call-rows";
import type { FeedbackRow } from "./feedback";
import { pollInterval, WATERMARK_MS } from "./polling";

interface LiveThread extends Poll {
  rows: CallRow[];
}

/** The calls of a thread and of its traces, without payloads; read again after every write. */
export function threadCalls(projectId: string, threadId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["threads", "calls", { projectId, threadId }] as const,
    queryFn: async ({ signal, client: cache, queryKey }): Promise<LiveThread> => {
      const previous = cache.getQueryData<LiveThread>(queryKey);
      const { latest } = await readWatermark(projectId, client, signal);
      const { isDue, ...poll } = nextPoll(previous, latest);
      if (previous && !isDue) return { ...previous, ...poll };
      const query = { projectId, columns: ["turn_id"], sort_by: [{ field: "started_at", direction: "asc" as const }] };
      const own = await readRows({ ...query, filter: { thread_ids: [threadId] } }, client, signal);
      const traces = [...new Set(own.flatMap(({ trace_id: id }) => id ?? []))];
      // A turn's tokens are also in calls below it that do not have the thread id.
      const rows =
        traces.length === 0 ? [] : await readRows({ ...query, filter: { trace_ids: traces } }, client, signal);
      return { ...poll, rows };
    },
    select: ({ rows }) => rows,
    refetchInterval: pollInterval,
    staleTime: WATERMARK_MS,
  });
}

/** The cost of each model in a thread's calls, by call and model. */
export function threadCosts(
  projectId: string,
  threadId: string,
  traceIds: readonly string[],
  client: Client = browserClient,
) {
  return queryOptions({
    queryKey: ["threads", "costs", { projectId, threadId, traceIds }] as const,
    queryFn: async ({ signal }): Promise<TraceCosts> => {
      const { readCosts } = await import("@/lib/trace/read-costs");
      const costs = new Map<string, Readonly<Record<string, CallCost>>>();
      const body = {
        project_id: projectId,
        filter: { trace_ids: [...traceIds] },
        columns: ["id", "summary.costs"],
        include_costs: true,
      };
      for await (const { id, summary } of client.stream("callsStreamQuery", body, { signal })) {
        const own = summary && readCosts(summary);
        if (own) costs.set(id, own);
      }
      return costs;
    },
    placeholderData: keepPreviousData,
  });
}

/** The feedback on some calls, by call id. */
export function feedbackOnCalls(projectId: string, callIds: readonly string[], client: Client = browserClient) {
  return queryOptions({
    queryKey: ["feedback", "list", { projectId, callIds }] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, FeedbackRow[]>> => {
      const ids = new Map(callIds.map((id) => [callRef(projectId, id), id]));
      const body = { project_id: projectId, query: { $expr: isOneOf("core_ref", [...ids.keys()]) } };
      const byCall = new Map<string, FeedbackRow[]>();
      for (const row of (await client.request("feedbackQuery", body, { signal })).result) {
        const id = row.core_ref === undefined ? undefined : ids.get(row.core_ref);
        if (id !== undefined) byCall.set(id, [...(byCall.get(id) ?? []), row]);
      }
      return byCall;
    },
    enabled: callIds.length > 0,
    placeholderData: keepPreviousData,
  });
}
