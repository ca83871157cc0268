import type { CallsFilter } from "@/lib/contract/calls";
import { isRoot } from "./roots";
import type { Parameters } from "@/service/store/sql/parameters";

const COLUMNS = {
  parent_ids: "parent_id",
  trace_ids: "trace_id",
  call_ids: "id",
  thread_ids: "thread_id",
  turn_ids: "turn_id",
  ext_user_ids: "ext_user_id",
  ext_run_ids: "ext_run_id",
} as const;

// An index serves the first condition. The second is necessary because the mark of an orphan may remain after its
// parent has arrived.
const rootConditions = (project: string) => ["(c.parent_id is null or c.orphan)", isRoot(project, "c")];

/** The conditions of a filter on call `c`; every given key must match, an empty list matches nothing. */
export function filterConditions(filter: CallsFilter, project: string, parameters: Parameters): string[] {
  const conditions: string[] = [];
  for (const [key, column] of Object.entries(COLUMNS) as [keyof typeof COLUMNS, string][]) {
    const names = filter[key];
    if (names) conditions.push(isOneOf(`c.${column}`, names, parameters));
  }
  if (filter.op_names) conditions.push(hasOpName(filter.op_names, parameters));
  if (filter.trace_roots_only) conditions.push(...rootConditions(project));
  return conditions;
}

/** Weave's SDKs select every version of an op with `<ref without digest>:*`. */
function hasOpName(names: string[], parameters: Parameters): string {
  const prefixes = names.filter((name) => name.endsWith(":*")).map((name) => name.slice(0, -1));
  const exact = isOneOf(
    "c.op_name",
    names.filter((name) => !name.endsWith(":*")),
    parameters,
  );
  const starts = prefixes.map((prefix) => `starts_with(c.op_name, ${parameters.add(prefix, "text")})`);
  return starts.length === 0 ? exact : `(${[exact, ...starts].join(" or ")})`;
}

/** A single name is compared with `=`, because only then can an index on that column return rows in order. */
function isOneOf(column: string, names: string[], parameters: Parameters): string {
  const [only] = names;
  if (names.length === 1 && only !== undefined) return `${column} = ${parameters.add(only, "text")}`;
  return `${column} = any(${parameters.add(names, "text[]")})`;
}
