import { queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { JsonText } from "@/lib/json/text";
import { CALLS_PER_READ, type CallsAsRows, callRowsOf, correctionsOf, rowsOfCalls } from "./rows-of-calls";

/** Number of calls whose fields are offered as columns. */
const SAMPLE_CALLS = 20;

/** The first of the calls that would be stored, complete, with their corrected outputs. */
export function sampleCalls(
  { projectId, callIds }: { projectId: string; callIds: readonly string[] },
  client: Client = browserClient,
) {
  const first = callIds.slice(0, CALLS_PER_READ);
  return queryOptions({
    queryKey: ["calls", "sample", { projectId, callIds: first }] as const,
    queryFn: async ({ signal }) => {
      const columns = ["inputs", "output", "attributes", "exception", "op_name", "started_at", "ended_at"];
      for await (const calls of callRowsOf({ projectId, callIds: first, columns, most: SAMPLE_CALLS, signal }, client))
        return { calls, corrections: await correctionsOf(projectId, calls, signal, client) };
      return { calls: [], corrections: new Map<string, JsonText>() };
    },
  });
}

/** How many of the selected calls would be in the table twice: in it already, or like an earlier selected call. */
export function duplicateRows(asked: CallsAsRows, client: Client = browserClient) {
  const { parts, names, ...rest } = asked;
  return queryOptions({
    queryKey: ["tables", "duplicates", { ...rest, parts: [...parts], names: [...(names ?? [])] }] as const,
    queryFn: async ({ signal }) => {
      const counts = { known: 0, repeated: 0 };
      for await (const { copies } of rowsOfCalls(asked, signal, client))
        for (const copy of copies) if (copy) counts[copy] += 1;
      return counts;
    },
  });
}
