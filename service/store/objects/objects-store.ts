import type { JsonText } from "@/lib/json/text";
import type { ObjectKind } from "@/lib/contract/objects";
import { countObjects, listObjects, readObject, readObjectValues } from "./read-objects";
import { deleteObjects, publishObject } from "./write-objects";

/** A value to be published under a name. */
export type NewObject = {
  project_id: string;
  object_id: string;
  val: JsonText;
  /** Class of a value that does not name one itself. */
  object_class?: string;
  ext_user_id: string;
  /** The digest that must be the latest version, or null for a new name; absent if it does not matter. */
  replaces?: string | null;
};

/** One version by digest, `latest` or `v<index>`; of one kind if known. */
export type VersionKey = { object_id: string; digest: string; kind?: ObjectKind };

/** Object versions: content-addressed within a project, in an order of publication. */
export const objectsStore = { publishObject, readObject, readObjectValues, listObjects, countObjects, deleteObjects };
