import type { QueryClient } from "@tanstack/react-query";
import type { Client } from "@/lib/client/client";
import { polledAt } from "@/lib/live/poll";
import { callDetail, traceCalls, traceCosts } from "./trace";

interface CallParams {
  projectId: string;
  callId: string;
}

/** Reads a call, the trace it is in and the costs of its calls. */
export async function readTraceAhead(cache: QueryClient, { projectId, callId }: CallParams, client: Client) {
  const { trace_id: traceId } = await cache.fetchQuery(callDetail(projectId, callId, client));
  const trace = traceCalls(projectId, traceId, client);
  const readCalls = async () => {
    const { latest, rows } = await cache.fetchQuery(trace);
    cache.setQueryData(trace.queryKey, { rows, ...polledAt(Date.now(), latest) });
  };
  await Promise.all([readCalls(), cache.prefetchQuery(traceCosts(projectId, traceId, client))]);
}
