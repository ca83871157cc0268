import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { REFS_PER_BATCH } from "@/lib/contract/limits";
import { versionRef } from "@/lib/contract/refs";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import { pollInterval } from "./polling";
import { publishOver } from "./publish-over";

/** A version of a prompt or a scorer to publish. */
export interface PromptVersion {
  projectId: string;
  name: string;
  val: JsonText;
  /** The class of a value that names none itself. */
  objectClass?: string | undefined;
  /** The digest of the version that it replaces as the latest; undefined if there is none. */
  replaces: string | undefined;
}

/** Publishes a version of a prompt or a scorer. Throws `NewerVersion` if the latest one is not the one that it replaces. */
export function saveVersion(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["objects", "save version"] as const,
    mutationFn: async ({ projectId, name, val, objectClass, replaces }: PromptVersion) => {
      const obj = { project_id: projectId, object_id: name, val, builtin_object_class: objectClass };
      return publishOver({ ...obj, replaces }, client);
    },
    onSettled: (_made, _error, _version, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: ["objects"] }),
  });
}

const LATEST_MS = 10_000;

/** The latest version of a prompt or a scorer without its value, read every 10 seconds: others may publish while it is edited. */
export function latestVersion(
  { projectId, name }: Pick<PromptVersion, "projectId" | "name">,
  client: Client = browserClient,
) {
  return queryOptions({
    queryKey: ["objects", "latest", { projectId, name }] as const,
    queryFn: async ({ signal }) => {
      const key = { project_id: projectId, object_id: name, digest: "latest", metadata_only: true };
      return (await client.request("objRead", key, { signal })).obj;
    },
    refetchInterval: (query) => {
      const interval = pollInterval(query);
      return interval && Math.max(interval, LATEST_MS);
    },
  });
}

interface Versions {
  projectId: string;
  name: string;
  digests: readonly string[];
}

/** The messages of versions of a prompt, a scorer or a dataset, by digest, without reading their values; those without one are left out. */
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
