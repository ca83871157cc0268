import { normalizeTimestamp } from "@/lib/contract/time";
import { JsonText } from "@/lib/json/text";

/** One row as the driver returns it; read it with the functions below, never by a cast. */
export type Row = Readonly<Record<string, unknown>>;

/** PostgreSQL's type numbers whose text the driver turns into a value; every other type stays text. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [16, (text) => text === "t"],
  [20, Number],
  [21, Number],
  [23, Number],
  [701, Number],
  [1184, readTimestamp],
]);

const asIs = (text: string) => text;

/** The driver's own parsers lose microseconds of timestamps and rewrite JSON. */
export const typeParsers = { getTypeParser: (type: number) => PARSERS.get(type) ?? asIs };

function readTimestamp(text: string): string {
  const normalized = normalizeTimestamp(text.replace(/([+-]\d{2})$/, "$1:00"));
  if (normalized === undefined) throw new TypeError("the database returned a time out of range");
  return normalized;
}

/** A column that may be null; undefined if the query did not select it. */
export function optionalText(row: Row, column: string): string | undefined {
  const value = row[column];
  if (value === null || value === undefined) return undefined;
  if (typeof value !== "string") throw new TypeError(`column ${column} is not text`);
  return value;
}

export function requiredText(row: Row, column: string): string {
  const value = optionalText(row, column);
  if (value === undefined) throw new TypeError(`column ${column} is null`);
  return value;
}

export function optionalNumber(row: Row, column: string): number | undefined {
  const value = row[column];
  if (value === null || value === undefined) return undefined;
  if (typeof value !== "number") throw new TypeError(`column ${column} is not a number`);
  return value;
}

/** A numeric column, which the driver returns as text; the nearest number has the same decimal text, see `Decimal`. */
export function optionalDecimal(row: Row, column: string): number | undefined {
  const text = optionalText(row, column);
  return text === undefined ? undefined : Number(text);
}

export function requiredNumber(row: Row, column: string): number {
  const value = optionalNumber(row, column);
  if (value === undefined) throw new TypeError(`column ${column} is null`);
  return value;
}

/** A payload column: JSON exactly as it was sent. */
export function optionalJson(row: Row, column: string): JsonText | undefined {
  const text = optionalText(row, column);
  return text === undefined ? undefined : new JsonText(text);
}
