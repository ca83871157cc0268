import { queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { CallRow } from "@/lib/contract/calls";
import { containsExactly } from "@/lib/contract/conditions";
import { digestsIn } from "@/lib/contract/digests-in";
import { linkedTo, linkedVersion } from "@/lib/contract/linked-prompt";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionRef } from "@/lib/contract/refs";
import { readRows } from "./call-rows";

/** Maximum number of calls, and of objects, that "used by" lists. */
export const USES_SHOWN = 50;
/** Bytes of payloads that are read to find out which versions are used. */
const READ_BYTES = 8 * 1024 * 1024;
const PAYLOADS = ["inputs", "output", "attributes"] as const;

export interface UsesParams {
  projectId: string;
  /**
   * The common part of refs: `///<entity>/<project>/object/<name>:`, followed by the digest if one version is meant.
   */
  text: string;
}

/** `prompt` also finds calls linked to it: to the version with this index, or to any. An op has none. */
interface CallUsesParams extends UsesParams {
  prompt: { name: string; index: number | undefined } | undefined;
}

/** Newest calls with a ref in their op, inputs, output or attributes, or with a link to the prompt. */
export function callsUsing({ projectId, text, prompt }: CallUsesParams, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["objects", "calls", { projectId, text, prompt }] as const,
    queryFn: ({ signal }) => {
      const places = ["op_name", ...PAYLOADS].map((field) => containsExactly(field, text));
      const linked = prompt ? [linkedTo(prompt.name, prompt.index)] : [];
      const query = {
        projectId,
        query: { $expr: { $or: [...places, ...linked] } },
        sort_by: [{ field: "started_at", direction: "desc" as const }],
        include_storage_size: true,
        extras: true,
        limit: USES_SHOWN,
      };
      return readRows(query, client, signal);
    },
  });
}

/** Versions whose value contains a ref, newest first. */
export function objectsUsing({ projectId, text }: UsesParams, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["objects", "users", { projectId, text }] as const,
    queryFn: async ({ signal }) => {
      const body = {
        project_id: projectId,
        query: { $expr: containsExactly("val", text) },
        sort_by: [{ field: "created_at", direction: "desc" as const }],
        metadata_only: true,
        limit: USES_SHOWN,
      };
      return (await client.request("objsQuery", body, { signal })).objs;
    },
  });
}

/**
 * The versions that calls use, as written in their refs: digests, `latest` or `v<index>`, by the call's id. At most
 * `READ_BYTES` of payloads are read, so a call beyond that may be missing.
 */
export function versionsInCalls(
  { projectId, text, prompt }: CallUsesParams,
  calls: readonly CallRow[],
  client: Client = browserClient,
) {
  const read = within(calls, ({ storage_size_bytes: bytes = 0 }) => bytes).map(({ id }) => id);
  return queryOptions({
    queryKey: ["objects", "versions-in-calls", { projectId, text, prompt, read }] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string[]>> => {
      const body = { project_id: projectId, filter: { call_ids: read }, columns: ["op_name", ...PAYLOADS] };
      const versions = new Map<string, string[]>();
      for await (const row of client.stream("callsStreamQuery", body, { signal })) {
        const found = PAYLOADS.flatMap((name) => digestsIn(row[name]?.text ?? "", text));
        const linked = prompt && linkedVersion(row.attributes, prompt.name);
        const all = [...digestsIn(row.op_name ?? "", text), ...found, ...(linked === undefined ? [] : [linked])];
        versions.set(row.id, [...new Set(all)]);
      }
      return versions;
    },
    enabled: read.length > 0,
  });
}

/** The versions that values of objects use, as `versionsInCalls`, by the ref of the object's version. */
export function versionsInObjects(
  { projectId, text }: UsesParams,
  objects: readonly ObjectVersion[],
  client: Client = browserClient,
) {
  const refs = within(objects, ({ size_bytes: bytes = 0 }) => bytes).map(refOf);
  return queryOptions({
    queryKey: ["objects", "versions-in-objects", { projectId, text, refs }] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string[]>> => {
      const { vals } = await client.request("refsReadBatch", { refs }, { signal });
      return new Map(refs.map((ref, place) => [ref, [...new Set(digestsIn(vals[place]?.text ?? "", text))]]));
    },
    enabled: refs.length > 0,
  });
}

export function refOf({ project_id: projectId, kind, object_id: name, digest }: ObjectVersion): string {
  return versionRef(projectId, { kind, name, digest });
}

/** The first items that fit into `READ_BYTES`. */
function within<Sized>(all: readonly Sized[], bytesOf: (one: Sized) => number): Sized[] {
  let bytes = 0;
  return all.filter((one) => {
    bytes += bytesOf(one);
    return bytes <= READ_BYTES;
  });
}
