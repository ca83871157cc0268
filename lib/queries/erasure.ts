import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { ErasurePreviewRequest } from "@/lib/contract/erasure";
import { pollInterval } from "./polling";

/** The erasures of a project, newest first; read again while one of them has not ended. */
export function erasuresList(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["erasure", "list", { projectId }] as const,
    queryFn: async ({ signal }) =>
      (await client.request("erasureQuery", { project_id: projectId }, { signal })).erasures,
    refetchInterval: (query) =>
      query.state.data?.some(({ status }) => status !== "done") === true && pollInterval(query),
  });
}

/** Counts what is stored of a user. A mutation, so that no cache keeps the ID of the user. */
export function previewErasure(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["erasure", "preview"] as const,
    mutationFn: (asked: ErasurePreviewRequest) => client.request("erasurePreview", asked),
    gcTime: 0,
  });
}

/** Begins to erase what is stored of a user. */
export function createErasure(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["erasure", "create"] as const,
    mutationFn: (asked: ErasurePreviewRequest & { confirm: string }) => client.request("erasureCreate", asked),
    onSuccess: (_made, _asked, _result, { client: cache }) => cache.invalidateQueries({ queryKey: ["erasure"] }),
    gcTime: 0,
  });
}
