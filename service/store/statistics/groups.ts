import { invalidField } from "@/lib/contract/validate";
import { FEEDBACK_TYPE, FEEDBACK_VALUE } from "@/lib/contract/feedback-groups";
import { NAME_CHARS } from "@/lib/contract/limits";
import { type CallFields, OP_NAME, OP_VERSION } from "@/service/store/calls/columns";
import type { Parameters } from "@/service/store/sql/parameters";
import { type Row, optionalNumber, optionalText } from "@/service/store/sql/row";
import { asText } from "@/service/store/sql/sql-value";
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

/** The text of each value that call `c`, or feedback on it, is grouped by. Throws `invalid` for an unknown field. */
export function groupValues(
  groupBy: readonly string[],
  fields: CallFields,
  parameters: Parameters,
  isFeedback = false,
): string[] {
  const paths: Readonly<Record<string, string>> = isFeedback ? { ...FIELDS, ...SHOWN_MODEL } : FIELDS;
  return groupBy.map((name, place) => {
    if (name === FEEDBACK_TYPE) return "f.feedback_type";
    if (name === FEEDBACK_VALUE) return "scalar.value";
    if (Object.hasOwn(ROLLED, name) && !Object.hasOwn(paths, name)) return ROLLED[name] ?? "";
    const value = fields.resolve(paths[name] ?? name, parameters);
    if (value && !value.some) return `left(${asText(value)}, ${NAME_CHARS})`;
    const [path, message] = [
      `group_by[${place}]`,
      value ? `${name} has several values; group feedback by ${FEEDBACK_VALUE}` : `${name} is not a field of calls`,
    ];
    throw invalidField(path, message);
  });
}

export function groupColumns(
  { groupBy, largest }: Grouping,
  fields: CallFields,
  parameters: Parameters,
  isFeedback = false,
): GroupColumns {
  const values = groupValues(groupBy, fields, parameters, isFeedback);
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
