import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { yieldToMain } from "@/lib/client/yield-to-main";
import { writeJsonLine } from "@/lib/json/text";

/**
 * A trace as JSON lines: every call with its payloads exactly as sent, by start. Fails instead of returning only a
 * part.
 */
export async function downloadTrace(
  projectId: string,
  traceId: string,
  client: Client = browserClient,
): Promise<{ file: Blob; calls: number }> {
  const sort = [{ field: "started_at", direction: "asc" } as const];
  const body = { project_id: projectId, filter: { trace_ids: [traceId] }, sort_by: sort };
  const lines: string[] = [];
  for await (const call of yieldToMain(client.stream("callsStreamQuery", body, { isExport: true })))
    lines.push(writeJsonLine(call));
  return { file: new Blob(lines, { type: "application/jsonl" }), calls: lines.length };
}
