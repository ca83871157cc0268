import { parseAttributeField } from "./attribute-field";
import { fieldPath } from "./expression";
import { FEEDBACK_LISTS, feedbackPlaces } from "./feedback-field";

/** Names of fields without the `overview.` of their path. */
const SHORT_NAMES: ReadonlyMap<string, string> = new Map(
  ["status", "model", "kind", "user_id"].map((name) => [name, `overview.${name}`]),
);
const PATHS: readonly string[] = [
  ...SHORT_NAMES.values(),
  "op_name",
  "display_name",
  "thread_id",
  "turn_id",
  "ext_user_id",
  "ext_run_id",
  "exception",
  ...FEEDBACK_LISTS,
];
const INSIDE = /^(attributes|inputs|output|summary)\./;

/**
 * The path in a query expression of a field that calls can be counted by: a field with text, an attribute, or a value
 * inside a payload or feedback; undefined for any other text.
 */
export function facetPath(field: string): string | undefined {
  const path = SHORT_NAMES.get(field) ?? field;
  if (PATHS.includes(path) || parseAttributeField(path) !== undefined) return path;
  const isInside = INSIDE.test(path) && fieldPath(path) !== undefined;
  return isInside || feedbackPlaces(path) !== undefined ? path : undefined;
}
