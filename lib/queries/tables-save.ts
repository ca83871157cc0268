import { mutationOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { TABLE_UPDATES } from "@/lib/contract/limits";
import type { ObjectVersion } from "@/lib/contract/objects";
import type { TableUpdate } from "@/lib/contract/tables";
import { tableOf } from "@/lib/table/table-of";
import { publishDataset } from "./publish-dataset";

/** Number of characters of rows that one request sends. */
const PART_CHARS = 8_000_000;

interface SavedEdits {
  /** The version whose rows are changed. */
  version: ObjectVersion;
  /** Steps from the table of that version to the new one, in order. */
  updates: readonly TableUpdate[];
  /** The digest of the version that the new one replaces as the latest. */
  replaces: string;
  /** The message of the new version; empty for that of the version before. */
  message: string;
}

/**
 * Changes the rows of a version of a dataset, and publishes them as its next version. Throws `NewerVersion`, and
 * publishes nothing, if the latest version is not the one that is replaced.
 */
export function saveTableEdits(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["tables", "save"] as const,
    mutationFn: async ({ version, updates, replaces, message }: SavedEdits) => {
      const { project_id: projectId, object_id: name } = version;
      const before = tableOf(version.val, projectId);
      if (before === undefined) throw new Error("this version has no table");
      let digest = before;
      for (const part of partsOf(updates)) {
        const body = { project_id: projectId, base_digest: digest, updates: part };
        digest = (await client.request("tableUpdate", body)).digest;
      }
      const dataset = { projectId, name, description: message, digest, over: version, replaces };
      const { version_index } = await publishDataset(dataset, client);
      return { digest, version_index };
    },
    onSuccess: (_made, _edits, _result, { client: cache }) =>
      Promise.all([
        cache.invalidateQueries({ queryKey: ["tables"] }),
        cache.invalidateQueries({ queryKey: ["objects"] }),
      ]),
  });
}

/** Steps in as few requests as their number and size allow. */
function partsOf(updates: readonly TableUpdate[]): TableUpdate[][] {
  const parts: TableUpdate[][] = [];
  let part: TableUpdate[] = [];
  let chars = 0;
  for (const update of updates) {
    const size = (update.append ?? update.insert)?.row.text.length ?? 0;
    if (part.length === TABLE_UPDATES || (part.length > 0 && chars + size > PART_CHARS)) {
      parts.push(part);
      part = [];
      chars = 0;
    }
    part.push(update);
    chars += size;
  }
  return part.length > 0 ? [...parts, part] : parts;
}
