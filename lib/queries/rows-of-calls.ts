import type { Client } from "@/lib/client/client";
import { browserClient } from "@/lib/client/browser-client";
import type { CallRow } from "@/lib/contract/calls";
import { equals, isOneOf } from "@/lib/contract/conditions";
import { callIdOf, callRef } from "@/lib/contract/refs";
import { CORRECTION, correctionOf } from "@/lib/format/feedback-words";
import { JsonText } from "@/lib/json/text";
import { callAsRow, PART_COLUMNS, type RowShape } from "@/lib/table/call-row";
import { rowDigest } from "@/lib/table/row-digest";
import { knownRows } from "./tables-known-rows";

/** Number of calls read at a time, and number of their characters that one request stores. */
export const CALLS_PER_READ = 500;
const PART_CHARS = 8_000_000;

interface ChosenCalls {
  projectId: string;
  callIds: readonly string[];
  columns: readonly string[];
  /** Only this many of them; all without it. */
  most?: number;
  signal: AbortSignal;
}

/** Selected calls with some of their columns, by start, in parts that fit into one request. */
export async function* callRowsOf(
  { projectId, callIds, columns, most, signal }: ChosenCalls,
  client: Client = browserClient,
): AsyncGenerator<CallRow[]> {
  for (let from = 0; from < callIds.length; from += CALLS_PER_READ) {
    const body = {
      project_id: projectId,
      filter: { call_ids: callIds.slice(from, from + CALLS_PER_READ) },
      sort_by: [{ field: "started_at", direction: "asc" as const }],
      columns: ["id", ...columns],
      ...(most !== undefined && { limit: most }),
    };
    let part: CallRow[] = [];
    let chars = 0;
    for await (const call of client.stream("callsStreamQuery", body, { signal })) {
      const size = [call.inputs, call.output, call.attributes].reduce((sum, json) => sum + (json?.text.length ?? 0), 0);
      if (part.length > 0 && chars + size > PART_CHARS) {
        yield part;
        part = [];
        chars = 0;
      }
      part.push(call);
      chars += size;
    }
    if (part.length > 0) yield part;
  }
}

/** The newest corrected output of each of some calls that has one, by the call's ID. */
export async function correctionsOf(
  projectId: string,
  calls: readonly Pick<CallRow, "id">[],
  signal: AbortSignal,
  client: Client = browserClient,
): Promise<ReadonlyMap<string, JsonText>> {
  if (calls.length === 0) return new Map();
  const refs = calls.map(({ id }) => callRef(projectId, id));
  const body = {
    project_id: projectId,
    fields: ["core_ref" as const, "feedback_type" as const, "payload" as const],
    query: { $expr: { $and: [equals("feedback_type", CORRECTION), isOneOf("core_ref", refs)] } },
    sort_by: [{ field: "created_at", direction: "asc" as const }],
  };
  const { result } = await client.request("feedbackQuery", body, { signal });
  const corrections = new Map<string, JsonText>();
  for (const { core_ref: ref, feedback_type: type, payload } of result) {
    const id = callIdOf(ref);
    const output = correctionOf(type, payload);
    if (id !== undefined && output) corrections.set(id, new JsonText(output.raw));
  }
  return corrections;
}

export interface CallsAsRows extends RowShape {
  projectId: string;
  callIds: readonly string[];
  /** Digest of the table that the rows are added to; undefined for a new one. */
  table: string | undefined;
}

/** The rows of some calls. */
interface RowPart {
  /** Number of calls that were read. */
  read: number;
  rows: JsonText[];
  /** By position in `rows`, whether the table or an earlier selected call has the row. */
  copies: ("known" | "repeated" | undefined)[];
}

/** Selected calls as rows, in parts that fit into one request, with those that would be in the table twice. */
export async function* rowsOfCalls(
  { projectId, callIds, table, ...shape }: CallsAsRows,
  signal: AbortSignal,
  client: Client = browserClient,
): AsyncGenerator<RowPart> {
  const seen = new Set<string>();
  const columns = [...shape.parts].flatMap((part) => PART_COLUMNS[part]);
  for await (const calls of callRowsOf({ projectId, callIds, columns, signal }, client)) {
    const corrections = shape.parts.has("correction")
      ? await correctionsOf(projectId, calls, signal, client)
      : undefined;
    const rows = calls.map((call) => callAsRow(projectId, call, { ...shape, corrections }));
    const digests = rows.map(rowDigest);
    const known =
      table === undefined ? new Set<string>() : await knownRows({ projectId, digest: table }, digests, signal, client);
    const copies = digests.map((digest) => {
      const copy = known.has(digest) ? "known" : seen.has(digest) ? "repeated" : undefined;
      seen.add(digest);
      return copy;
    });
    yield { read: calls.length, rows, copies };
  }
}
