import type { QueryClient } from "@tanstack/react-query";
import type { Client } from "@/lib/client/client";
import { queueAnswers, queuesList } from "./queues";

/** Reads the annotation queues of a project and everyone's progress in them. */
export async function readQueuesAhead(cache: QueryClient, projectId: string, client: Client) {
  const queues = await cache.fetchQuery(queuesList(projectId, client));
  if (queues.length > 0) await cache.prefetchQuery(queueAnswers(projectId, queues, client));
}
