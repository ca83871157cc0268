import { queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { readRows } from "./call-rows";

/** Maximum number of calls of one op that are offered for comparison. */
const SIMILAR_CALLS = 20;

/** The newest calls of an op, without payloads. */
export function similarCalls(projectId: string, opName: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["calls", "similar", { projectId, opName }] as const,
    queryFn: ({ signal }) => {
      const sort = [{ field: "started_at", direction: "desc" } as const];
      const query = { projectId, filter: { op_names: [opName] }, sort_by: sort, limit: SIMILAR_CALLS };
      return readRows(query, client, signal);
    },
  });
}
