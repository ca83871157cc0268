import { queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { yieldToMain } from "@/lib/client/yield-to-main";
import type { CallRow } from "@/lib/contract/calls";
import type { CallPayload } from "@/lib/trace/trace-log";

/** The number of calls in one request. */
const REQUEST_CALLS = 100;
/** After this number of characters of payloads in one request, its other calls are left out. */
export const REQUEST_CHARS = 8_000_000;

interface KnownPayload extends CallPayload {
  /** Whether the call had ended when it was read. */
  hasEnded: boolean;
}

/**
 * Input and output of some calls of a trace, by id. When they are read again, only rows that are new or have ended since
 * are requested.
 */
export function callPayloads(
  projectId: string,
  traceId: string,
  rows: readonly CallRow[],
  client: Client = browserClient,
) {
  return queryOptions({
    queryKey: ["calls", "payloads", { projectId, traceId }] as const,
    queryFn: async ({ signal, client: cache, queryKey }): Promise<ReadonlyMap<string, KnownPayload>> => {
      const previous = cache.getQueryData<ReadonlyMap<string, KnownPayload>>(queryKey);
      const missing = rows.filter((row) => previous?.get(row.id)?.hasEnded !== (row.ended_at !== undefined));
      if (previous && missing.length === 0) return previous;
      const known = new Map(previous);
      for (let from = 0; from < missing.length; from += REQUEST_CALLS) {
        const asked = missing.slice(from, from + REQUEST_CALLS);
        const read = await readPayloads(projectId, asked, client, signal);
        for (const { id, ended_at: endedAt } of asked)
          known.set(id, { ...read.get(id), hasEnded: endedAt !== undefined });
      }
      return known;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function readPayloads(
  projectId: string,
  rows: readonly CallRow[],
  client: Client,
  signal: AbortSignal,
): Promise<Map<string, CallPayload>> {
  const body = {
    project_id: projectId,
    filter: { call_ids: rows.map(({ id }) => id) },
    sort_by: [{ field: "started_at", direction: "asc" } as const],
    columns: ["id", "inputs", "output"],
  };
  const read = new Map<string, CallPayload>();
  let chars = 0;
  for await (const { id, inputs, output } of yieldToMain(client.stream("callsStreamQuery", body, { signal }))) {
    read.set(id, { inputs, output });
    chars += (inputs?.text.length ?? 0) + (output?.text.length ?? 0);
    if (chars > REQUEST_CHARS) break;
  }
  if (chars > REQUEST_CHARS) for (const { id } of rows) if (!read.has(id)) read.set(id, { isLeftOut: true });
  return read;
}
