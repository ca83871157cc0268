import { queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { REFUSALS_KEPT } from "@/lib/contract/limits";

/** The projects that the signed-in key may read, by name. */
export function projectsList(client: Client = browserClient) {
  return queryOptions({
    queryKey: ["projects", "list", {}] as const,
    queryFn: async ({ signal }) => (await client.request("projectsQuery", {}, { signal })).projects,
  });
}

/** Rejected trace items of a project, newest first, and their total number. */
export function refusalsList(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["refusals", "list", { projectId }] as const,
    queryFn: ({ signal }) =>
      client.request("refusalsQuery", { project_id: projectId, limit: REFUSALS_KEPT }, { signal }),
  });
}
