import { isNotFound } from "@/lib/client/api-error";
import { versionRef } from "@/lib/contract/refs";
import { versionInRefs } from "@/lib/contract/version-name";
import { tableOf } from "@/lib/table/table-of";
import type { Connection } from "./context";
import { CommandError } from "./exit-status";

export interface FoundTable {
  digest: string;
  /** The version of the dataset that has it. */
  dataset?: string;
}

interface AskedVersion {
  name: string;
  /** As it was written. */
  version: string;
  /** As refs and the API name it. */
  digest: string;
}

/** A name and the version that is asked for: `golden`, `golden:v3`, `golden:production`. */
export function splitVersion(text: string): AskedVersion {
  const at = text.lastIndexOf(":");
  const name = at < 1 ? text : text.slice(0, at);
  const version = at < 1 ? "latest" : text.slice(at + 1);
  const digest = versionInRefs(version);
  if (digest === undefined) throw new CommandError(`There is no ${version} of ${name}; the first version is v1.`);
  return { name, version, digest };
}

/** The table of a version of a dataset, or the one with a digest. */
export async function findTable(
  { client, projectId }: Connection,
  text: string,
  signal: AbortSignal,
): Promise<FoundTable> {
  const { name, digest: version } = splitVersion(text);
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
