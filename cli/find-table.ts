import { isNotFound } from "@/lib/client/api-error";
import { versionRef } from "@/lib/contract/refs";
import { tableOf } from "@/lib/table/table-of";
import type { Connection } from "./context";
import { CommandError } from "./exit-status";

export interface FoundTable {
  digest: string;
  /** The version of the dataset that has it. */
  dataset?: string;
}

/** A name and the version that is asked for: `golden`, `golden:v3`, `golden:production`. */
export function splitVersion(text: string): { name: string; version: string } {
  const at = text.lastIndexOf(":");
  return at < 1 ? { name: text, version: "latest" } : { name: text.slice(0, at), version: text.slice(at + 1) };
}

/** The table of a version of a dataset, or the one with a digest. */
export async function findTable(
  { client, projectId }: Connection,
  text: string,
  signal: AbortSignal,
): Promise<FoundTable> {
  const { name, version } = splitVersion(text);
  try {
    const key = { project_id: projectId, object_id: name, digest: version };
    const { obj } = await client.request("objRead", key, { signal });
    const digest = tableOf(obj.val, projectId);
    if (digest === undefined) throw new CommandError(`${name} is not a dataset with stored rows.`);
    return { digest, dataset: versionRef(projectId, { kind: "object", name, digest: obj.digest }) };
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  const { tables } = await client.request(
    "tablesQuery",
    { project_id: projectId, filter: { digests: [text] } },
    { signal },
  );
  if (tables.length > 0) return { digest: text };
  throw new CommandError(`There is no dataset or table ${JSON.stringify(text)} in ${projectId}.`);
}
