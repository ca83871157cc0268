import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { ApiError, isNotFound } from "@/lib/client/api-error";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { contains, equals, whereAll } from "@/lib/contract/conditions";
import type { Expression } from "@/lib/contract/expression";
import type { objCreateRequest, ObjectKind, ObjectVersion, objsQueryRequest } from "@/lib/contract/objects";
import { SIGNATURE_BYTES, typeOfBytes } from "@/lib/trace/media-types";
import { byOffset, type OffsetPage } from "./offset-pages";

/** Versions of one page of a list. */
const OBJECTS_PAGE_ROWS = 100;
/** Maximum size of a file that is shown, bytes; a larger one is offered for download. */
export const SHOWN_FILE_BYTES = 4 * 1024 * 1024;

/** The objects' sortable columns, by their word in the URL. */
const OBJECT_SORT_FIELDS = {
  name: "object_id",
  class: "base_object_class",
  version: "version_index",
  created: "created_at",
  size: "size_bytes",
  user: "ext_user_id",
} as const;
export type ObjectSortKey = keyof typeof OBJECT_SORT_FIELDS;

/** The state of the object list, all of which is in the URL. */
export interface ObjectsView {
  /** Text to find in names and values. */
  q: string;
  /** A base class; empty for all, `NO_CLASS` for objects without one. */
  objectClass: string;
  sort: { by: ObjectSortKey; direction: "asc" | "desc" };
}

/** Represents objects without a class; no class has this name. */
export const NO_CLASS = "(none)";

export interface ObjectsParams {
  projectId: string;
  kind: ObjectKind;
  view: ObjectsView;
}

/** One version of a name, by digest, `latest` or `v<index>`. */
export interface VersionParams {
  projectId: string;
  name: string;
  digest: string;
}

/** The newest version of each name, page by page, without values. */
export function objectsList({ projectId, kind, view }: ObjectsParams, client: Client = browserClient) {
  return infiniteQueryOptions({
    queryKey: ["objects", "list", { projectId, kind, view }] as const,
    queryFn: ({ pageParam, signal }) => {
      const sort = { field: OBJECT_SORT_FIELDS[view.sort.by], direction: view.sort.direction };
      return readVersions({ ...selectionOf({ projectId, kind, view }), sort_by: [sort] }, pageParam, client, signal);
    },
    ...byOffset(OBJECTS_PAGE_ROWS),
    placeholderData: keepPreviousData,
  });
}

/** The number of objects that the view selects, and the number in each class without its class filter. */
export function objectsStats({ projectId, kind, view }: ObjectsParams, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["objects", "stats", { projectId, kind, q: view.q }] as const,
    queryFn: ({ signal }) => {
      const body = selectionOf({ projectId, kind, view: { ...view, objectClass: "" } });
      return client.request("objsQueryStats", body, { signal });
    },
    placeholderData: keepPreviousData,
  });
}

function selectionOf({ projectId, kind, view: { q, objectClass } }: ObjectsParams) {
  const conditions: Expression[] = [];
  if (q !== "") conditions.push({ $or: [contains("object_id", q), contains("val", q)] });
  if (objectClass === NO_CLASS) conditions.push(equals("base_object_class", null));
  return {
    project_id: projectId,
    filter: {
      is_op: kind === "op",
      latest_only: true,
      ...(objectClass !== "" && objectClass !== NO_CLASS ? { base_object_classes: [objectClass] } : {}),
    },
    query: whereAll(conditions),
  };
}

/** Every version of a name, including deleted ones, newest first, page by page and without values. */
export function objectVersions(
  { projectId, kind, name }: { projectId: string; kind: ObjectKind; name: string },
  client: Client = browserClient,
) {
  return infiniteQueryOptions({
    queryKey: ["objects", "versions", { projectId, kind, name }] as const,
    queryFn: ({ pageParam, signal }) => {
      const filter = { object_ids: [name], is_op: kind === "op" };
      const sort = { field: "version_index", direction: "desc" as const };
      const selection = { project_id: projectId, filter, sort_by: [sort], include_deleted: true };
      return readVersions(selection, pageParam, client, signal);
    },
    ...byOffset(OBJECTS_PAGE_ROWS),
  });
}

/** A page of versions, without their values. */
async function readVersions(
  selection: z.input<typeof objsQueryRequest>,
  offset: number,
  client: Client,
  signal: AbortSignal,
): Promise<OffsetPage<ObjectVersion>> {
  const body = { ...selection, metadata_only: true, limit: OBJECTS_PAGE_ROWS, offset };
  const { objs } = await client.request("objsQuery", body, { signal });
  return { rows: objs, isLast: objs.length < OBJECTS_PAGE_ROWS };
}

/** A version with its value; a deleted one has no value, but `deleted_at`. */
export function objectVersion({ projectId, name, digest }: VersionParams, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["objects", "detail", { projectId, name, digest }] as const,
    queryFn: async ({ signal }) => {
      const key = { project_id: projectId, object_id: name, digest };
      try {
        return (await client.request("objRead", key, { signal })).obj;
      } catch (error) {
        if (!isNotFound(error)) throw error;
        const { obj } = await client.request("objRead", { ...key, metadata_only: true }, { signal });
        if (!obj.deleted_at) throw error;
        return obj;
      }
    },
  });
}

/** The target of a ref in the service's own scheme; JSON null if there is none. */
export function refValue(ref: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["objects", "ref", { ref }] as const,
    queryFn: async ({ signal }) => {
      const { vals } = await client.request("refsReadBatch", { refs: [ref] }, { signal });
      const [value] = vals;
      if (!value) throw new ApiError("unexpected_answer", "The service returned no value for this ref.");
      return value;
    },
  });
}

/** The bytes of a file that is part of an object. */
export function fileContent(
  { projectId, digest }: { projectId: string; digest: string },
  client: Client = browserClient,
) {
  return queryOptions({
    queryKey: ["files", "detail", { projectId, digest }] as const,
    queryFn: async ({ signal }) => {
      const answer = await client.open("fileContent", { project_id: projectId, digest }, { signal });
      return answer.blob();
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A file as text; null when it is not in UTF-8. */
export function fileText(file: { projectId: string; digest: string }, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["files", "text", file] as const,
    queryFn: async ({ client: cache }) => {
      const content = await cache.ensureQueryData(fileContent(file, client));
      try {
        return new TextDecoder("utf-8", { fatal: true }).decode(await content.arrayBuffer());
      } catch (error) {
        if (error instanceof TypeError) return null;
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The media type that a file's first bytes tell; null if they tell none. */
export function fileMediaType(file: { projectId: string; digest: string }, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["files", "type", file] as const,
    queryFn: async ({ client: cache }) => {
      const content = await cache.ensureQueryData(fileContent(file, client));
      const bytes = new Uint8Array(await content.slice(0, SIGNATURE_BYTES).arrayBuffer());
      return typeOfBytes(bytes) ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export type NewVersion = z.input<typeof objCreateRequest>["obj"];

/** Deletes one version; its value is deleted at once. */
export function deleteVersion(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["objects", "delete"] as const,
    mutationFn: ({ projectId, name, digest }: VersionParams) =>
      client.request("objDelete", { project_id: projectId, object_id: name, digests: [digest] }),
    onSuccess: (_answer, _version, _result, { client: cache }) => {
      // Not awaited, so that undo is offered at once.
      void cache.invalidateQueries({ queryKey: ["objects"] });
    },
  });
}
