import { AppError } from "@/lib/contract/app-error";
import type { SortBy } from "@/lib/contract/calls";
import type { Parameters } from "./parameters";
import type { SqlValue } from "./sql-value";

/** One key of a total order; missing comes last in both directions. */
export interface SortKey {
  sql: string;
  direction: "asc" | "desc";
  nullable: boolean;
}

/** Columns that are never null, so that their index serves the sort. */
const NEVER_NULL = new Set(["id", "started_at", "op_name", "trace_id", "created_at"]);

/** A total order, and the joins that its keys need. */
export interface Sort {
  keys: readonly SortKey[];
  joins: string;
}

/** The fields that can be sorted by; of one with several values, the first that is not missing in both rows decides. */
export type SortResolver = (path: string, parameters: Parameters) => SqlValue | readonly SqlValue[] | undefined;

/** The order of a list, ending with the id so that it is total. Throws `invalid` for an unknown field. */
export function sortOf(sortBy: SortBy, resolve: SortResolver, parameters: Parameters): Sort {
  const keys: SortKey[] = [];
  const joins: string[] = [];
  for (const [place, { field, direction }] of sortBy.entries()) {
    const values = resolve(field, parameters);
    if (!values) throw unknownField(field, place);
    for (const value of [values].flat()) {
      const isJson = value.type === "json";
      let { sql } = value;
      if (isJson || value.isQuery) {
        // A separate subquery, so that it is evaluated only once for all keys.
        const name = `s${joins.length}`;
        joins.push(`cross join lateral (select ${sql} as value offset 0) ${name}`);
        sql = `${name}.value`;
      }
      keys.push(...(isJson ? jsonKeys(sql, direction) : [{ sql, direction, nullable: !NEVER_NULL.has(field) }]));
    }
  }
  if (!sortBy.some(({ field }) => field === "id")) {
    const [id] = [resolve("id", parameters)].flat();
    keys.push({ sql: id?.sql ?? "id", direction: sortBy.at(-1)?.direction ?? "asc", nullable: false });
  }
  return { keys, joins: joins.join(" ") };
}

/** Numbers before strings before other values, in both directions. */
function jsonKeys(value: string, direction: SortKey["direction"]): SortKey[] {
  const rank = `case jsonb_typeof(${value}) when 'number' then 0 when 'string' then 1
    when 'boolean' then 2 when 'array' then 2 when 'object' then 2 end`;
  const number = `case when jsonb_typeof(${value}) = 'number' then loupe_number(${value}) end`;
  const text = `case when jsonb_typeof(${value}) <> 'number' then ${value} #>> '{}' end collate "C"`;
  return [
    { sql: rank, direction: "asc", nullable: true },
    { sql: number, direction, nullable: true },
    { sql: text, direction, nullable: true },
  ];
}

function unknownField(field: string, place: number): AppError {
  const message = `${field} is not a field that can be sorted by`;
  return new AppError("invalid", message, { errors: [{ path: `sort_by[${place}].field`, message }] });
}

export function orderBy(keys: readonly SortKey[]): string {
  const terms = keys.map(({ sql, direction, nullable }) => `${sql} ${direction}${nullable ? " nulls last" : ""}`);
  return `order by ${terms.join(", ")}`;
}

/**
 * The condition that a row comes after the row of `anchor`, a table expression of one row with columns k0, k1 … A plain
 * row comparison where possible, because only that is served by an index.
 */
export function afterAnchor(keys: readonly SortKey[], anchor: string): string {
  const anchored = keys.map((_, place) => `(select k${place} from ${anchor})`);
  const uniform = keys.every(({ nullable, direction }) => !nullable && direction === keys[0]?.direction);
  if (uniform) {
    const operator = keys[0]?.direction === "desc" ? "<" : ">";
    return `(${keys.map(({ sql }) => sql).join(", ")}) ${operator} (${anchored.join(", ")})`;
  }
  const branches = keys.map((key, place) => {
    const equal = keys
      .slice(0, place)
      .map((earlier, index) => `${earlier.sql} is not distinct from ${anchored[index]}`);
    return [...equal, isAfter(key, anchored[place] ?? "null")].join(" and ");
  });
  return `(${branches.map((branch) => `(${branch})`).join(" or ")})`;
}

function isAfter({ sql, direction, nullable }: SortKey, anchor: string): string {
  const beyond = `${sql} ${direction === "desc" ? "<" : ">"} ${anchor}`;
  // A missing anchor is last: only ties with it are left, which the next key decides.
  return nullable ? `(${beyond} or (${sql} is null and ${anchor} is not null))` : beyond;
}
