import { isConflict, isNotFound } from "@/lib/client/api-error";
import type { Client } from "@/lib/client/client";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionName } from "@/lib/contract/version-name";
import type { NewVersion } from "./objects";

/** Why a new object is not published under a name that `NewerVersion` says is taken. */
export const NAME_IS_TAKEN = "An object of this name exists. Choose another name, or edit that object.";

/** Another version has become the latest: it was published, or the one that was to be replaced was deleted. */
export class NewerVersion extends Error {
  override readonly name = "NewerVersion";
  readonly version: ObjectVersion;

  constructor(version: ObjectVersion) {
    const { ext_user_id: by, version_index: index, object_id: name } = version;
    const author = by === undefined ? "" : `, by ${by},`;
    super(`${versionName(index)} of ${name}${author} has become the latest version in the meantime.`);
    this.version = version;
  }
}

/**
 * Publishes a version over the one with the digest `replaces`; undefined for a name that must be free. Throws
 * `NewerVersion`, and publishes nothing, if the latest version is another one, also if it is published at the same time.
 * If all versions have been deleted, the name is free.
 */
export async function publishOver(
  { replaces, ...obj }: Omit<NewVersion, "replaces"> & { replaces: string | undefined },
  client: Client,
): Promise<Pick<ObjectVersion, "object_id" | "digest" | "version_index">> {
  // Also compared here, for services without `replaces`.
  const before = await readLatest(obj, client);
  if (before && before.digest !== replaces) return ownVersion(before, obj);
  try {
    return await client.request("objCreate", { obj: { ...obj, replaces: before?.digest ?? null } });
  } catch (error) {
    if (!isConflict(error)) throw error;
    const latest = await readLatest(obj, client);
    if (!latest) throw error;
    return ownVersion(latest, obj);
  }
}

/** The latest version if it is the one to be published, since a request is repeated if its response was lost. */
function ownVersion(latest: ObjectVersion, { val }: Pick<NewVersion, "val">): ObjectVersion {
  if (latest.val.text === val.text) return latest;
  throw new NewerVersion(latest);
}

/** Undefined if there is none that is not deleted. */
async function readLatest(
  { project_id, object_id }: Pick<NewVersion, "project_id" | "object_id">,
  client: Client,
): Promise<ObjectVersion | undefined> {
  try {
    const key = { project_id, object_id, digest: "latest" };
    const { obj } = await client.request("objRead", key);
    return obj;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
