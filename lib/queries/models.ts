import { queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { toHeaderText } from "@/lib/contract/header-text";

/** The models that can be called for a project, by id. */
export function modelsList(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["models", "list", { projectId }] as const,
    queryFn: async ({ signal }) => {
      const headers = { "client-project": toHeaderText(projectId) };
      const { data } = await client.request("models", undefined, { signal, headers });
      return data.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    },
  });
}
