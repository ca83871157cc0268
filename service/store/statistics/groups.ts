import { invalidField } from "@/lib/contract/validate";
import { FEEDBACK_TYPE, FEEDBACK_VALUE } from "@/lib/contract/feedback-groups";
import { NAME_CHARS } from "@/lib/contract/limits";
import { type CallFields, callFields, OP_NAME, OP_VERSION } from "@/service/store/calls/columns";
import { isRoot } from "@/service/store/calls/roots";
import type { Parameters } from "@/service/store/sql/parameters";
import { type Row, optionalNumber, optionalText } from "@/service/store/sql/row";
import { type SqlValue, asText } from "@/service/store/sql/sql-value";
import type { CellKey } from "./rollup-cells";

/** The values of a group in the order of `groupBy`, undefined for none; or all groups that are not counted separately. */
export type Group = readonly (string | undefined)[] | "others";

/** The groups that roll-ups distinguish, of call `c` or of a cell with that name. */
const ROLLED: Readonly<Record<string, string>> = {
  op_name: "c.op_name",
  model: "c.model",
  op: OP_NAME,
  version: OP_VERSION,
};
/** Short names of other fields. */
const FIELDS: Readonly<Record<string, string>> = { user_id: "overview.user_id" };

export const isRolled = (name: string): boolean => Object.hasOwn(ROLLED, name);

/** How rows are grouped, and the groups to be counted separately, if not all are. */
export interface Grouping {
  groupBy: readonly string[];
  largest?: readonly (readonly (string | undefined)[])[];
}

/** The values that calls `c` (and feedback `f`) are grouped by; with `largest`, the place among those. */
interface GroupColumns {
  keys: CellKey[];
  join: string;
}

/** Of feedback on a root without a model, that of its trace, as lists show it. */
const SHOWN_MODEL = { model: "overview.model" } as const;

/** Joins the trace of the call `c` that feedback is on as `rated`, for `valueOfTrace`. */
export const RATED = "cross join lateral (select c.trace_id) rated";

/**
 * The text of each value that call `c` is grouped by, or that feedback on it is, in the project of the parameter
 * `feedbackIn`. Throws `invalid` for an unknown field.
 */
export function groupValues(
  groupBy: readonly string[],
  fields: CallFields,
  parameters: Parameters,
  feedbackIn?: string,
): string[] {
  const isFeedback = feedbackIn !== undefined;
  const paths: Readonly<Record<string, string>> = isFeedback ? { ...FIELDS, ...SHOWN_MODEL } : FIELDS;
  return groupBy.map((name, place) => {
    if (name === FEEDBACK_TYPE) return "f.feedback_type";
    if (name === FEEDBACK_VALUE) return "scalar.value";
    if (Object.hasOwn(ROLLED, name) && !Object.hasOwn(paths, name)) return ROLLED[name] ?? "";
    const value = fields.resolve(paths[name] ?? name, parameters);
    if (value && !value.some) {
      const own = textOf(value);
      return isFeedback && ATTRIBUTES.test(name)
        ? `coalesce(${own}, ${valueOfTrace(feedbackIn, name, parameters)})`
        : own;
    }
    const [path, message] = [
      `group_by[${place}]`,
      value ? `${name} has several values; group feedback by ${FEEDBACK_VALUE}` : `${name} is not a field of calls`,
    ];
    throw invalidField(path, message);
  });
}

const ATTRIBUTES = /^attributes\b/;
const textOf = (value: SqlValue) => `left(${asText(value)}, ${NAME_CHARS})`;

/** Of feedback on a root: the value of a field that most calls of its trace have, such as the version of a prompt. */
function valueOfTrace(project: string, name: string, parameters: Parameters): string {
  const fields = callFields(project, "all");
  const value = fields.resolve(name, parameters);
  if (!value) return "null";
  // The inner calls have the same alias, which hides the outer one.
  return `case when ${isRoot(project, "c")} then (
      select used.value from (
        select ${textOf(value)} as value from calls c ${fields.joins()}
        where c.project_id = ${project} and c.trace_id = rated.trace_id and c.visible) used
      where used.value is not null
      group by used.value order by count(*) desc, used.value collate "C" limit 1) end`;
}

export function groupColumns(
  { groupBy, largest }: Grouping,
  fields: CallFields,
  parameters: Parameters,
  feedbackIn?: string,
): GroupColumns {
  const values = groupValues(groupBy, fields, parameters, feedbackIn);
  if (!largest) return { keys: values.map((sql, place) => ({ name: `g${place}`, sql })), join: "" };
  const texts = parameters.add(largest.map(joinedText), "text[]");
  const names = values.map((_, place) => `grouped.g${place}`);
  // "offset 0": each value is read once, since it may be in a payload.
  const join = `cross join lateral (select ${values.map((sql, place) => `${sql} as g${place}`).join(", ")} offset 0) grouped
    left join unnest(${texts}) with ordinality as largest (joined, place) on largest.joined = ${joined(names)}`;
  return { keys: [{ name: "largest_place", sql: "largest.place" }], join };
}

/** The group of a row with the keys of `groupColumns`. */
export function readGroup(row: Row, { groupBy, largest }: Grouping): Group {
  if (!largest) return readValues(row, groupBy);
  return largest[(optionalNumber(row, "largest_place") ?? 0) - 1] ?? "others";
}

export const readValues = (row: Row, groupBy: readonly string[]) =>
  groupBy.map((_, place) => optionalText(row, `g${place}`));

/** Several values as one text, which no other values have. */
function joined(values: readonly string[]): string {
  return values.map((sql) => `coalesce(length(${sql}) || ':' || ${sql}, '-')`).join(" || ");
}

/** The same for values that were read; the server counts characters, not UTF-16 units. */
function joinedText(values: readonly (string | undefined)[]): string {
  return values.map((value) => (value === undefined ? "-" : `${Array.from(value).length}:${value}`)).join("");
}

/** The statement that finds the groups with the most rows of `from`, at most `count`. */
export function largestGroups(from: string, values: readonly string[], count: string): string {
  const names = values.map((_, place) => `g${place}`).join(", ");
  return `select ${names}, count(*) as calls from (select ${values.map((sql, place) => `${sql} as g${place}`).join(", ")} ${from}) grouped
    group by ${names} order by calls desc, ${names} limit ${count}`;
}
