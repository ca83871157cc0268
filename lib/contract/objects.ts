import * as z from "zod";
import { sortBy } from "./calls";
import { digest } from "./digest";
import { list } from "./list";
import { querySchema } from "./query-schema";
import { jsonValue } from "@/lib/json/payload";
import { DELETED_DIGESTS, REFS_PER_BATCH } from "./limits";
import { name, projectId, rowCount, refSchema, timestamp } from "./primitives";
import { type RefStep, parseRef } from "./refs";

/** `op` for a function that a program calls, determined by its value; `object` for everything else. */
export const objectKind = z.enum(["object", "op"]);
export type ObjectKind = z.infer<typeof objectKind>;

/** An object version as the interface defines it. */
export const objectVersion = z.object({
  project_id: z.string(),
  object_id: z.string(),
  /** First publication of this content under this name. */
  created_at: timestamp,
  digest: z.string(),
  /** Order of first publication among the versions of the name; never reused. */
  version_index: z.int(),
  /** 1 for the version of its kind that was published last and is not deleted. */
  is_latest: z.int(),
  kind: objectKind,
  base_object_class: z.string().optional(),
  /** Null when only metadata was requested. */
  val: jsonValue,
  deleted_at: timestamp.optional(),
  leaf_object_class: z.string().optional(),
  ext_user_id: z.string().optional(),
  /** Size of `val` as it was sent, UTF-8 bytes. */
  size_bytes: z.int().optional(),
  /** Labels on this version, in alphabetical order; absent without one. */
  labels: z.array(z.string()).optional(),
});
export type ObjectVersion = z.infer<typeof objectVersion>;

/** Publishes a value under a name. `ext_user_id` is taken from the key, never from the body. */
export const objCreateRequest = z.object({
  obj: z.object({
    project_id: projectId,
    object_id: name,
    val: jsonValue,
    /** Class of a value that does not name one itself; otherwise must be equal to it. */
    builtin_object_class: name.nullish(),
    /** The older name of `builtin_object_class`. */
    set_base_object_class: name.nullish(),
    /**
     * Extension: the digest of the latest version, or null if there must be none; `conflict` if it is another by now.
     */
    replaces: digest.nullable().optional(),
  }),
});
export const objCreateResponse = z.object({ digest: z.string(), object_id: z.string(), version_index: z.int() });

export const objReadRequest = z.strictObject({
  project_id: projectId,
  object_id: name,
  /** A digest, `latest`, `v<index>` or a label. */
  digest,
  /** A deleted version is also returned, with `deleted_at`; without this it is not found. */
  metadata_only: z.boolean().nullish(),
});
export const objReadResponse = z.object({ obj: objectVersion });

const names = list(name).nullish();

/** Every given key must match; an empty list matches nothing. */
const objectFilter = z.strictObject({
  object_ids: names,
  base_object_classes: names,
  exclude_base_object_classes: names,
  leaf_object_classes: names,
  is_op: z.boolean().nullish(),
  latest_only: z.boolean().nullish(),
});

/** Versions that are not deleted, unless requested; by default ordered by name, then version. */
export const objsQueryRequest = z.strictObject({
  project_id: projectId,
  filter: objectFilter.nullish(),
  query: querySchema.nullish(),
  sort_by: sortBy,
  limit: rowCount,
  offset: rowCount,
  metadata_only: z.boolean().nullish(),
  /** Accepted, without effect: `size_bytes` is always returned. */
  include_storage_size: z.boolean().nullish(),
  /** Also deleted versions, without their values. */
  include_deleted: z.boolean().nullish(),
});
export type ObjectsQuery = z.infer<typeof objsQueryRequest>;
export const objsQueryResponse = z.object({ objs: z.array(objectVersion) });

/** Counts what `/objs/query` would list. */
export const objsQueryStatsRequest = objsQueryRequest.pick({
  project_id: true,
  filter: true,
  query: true,
  include_deleted: true,
});
export type ObjectsStatsQuery = z.infer<typeof objsQueryStatsRequest>;
/**
 * `classes` counts by `base_object_class`, largest first, at most `OBJECT_CLASSES`; objects without a class are left
 * out.
 */
export const objsQueryStatsResponse = z.object({
  count: z.int(),
  classes: z.array(z.object({ base_object_class: z.string().optional(), count: z.int() })),
});
export type ObjectsStats = z.infer<typeof objsQueryStatsResponse>;

/** All versions of the name when `digests` is absent or null; none when it is empty. */
export const objDeleteRequest = z.strictObject({
  project_id: projectId,
  object_id: name,
  digests: list(digest).max(DELETED_DIGESTS, `must have at most ${DELETED_DIGESTS} items`).nullish(),
});
/** Number of versions deleted by this request; versions that were already deleted do not count. */
export const objDeleteResponse = z.object({ num_deleted: z.int() });

export const refsReadBatchRequest = z.strictObject({
  refs: list(
    refSchema.check(({ value, issues }) => {
      if (!isReadable(value)) issues.push({ code: "custom", input: value, message: WHOLE_TABLE });
    }),
  ).max(REFS_PER_BATCH, `must have at most ${REFS_PER_BATCH} items`),
});
/** One value per ref, in order; null if there is none. Refs on the path are followed within their project. */
export const refsReadBatchResponse = z.object({ vals: z.array(jsonValue) });

const WHOLE_TABLE =
  "a table ref must point to a row, by /id/<digest> or /index/<position>; use /table/query to read all rows";

/** A whole table has no size limit, so only its rows can be read by ref. */
function isReadable(text: string): boolean {
  try {
    const ref = parseRef(text);
    return ref.kind !== "table" || leadsToRow(ref.path);
  } catch {
    return true;
  }
}

function leadsToRow([first]: RefStep[]): boolean {
  return first?.edge === "id" || first?.edge === "index";
}
