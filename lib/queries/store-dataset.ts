import { mutationOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { CallRow } from "@/lib/contract/calls";
import { type JsonText, toJsonText } from "@/lib/json/text";
import { formatRef } from "@/lib/contract/refs";

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
