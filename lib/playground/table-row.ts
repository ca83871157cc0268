import * as z from "zod";
import { fieldPath } from "@/lib/contract/expression";
import { JsonNode } from "@/lib/json/node";
import { columnPath } from "@/lib/table/column-path";
import { cellOf, leavesOf } from "@/lib/table/columns";

export const tableRow = z.object({
  /** Digest of the table. */
  table: z.string(),
  /** Name of the dataset that the table was chosen from. */
  dataset: z.string().optional(),
  /** Position in the table's own order, from 0. */
  index: z.int().nonnegative(),
  /** Digest of the row; documents that were kept before it was have none. */
  digest: z.string().optional(),
  /** The row as exact JSON. It is kept with the document, so that requests can be made without reading the table. */
  val: z.string(),
  /** Columns that were chosen by hand, by variable; null for none. Others have the column with their own name. */
  columns: z.record(z.string(), z.string().nullable()),
});
/** The row of a stored table that fills variables. */
export type TableRow = z.infer<typeof tableRow>;

/** A row is parsed once, since every key press reads its values. */
const parsed = new WeakMap<TableRow, JsonNode>();

function nodeOf(row: TableRow): JsonNode {
  const node = parsed.get(row) ?? JsonNode.read(row.val) ?? JsonNode.parse("null");
  parsed.set(row, node);
  return node;
}

/** The column of a variable as a dotted path; undefined if it has none in this row. */
export function columnOf(row: TableRow, variable: string): string | undefined {
  const chosen = Object.hasOwn(row.columns, variable) ? row.columns[variable] : undefined;
  if (chosen !== undefined) return chosen ?? undefined;
  return nodeAt(row, variable) ? variable : undefined;
}

/** The row with another column for a variable; null for none. */
export function withColumn(row: TableRow, variable: string, column: string | null): TableRow {
  return { ...row, columns: { ...row.columns, [variable]: column } };
}

/** A variable's value in the row: a string as text, anything else as JSON; undefined for null and for no column. */
export function cellOfVariable(row: TableRow, variable: string): string | undefined {
  const column = columnOf(row, variable);
  const node = column === undefined ? undefined : nodeAt(row, column);
  if (!node || node.kind === "null") return undefined;
  return node.string() ?? node.raw;
}

function nodeAt(row: TableRow, column: string): JsonNode | undefined {
  const names = fieldPath(column);
  return names && cellOf(nodeOf(row), names);
}

/** The columns of the row as dotted paths, an object before its members. */
export function columnsOfRow(row: TableRow): string[] {
  const columns = leavesOf(nodeOf(row)).flatMap(({ path }) =>
    path.map((_name, last) => columnPath(path.slice(0, last + 1))),
  );
  return [...new Set(columns)];
}
