import type { QueryClient } from "@tanstack/react-query";
import type { Client } from "@/lib/client/client";
import { polledAt } from "@/lib/live/poll";
import { threadCalls, threadCosts } from "./thread";
import { threadsList, type ThreadsListParams } from "./threads";

/** Reads the first page of the list of threads. */
export async function readThreadsAhead(cache: QueryClient, params: ThreadsListParams, client: Client) {
  await cache.prefetchInfiniteQuery(threadsList(params, client));
}

/** Reads the calls of a thread, and what they cost. */
export async function readThreadAhead(
  cache: QueryClient,
  { projectId, threadId }: { projectId: string; threadId: string },
  client: Client,
) {
  const thread = threadCalls(projectId, threadId, client);
  const { latest, rows } = await cache.fetchQuery(thread);
  cache.setQueryData(thread.queryKey, { rows, ...polledAt(Date.now(), latest) });
  const traceIds = [...new Set(rows.flatMap(({ trace_id: id }) => id ?? []))];
  await cache.prefetchQuery(threadCosts(projectId, threadId, traceIds, client));
}
