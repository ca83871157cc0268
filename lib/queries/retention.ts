import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { retentionPreviewRequest, retentionSetRequest } from "@/lib/contract/retention";
import { pollInterval } from "./polling";

type NewRetention = z.input<typeof retentionSetRequest>;
export type RetentionQuestion = z.input<typeof retentionPreviewRequest>;

/** Milliseconds between two readings. */
const IDLE_MS = 60_000;
const RUNNING_MS = 2_000;

/** How long traces of a project are kept, its next run and its last one; read again while the page is visible. */
export function projectRetention(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["retention", "settings", { projectId }] as const,
    queryFn: ({ signal }) => client.request("retentionQuery", { project_id: projectId }, { signal }),
    refetchInterval: (query) => {
      const interval = pollInterval(query);
      return interval && Math.max(interval, query.state.data?.running ? RUNNING_MS : IDLE_MS);
    },
  });
}

/** What would be deleted today. */
export function retentionPreview(question: RetentionQuestion, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["retention", "preview", question] as const,
    queryFn: ({ signal }) => client.request("retentionPreview", question, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Sets how long traces of a project are kept. */
export function setRetention(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["retention", "set"] as const,
    mutationFn: (retention: NewRetention) => client.request("retentionSet", retention),
    onSuccess: (stored, { project_id: projectId }, _result, { client: cache }) =>
      cache.setQueryData(projectRetention(projectId).queryKey, stored),
    onError: (_error, { project_id: projectId }, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: projectRetention(projectId).queryKey }),
  });
}
