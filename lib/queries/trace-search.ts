import { queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { contains } from "@/lib/contract/conditions";

/** The ids of a trace's calls whose input, output, error, name or model contains a text in any case. */
export function traceMatches(projectId: string, traceId: string, text: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["calls", "trace-matches", { projectId, traceId, text }] as const,
    queryFn: async ({ signal }): Promise<ReadonlySet<string>> => {
      const { textExpression } = await import("@/lib/filter/to-expression");
      const body = {
        project_id: projectId,
        filter: { trace_ids: [traceId] },
        query: { $expr: { $or: [textExpression(text), contains("overview.model", text)] } },
        columns: ["id"],
      };
      const ids = new Set<string>();
      for await (const { id } of client.stream("callsStreamQuery", body, { signal })) ids.add(id);
      return ids;
    },
  });
}
