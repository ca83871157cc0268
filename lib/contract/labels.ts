import * as z from "zod";
import { digest } from "./digest";
import { labelProblem } from "./label-name";
import { LABELS_PER_PAGE } from "./limits";
import { list } from "./list";
import { name, projectId, rowCount, timestamp } from "./primitives";

/** A name for one version of an object, which can be moved to another version. */
export const label = z.string().check(({ value, issues }) => {
  const message = labelProblem(value);
  if (message !== undefined) issues.push({ code: "custom", input: value, message });
});

const pageRows = rowCount.refine((rows) => (rows ?? 0) <= LABELS_PER_PAGE, `must be at most ${LABELS_PER_PAGE}`);

export const objLabelsSetRequest = z.strictObject({
  project_id: projectId,
  object_id: name,
  label,
  /** The version to move it to: a digest, `latest`, `v<index>` or another label. Null removes the label. */
  digest: digest.nullable(),
  /** The digest it must be on now, or null for a label that must be new; 409 otherwise. Absent if it does not matter. */
  replaces: digest.nullable().optional(),
});
/** Where the label is now and was before, by digest; null for no version. Setting it to where it is changes nothing. */
export const objLabelsSetResponse = z.object({
  label: z.string(),
  digest: z.string().nullable(),
  replaced: z.string().nullable(),
});

/** Labels by object, then by label; of all objects if `object_ids` is absent or null. */
export const objLabelsQueryRequest = z.strictObject({
  project_id: projectId,
  object_ids: list(name).nullish(),
  limit: pageRows,
  offset: rowCount,
});
export type LabelsQuery = z.infer<typeof objLabelsQueryRequest>;

/** The version that a label is on, and who moved it there. */
const objectLabel = z.object({
  object_id: z.string(),
  label: z.string(),
  digest: z.string(),
  version_index: z.int(),
  moved_by: z.string(),
  moved_at: timestamp,
});
export type ObjectLabel = z.infer<typeof objectLabel>;
export const objLabelsQueryResponse = z.object({ labels: z.array(objectLabel) });

/** Moves of the labels of an object, or of one of them, newest first. */
export const objLabelsHistoryRequest = z.strictObject({
  project_id: projectId,
  object_id: name,
  label: label.nullish(),
  limit: pageRows,
  offset: rowCount,
});
export type LabelHistoryQuery = z.infer<typeof objLabelsHistoryRequest>;

/** `from_` is absent if the label was new, `to_` if it was removed. */
const labelMove = z.object({
  label: z.string(),
  from_digest: z.string().optional(),
  from_version_index: z.int().optional(),
  to_digest: z.string().optional(),
  to_version_index: z.int().optional(),
  moved_by: z.string(),
  moved_at: timestamp,
});
export type LabelMove = z.infer<typeof labelMove>;
export const objLabelsHistoryResponse = z.object({ moves: z.array(labelMove) });
