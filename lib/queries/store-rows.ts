import type { Client } from "@/lib/client/client";
import type { ObjectVersion } from "@/lib/contract/objects";
import type { JsonText } from "@/lib/json/text";
import { tableOf } from "@/lib/table/table-of";
import { publishDataset } from "./publish-dataset";

/** The object that a stored table is published as: a dataset, in the format of Weave's SDKs. */
export interface NewDataset {
  projectId: string;
  name: string;
  description: string;
  /** Parts of the rows, in order; each is sent before the next is requested. */
  rows: AsyncIterable<readonly JsonText[]>;
  /**
   * The version to whose rows these are appended; null for a name that must be free. Without it, the rows become the
   * latest version of the name, whatever that was.
   */
  over?: ObjectVersion | null;
  signal: AbortSignal;
}

/**
 * Stores rows part by part and publishes them under a name; if it is aborted, nothing is published. Throws
 * `NewerVersion`, and publishes nothing, if the latest version is not the one in `over`.
 */
export async function storeRows(
  { projectId, name, description, rows, over, signal }: NewDataset,
  client: Client,
): Promise<{ digest: string; count: number; version_index: number }> {
  let digest = over ? tableOf(over.val, projectId) : undefined;
  let count = 0;
  for await (const part of rows) {
    if (part.length === 0) continue;
    digest = await storePart({ projectId, base: digest, part }, client, signal);
    count += part.length;
  }
  if (over && count === 0) throw new Error("none of the rows was new");
  digest ??= await storePart({ projectId, base: undefined, part: [] }, client, signal);
  signal.throwIfAborted();
  const { version_index } = await publishDataset({ projectId, name, description, digest, over }, client);
  return { digest, count, version_index };
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
