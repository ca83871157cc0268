import { fieldPath } from "@/lib/contract/expression";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import { columnPath } from "./column-path";

/** Depth to which objects are split into columns. */
const COLUMN_DEPTH = 4;

/** The paths to all values in a row that are not objects, in order; for a row that is not an object, the empty path. */
export function leavesOf(row: JsonNode, path: readonly string[] = []): { path: readonly string[]; node: JsonNode }[] {
  if (row.kind !== "object" || path.length === COLUMN_DEPTH) return [{ path, node: row }];
  const leaves: { path: readonly string[]; node: JsonNode }[] = [];
  for (const [key, value] of row.entries()) {
    // A dotted path cannot contain an empty name.
    if (key !== "") leaves.push(...leavesOf(value, [...path, key]));
  }
  return leaves.length === 0 ? [{ path, node: row }] : leaves;
}

/**
 * The columns of some rows as dotted paths, in the order of first occurrence, and the number of those beyond `most`.
 */
export function columnsIn(rows: Iterable<JsonText>, most: number): { columns: string[]; more: number } {
  const columns = new Set<string>();
  for (const row of rows) for (const { path } of leavesOf(JsonNode.parse(row))) columns.add(columnPath(path));
  return { columns: [...columns].slice(0, most), more: Math.max(0, columns.size - most) };
}

/** Columns, with those of the same object next to each other, in the order in which their first names occur. */
export function gathered(columns: readonly string[]): string[] {
  const groups = new Map<string, string[]>();
  for (const path of columns) {
    const first = fieldPath(path)?.[0] ?? "";
    groups.set(first, [...(groups.get(first) ?? []), path]);
  }
  return [...groups.values()].flat();
}

/** A row's value in a column, given by the names of its path; undefined if there is none. */
export function cellOf(row: JsonNode, names: readonly string[]): JsonNode | undefined {
  return names.reduce<JsonNode | undefined>((node, name) => node?.get(name), row);
}

/** The beginning of a value on one line, as it was sent: strings without quotes, all others as JSON. */
export function cellText(node: JsonNode, maxChars: number): string {
  const text = node.kind === "string" ? (node.string() ?? "") : node.raw;
  const line = text.slice(0, maxChars + 1).replace(/\s+/g, " ");
  return line.length > maxChars ? `${line.slice(0, maxChars)}…` : line;
}
