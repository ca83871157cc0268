import type { Parameters } from "./parameters";

/** A piece of SQL and the type of its value. `json` is jsonb, where both SQL null and JSON null mean "missing". */
export interface SqlValue {
  sql: string;
  type: "text" | "number" | "time" | "boolean" | "json";
  /** The text to search, if it is not the value as text. */
  searchable?: string;
  /** A separate query for each row: a sort evaluates it once, not for each comparison. */
  isQuery?: boolean;
  /** The number that it counts as in comparisons where it is missing. */
  missingAs?: number;
  /** The field has several values, and `sql` none: the condition that one of them meets a condition. */
  some?: (meets: (value: SqlValue) => string) => string;
  /** All of these values, each once, as the text of a JSON array; null if there are none. */
  all?: () => string;
  /** The condition that it equals a text, if an index serves another form than `sql = text`. */
  equals?: (text: string) => string;
}

/** The fields that a resource can be filtered and sorted by; undefined for an unknown name. */
export type FieldResolver = (path: string, parameters: Parameters) => SqlValue | undefined;

/** A value as text; a JSON string without its quotes. */
export function asText({ sql, type }: SqlValue): string {
  switch (type) {
    case "text":
      return sql;
    case "json":
      return `((${sql} #>> '{}') collate "C")`;
    case "time":
      return `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
    default:
      return `(${sql})::text`;
  }
}

/** A value as a number, null if it is not one. Numeric: a double would fail on 1e400. */
export function asNumber({ sql, type, missingAs }: SqlValue): string {
  switch (type) {
    case "number":
      return missingAs === undefined ? `(${sql})::numeric` : `coalesce((${sql})::numeric, ${missingAs})`;
    case "json":
      return `loupe_number(${sql})`;
    case "text":
      return `loupe_text_number(${sql})`;
    case "time":
      return `extract(epoch from ${sql})`;
    case "boolean":
      return `(${sql})::int::numeric`;
  }
}

/** A value as a condition: false when null, false, 0 or empty. */
export function asCondition({ sql, type }: SqlValue): string {
  switch (type) {
    case "boolean":
      return sql;
    case "json":
      return `loupe_truthy(${sql})`;
    case "number":
      return `coalesce(${sql} <> 0, false)`;
    case "text":
      return `coalesce(${sql} <> '', false)`;
    case "time":
      return `(${sql} is not null)`;
  }
}

/** A value as true or false, null if it is neither; a text may contain either word. */
export function asBoolean({ sql, type }: SqlValue): string {
  switch (type) {
    case "boolean":
      return sql;
    case "json":
      return `case jsonb_typeof(${sql}) when 'boolean' then (${sql})::boolean when 'string' then ${spelled(`${sql} #>> '{}'`)} end`;
    case "text":
      return spelled(sql);
    default:
      // The value is mentioned although it has no effect, because every bound parameter must be used.
      return `case when ${sql} is null then null::boolean end`;
  }
}

function spelled(text: string): string {
  return `case ${text} when 'true' then true when 'false' then false end`;
}

/** The condition that there is no value, or JSON null. */
export function isMissing({ sql, type, some }: SqlValue): string {
  if (some) return `(not ${some(isPresent)})`;
  return type === "json" ? `(coalesce(${sql}, 'null') = 'null')` : `(${sql} is null)`;
}

const isPresent = (value: SqlValue) => `not ${isMissing(value)}`;

/** A value as JSON, for comparing with a list or an object; null if it is missing. */
export function asJson({ sql, type }: SqlValue): string {
  return type === "json" ? `nullif(${sql}, 'null')` : `to_jsonb(${sql})`;
}
