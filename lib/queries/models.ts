import { queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";

/** The models that can be called, by id. */
export function modelsList(client: Client = browserClient) {
  return queryOptions({
    queryKey: ["models", "list", {}] as const,
    queryFn: async ({ signal }) => {
      const { data } = await client.request("models", undefined, { signal });
      return data.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    },
  });
}
