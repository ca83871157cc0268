import type { JsonText } from "@/lib/json/text";
import type { ObjectKind, ObjectsQuery, ObjectsStats, ObjectsStatsQuery, ObjectVersion } from "@/lib/contract/objects";
import type { Database } from "@/service/store/connections/database";
import { countObjects, listObjects, readObject, readObjectValues } from "./read-objects";
import { deleteObjects, publishObject } from "./write-objects";

/** A value to be published under a name. */
export type NewObject = {
  project_id: string;
  object_id: string;
  val: JsonText;
  /** Class of a value that does not name its own. */
  object_class?: string;
  ext_user_id: string;
};

/** One version by digest, `latest` or `v<index>`; of one kind where that is known. */
export type VersionKey = { object_id: string; digest: string; kind?: ObjectKind };

/** Object versions: content-addressed within a project, in an order of publication. */
export type ObjectsStore = {
  /**
   * Stores a new version, or makes the same content the latest again. Concurrent publications under one name are
   * ordered. Creates the project on first write. Throws `invalid` when the value names another class than the given one.
   */
  publishObject(object: NewObject): Promise<{ digest: string; version_index: number }>;
  /** Also reads deleted versions, with `deleted_at` and no value. Without the option `value` no value is read. */
  readObject(projectId: string, key: VersionKey, options: { value: boolean }): Promise<ObjectVersion | undefined>;
  /** The values of versions, in the order of their keys; undefined where there is none or it was deleted. */
  readObjectValues(projectId: string, keys: readonly VersionKey[]): Promise<(JsonText | undefined)[]>;
  /** Batches of versions in the given order; stops the query when the signal aborts. */
  listObjects(query: ObjectsQuery, signal: AbortSignal): AsyncIterable<ObjectVersion[]>;
  /** The number of versions that `listObjects` returns, in total and by class. */
  countObjects(query: ObjectsStatsQuery): Promise<ObjectsStats>;
  /**
   * Deletes versions, without `digests` all of the name; returns how many. Their values are removed, the versions stay as
   * tombstones. Throws `not_found` for a name or digest that never existed, and then deletes nothing.
   */
  deleteObjects(projectId: string, objectId: string, digests: readonly string[] | undefined): Promise<number>;
};

export function objectsStore(database: Database): ObjectsStore {
  return {
    publishObject: publishObject.bind(undefined, database),
    readObject: readObject.bind(undefined, database),
    readObjectValues: readObjectValues.bind(undefined, database),
    listObjects: listObjects.bind(undefined, database),
    countObjects: countObjects.bind(undefined, database),
    deleteObjects: deleteObjects.bind(undefined, database),
  };
}
