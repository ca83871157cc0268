import { queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { Call, CallRow } from "@/lib/contract/calls";
import type { TraceCosts } from "@/lib/trace/cost";
import { isSettled } from "@/lib/trace/settled";
import { readRows, readWatermark } from "./call-rows";
import { pollInterval, WATERMARK_MS } from "./polling";
import { nextPoll, type Poll } from "@/lib/live/poll";

const RUNNING_POLL_MS = 2000;
/** A trace with more calls than this is read less often. */
const LARGE_TRACE_CALLS = 2000;
const LARGE_POLL_MS = 5000;

interface LiveTrace extends Poll {
  rows: CallRow[];
}

/** One call with its payloads, exactly as sent; read again until it has ended. */
export function callDetail(projectId: string, id: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["calls", "detail", { projectId, id }] as const,
    queryFn: async ({ signal }): Promise<Call> => {
      const body = {
        project_id: projectId,
        id,
        include_costs: true,
        include_storage_size: true,
        include_total_storage_size: true,
      };
      const { call } = await client.request("callRead", body, { signal });
      return call;
    },
    refetchInterval: ({ state }) => (state.data && !state.data.ended_at ? RUNNING_POLL_MS : false),
  });
}

/**
 * Every call of a trace, without payloads, by start. While the trace is young or running, a cheap watermark is polled
 * and the calls are read again when it changes.
 */
export function traceCalls(projectId: string, traceId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["calls", "trace", { projectId, traceId }] as const,
    queryFn: async ({ signal, client: cache, queryKey }): Promise<LiveTrace> => {
      const previous = cache.getQueryData<LiveTrace>(queryKey);
      const { latest } = await readWatermark(projectId, client, signal);
      const { isDue, ...poll } = nextPoll(previous, latest);
      if (previous && !isDue) return { ...previous, ...poll };
      const sort = [{ field: "started_at", direction: "asc" } as const];
      const rows = await readRows({ projectId, filter: { trace_ids: [traceId] }, sort_by: sort }, client, signal);
      return { ...poll, rows };
    },
    select: ({ rows }) => rows,
    refetchInterval: ({ state }) => {
      const rows = state.data?.rows ?? [];
      if (isSettled(rows, Date.now())) return false;
      return rows.length > LARGE_TRACE_CALLS ? LARGE_POLL_MS : pollInterval({ state });
    },
    staleTime: WATERMARK_MS,
  });
}

/**
 * The cost of each model in each call, by call and model, for calls that report tokens. Read separately, so that the
 * tree does not wait for it.
 */
export function traceCosts(projectId: string, traceId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["calls", "trace-costs", { projectId, traceId }] as const,
    queryFn: async ({ signal }): Promise<TraceCosts> => {
      const { readTraceCosts } = await import("./read-trace-costs");
      return readTraceCosts(projectId, traceId, client, signal);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
