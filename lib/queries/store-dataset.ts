import { mutationOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { CallRow } from "@/lib/contract/calls";
import { equals, isOneOf } from "@/lib/contract/conditions";
import { callIdOf, callRef, formatRef } from "@/lib/contract/refs";
import { CORRECTION, correctionOf } from "@/lib/format/feedback-words";
import { JsonText, toJsonText } from "@/lib/json/text";

/** The object that a stored table is published as: a dataset, in the format of Weave's SDKs. */
export interface NewDataset {
  projectId: string;
  name: string;
  description: string;
  /** Parts of the rows, in order; each is sent before the next is requested. */
  rows: AsyncIterable<readonly JsonText[]>;
  /** A table to append the rows to. */
  base?: string;
  signal: AbortSignal;
}

/** Stores rows part by part and publishes them under a name; if it is aborted, nothing is published. */
export function storeDataset(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["tables", "create"] as const,
    mutationFn: async ({ projectId, name, description, rows, base, signal }: NewDataset) => {
      let digest = base;
      let count = 0;
      for await (const part of rows) {
        digest = await storePart({ projectId, base: digest, part }, client, signal);
        count += part.length;
      }
      digest ??= await storePart({ projectId, base: undefined, part: [] }, client, signal);
      const val = datasetValue({ projectId, name, description, digest });
      const obj = { project_id: projectId, object_id: name, val };
      const { version_index } = await client.request("objCreate", { obj }, { signal });
      return { digest, count, version_index };
    },
    onSuccess: (_made, _dataset, _result, { client: cache }) =>
      Promise.all([
        cache.invalidateQueries({ queryKey: ["tables"] }),
        cache.invalidateQueries({ queryKey: ["objects"] }),
      ]),
  });
}

interface TablePart {
  projectId: string;
  base: string | undefined;
  part: readonly JsonText[];
}

async function storePart({ projectId, base, part }: TablePart, client: Client, signal: AbortSignal): Promise<string> {
  if (base === undefined) {
    const table = { project_id: projectId, rows: [...part] };
    return (await client.request("tableCreate", { table }, { signal })).digest;
  }
  const updates = part.map((row) => ({ append: { row } }));
  const body = { project_id: projectId, base_digest: base, updates };
  return (await client.request("tableUpdate", body, { signal })).digest;
}

/** The value of a dataset. Its ref has the scheme that Weave's SDKs use, which the service also accepts. */
function datasetValue({
  projectId,
  name,
  description,
  digest,
}: Record<"projectId" | "name" | "description" | "digest", string>) {
  const [entity = "", project = ""] = projectId.split("/");
  return toJsonText({
    _type: "Dataset",
    _class_name: "Dataset",
    _bases: ["Object", "BaseModel"],
    name,
    description: description === "" ? null : description,
    rows: formatRef({ scheme: "weave", entity, project, kind: "table", digest, path: [] }),
  });
}

/** Number of calls read at a time, and number of their characters that one request stores. */
const CALLS_PER_READ = 500;
const PART_CHARS = 8_000_000;

interface ChosenCalls {
  projectId: string;
  callIds: readonly string[];
  columns: readonly string[];
  signal: AbortSignal;
}

/** Selected calls with some of their columns, by start, in parts that fit into one request. */
export async function* callRowsOf(
  { projectId, callIds, columns, signal }: ChosenCalls,
  client: Client = browserClient,
): AsyncGenerator<CallRow[]> {
  for (let from = 0; from < callIds.length; from += CALLS_PER_READ) {
    const body = {
      project_id: projectId,
      filter: { call_ids: callIds.slice(from, from + CALLS_PER_READ) },
      sort_by: [{ field: "started_at", direction: "asc" as const }],
      columns: ["id", ...columns],
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
