import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";

/** The rows of these calls, in any order; those that do not exist are left out. */
export function callsById(projectId: string, ids: readonly string[], client: Client = browserClient) {
  return queryOptions({
    queryKey: ["calls", "by-id", { projectId, ids }] as const,
    queryFn: async ({ signal }) => {
      // Loaded with the calls, which are read after the page.
      const { readRows } = await import("./call-rows");
      return readRows({ projectId, filter: { call_ids: [...ids] } }, client, signal);
    },
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  });
}
