import { queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";

const FRESH_MS = 60_000;

/** The models of a project in the order in which its calls first named them; the position of a model never changes. */
export function modelOrder(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["calls", "model-order", { projectId }] as const,
    queryFn: async ({ signal }) => (await client.request("callsModels", { project_id: projectId }, { signal })).models,
    staleTime: FRESH_MS,
  });
}
