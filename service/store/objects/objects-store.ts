import type { JsonText } from "@/lib/json/text";
import type { ObjectKind } from "@/lib/contract/objects";
import { countObjects, listObjects, readObject, readObjectValues } from "./read-objects";
import { moveLabel, moveLabels } from "./move-labels";
import { labelHistory, listLabels, wasLabelUsed } from "./read-labels";
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
  /** Labels to be moved to the version, and whether that includes protected ones. */
  labels?: { names: readonly string[]; is_admin: boolean };
};

/** Who moves a label; only admins move protected ones. */
export type Mover = { by: string; is_admin: boolean };

/** A label to be moved to the version with a digest, `latest`, `v<index>` or another label, or removed by null. */
export type NewLabelMove = Mover & {
  project_id: string;
  object_id: string;
  label: string;
  digest: string | null;
  /** The digest that the label must be on, or null for a new label; absent if it does not matter. */
  replaces?: string | null;
};

/** One version by digest, `latest`, `v<index>` or a label; of one kind if known. */
export type VersionKey = { object_id: string; digest: string; kind?: ObjectKind };

/** Object versions: content-addressed within a project, in an order of publication; and the labels on them. */
export const objectsStore = {
  publishObject,
  readObject,
  readObjectValues,
  listObjects,
  countObjects,
  deleteObjects,
  moveLabel,
  moveLabels,
  listLabels,
  labelHistory,
  wasLabelUsed,
};
