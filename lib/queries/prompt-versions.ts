import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { isConflict, isNotFound } from "@/lib/client/api-error";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { ObjectVersion } from "@/lib/contract/objects";
import { REFS_PER_BATCH } from "@/lib/contract/limits";
import { versionRef } from "@/lib/contract/refs";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";

/** Another version has become the latest since the one that was to be replaced. */
export class NewerVersion extends Error {
  override readonly name = "NewerVersion";
  readonly version: ObjectVersion;

  constructor(version: ObjectVersion) {
    const { ext_user_id: by, version_index: index, object_id: name } = version;
    super(`${by ?? "Somebody"} published v${index} of ${name} in the meantime.`);
    this.version = version;
  }
}

/** A version of a prompt to publish. */
export interface PromptVersion {
  projectId: string;
  name: string;
  val: JsonText;
  /** The class of a value that names none itself. */
  objectClass?: string | undefined;
  /** The digest of the version that it replaces as the latest; undefined if there is none. */
  replaces: string | undefined;
}

/** Publishes a version of a prompt. Throws `NewerVersion` if the latest one is not the one that it replaces. */
export function savePrompt(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["objects", "save prompt"] as const,
    mutationFn: async ({ projectId, name, val, objectClass, replaces }: PromptVersion) => {
      const before = await readLatest(projectId, name, client);
      if (before && before.digest !== replaces) throw new NewerVersion(before);
      const obj = { project_id: projectId, object_id: name, val, builtin_object_class: objectClass };
      try {
        return await client.request("objCreate", { obj: { ...obj, replaces: before?.digest ?? null } });
      } catch (error) {
        if (!isConflict(error)) throw error;
        const latest = await readLatest(projectId, name, client, { value: true });
        if (!latest) throw error;
        // It may be this version: a request is repeated if its response was lost.
        if (latest.val.text !== val.text) throw new NewerVersion(latest);
        return latest;
      }
    },
    onSettled: (_made, _error, _version, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: ["objects"] }),
  });
}

/** Undefined if there is none that is not deleted. */
async function readLatest(
  projectId: string,
  name: string,
  client: Client,
  { value } = { value: false },
): Promise<ObjectVersion | undefined> {
  try {
    const key = { project_id: projectId, object_id: name, digest: "latest", metadata_only: !value };
    const { obj } = await client.request("objRead", key);
    return obj.deleted_at ? undefined : obj;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

interface Versions {
  projectId: string;
  name: string;
  digests: readonly string[];
}

/** The messages of versions of a prompt, by digest, without reading their values; those without one are left out. */
export function versionMessages({ projectId, name, digests: all }: Versions, client: Client = browserClient) {
  const digests = all.slice(0, REFS_PER_BATCH);
  return queryOptions({
    queryKey: ["objects", "messages", { projectId, name, digests }] as const,
    queryFn: async ({ signal }): Promise<Readonly<Record<string, string>>> => {
      const refs = digests.map(
        (digest) => `${versionRef(projectId, { kind: "object", name, digest })}/attr/description`,
      );
      const { vals } = await client.request("refsReadBatch", { refs }, { signal });
      const messages = vals.map((val, index) => [digests[index] ?? "", JsonNode.parse(val).string() ?? ""] as const);
      return Object.fromEntries(messages.filter(([, message]) => message !== ""));
    },
    enabled: digests.length > 0,
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
