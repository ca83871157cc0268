import { fieldPath } from "@/lib/contract/expression";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import { columnPath } from "./column-path";

/** How deep objects are taken apart into columns. */
export const COLUMN_DEPTH = 4;

/** The paths to everything in a row that is no object, in their order; for a row that is not an object, the empty path. */
export function leavesOf(row: JsonNode, path: readonly string[] = []): { path: readonly string[]; node: JsonNode }[] {
  if (row.kind !== "object" || path.length === COLUMN_DEPTH) return [{ path, node: row }];
  const leaves: { path: readonly string[]; node: JsonNode }[] = [];
  for (const [key, value] of row.entries()) {
    // No dotted path leads to an empty name.
    if (key !== "") leaves.push(...leavesOf(value, [...path, key]));
  }
  return leaves.length === 0 ? [{ path, node: row }] : leaves;
}

/** The columns of some rows as dotted paths, in the order of first occurrence, and how many more there are than `most`. */
export function columnsIn(rows: Iterable<JsonText>, most: number): { columns: string[]; more: number } {
  const columns = new Set<string>();
  for (const row of rows) for (const { path } of leavesOf(JsonNode.parse(row))) columns.add(columnPath(path));
  return { columns: [...columns].slice(0, most), more: Math.max(0, columns.size - most) };
}

/** Columns with those that are inside of others beside them: in the order in which their first names are met. */
export function gathered(columns: readonly string[]): string[] {
  const groups = new Map<string, string[]>();
  for (const path of columns) {
    const first = fieldPath(path)?.[0] ?? "";
    groups.set(first, [...(groups.get(first) ?? []), path]);
  }
  return [...groups.values()].flat();
}

/** What a row has in a column, given by the names of its path; undefined where there is nothing. */
export function cellOf(row: JsonNode, names: readonly string[]): JsonNode | undefined {
  return names.reduce<JsonNode | undefined>((node, name) => node?.get(name), row);
}

/** The beginning of a value on one line, as it was sent: texts without quotes, anything else as JSON. */
export function cellText(node: JsonNode, maxChars: number): string {
  const text = node.kind === "string" ? (node.string() ?? "") : node.raw;
  const line = text.slice(0, maxChars + 1).replace(/\s+/g, " ");
  return line.length > maxChars ? `${line.slice(0, maxChars)}…` : line;
}
