import { fieldPath } from "@/lib/contract/expression";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import { cellOf } from "./columns";

/** Selects rows by the value of one column. */
export interface RowFilter {
  comparison: "equals" | "contains";
  /** `contains` ignores its case. */
  text: string;
}

/** A row by its digest, with its value in a column. */
export interface ColumnCell {
  digest: string;
  /** A string as text, anything else as JSON; undefined for null and for no value. */
  text: string | undefined;
}

/** A row's value in a column that is given by its dotted path: a string as text, anything else as JSON. */
export function columnText(row: JsonText, column: string): string | undefined {
  const names = fieldPath(column);
  const node = names && cellOf(JsonNode.parse(row), names);
  return !node || node.kind === "null" ? undefined : (node.string() ?? node.raw);
}

/** The digests of the rows that a filter selects, in their order; one for each of several rows that are the same. */
export function matchingRows(cells: readonly ColumnCell[], { comparison, text }: RowFilter): string[] {
  const part = text.toLowerCase();
  const matches = (cell: string) => (comparison === "equals" ? cell === text : cell.toLowerCase().includes(part));
  return cells.flatMap((cell) => (cell.text !== undefined && matches(cell.text) ? [cell.digest] : []));
}
