import { toStorableText } from "@/lib/contract/json/decode";
import { JsonNode } from "@/lib/contract/json/node";
import type { JsonText } from "@/lib/contract/json/text";
import { SORT_TEXT_CHARS } from "@/lib/contract/limits";
import type { Connection } from "./database";
import { oversizedName } from "./name-bytes";
import { isStorableNumber } from "./where";

/** Columns made when a chunk is stored; any other is made when first sorted by. */
const EAGER_COLUMNS = 64;
const EAGER_DEPTH = 4;
const EAGER_CHARS = 64 * 1024;

/** What a sort compares of one value; missing and JSON null are undefined. */
interface Cell {
  kind: "number" | "string" | "other";
  text: string;
}

type Cells = (Cell | undefined)[];

/** The cells at one path in the rows of a chunk. */
export interface Column {
  chunk: string;
  path: string;
  cells: Cells;
}

/** The cell at a path of keys and positions in a row. */
export function cellAt(row: JsonText, path: readonly string[]): Cell | undefined {
  let node: JsonNode | undefined = JsonNode.parse(row);
  for (const step of path) node = node?.kind === "array" ? itemAt(node, step) : node?.get(step);
  return node && cellOf(node);
}

function itemAt(node: JsonNode, step: string): JsonNode | undefined {
  return /^\d+$/.test(step) ? node.item(Number(step)) : undefined;
}

function cellOf(node: JsonNode): Cell | undefined {
  switch (node.kind) {
    case "null":
      return undefined;
    case "number":
      return { kind: isStorableNumber(node.raw) ? "number" : "string", text: node.raw };
    case "string":
      return { kind: "string", text: cut(node.string() ?? "") };
    default:
      return { kind: "other", text: cut(node.raw) };
  }
}

function cut(text: string): string {
  return toStorableText(text.slice(0, SORT_TEXT_CHARS));
}

/** A dotted path in one spelling. */
export function columnPath(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(".", "\\.")).join(".");
}

/** The columns worth making at once: of scalars, few, not deep and not large. */
export function eagerColumns(chunk: string, rows: readonly JsonText[]): Column[] {
  const columns = new Map<string, Cells>();
  const unfit = new Set<string>();
  for (const [place, row] of rows.entries())
    walk(JsonNode.parse(row), [], (path, node) => {
      if (node.kind === "object" || node.kind === "array") unfit.add(path);
      else if (columns.has(path) || columns.size < EAGER_COLUMNS) {
        const cells = columns.get(path) ?? Array.from<Cell | undefined>({ length: rows.length });
        cells[place] = cellOf(node);
        columns.set(path, cells);
      }
    });
  return [...columns]
    .filter(([path, cells]) => !unfit.has(path) && charsOf(cells) <= EAGER_CHARS)
    .map(([path, cells]) => ({ chunk, path, cells }));
}

function walk(node: JsonNode, above: string[], see: (path: string, node: JsonNode) => void): void {
  if (above.length === EAGER_DEPTH) return;
  for (const [key, value] of node.entries()) {
    const names = [...above, key];
    const path = columnPath(names);
    // An empty name is in no dotted path, a long one in none that can be sorted by.
    if (key === "" || oversizedName({ path })) continue;
    see(path, value);
    walk(value, names, see);
  }
}

function charsOf(cells: Cells): number {
  return cells.reduce((sum, cell) => sum + (cell?.text.length ?? 0), 0);
}

/** Stores columns; those that are there already stay. */
export async function storeColumns(connection: Connection, projectId: string, columns: Column[]): Promise<void> {
  if (columns.length === 0) return;
  const ordered = columns.toSorted((a, b) => (a.chunk + a.path < b.chunk + b.path ? -1 : 1));
  await connection.query(INSERT, [
    projectId,
    ordered.map(({ chunk }) => chunk),
    ordered.map(({ path }) => toStorableText(path)),
    ordered.map(({ cells }) => arrayOf(cells, "number")),
    ordered.map(({ cells }) => arrayOf(cells, "string")),
    ordered.map(({ cells }) => arrayOf(cells, "other")),
  ]);
}

// Arrays of different lengths cannot be one array of arrays: each travels as its literal.
const INSERT = `
  insert into table_columns (project_id, chunk, path, numbers, strings, others)
  select $1, chunk, path, numbers::numeric[], strings::text[], others::text[]
  from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
    as sent (chunk, path, numbers, strings, others)
  on conflict (project_id, chunk, path) do nothing`;

function arrayOf(cells: Cells, kind: Cell["kind"]): string | undefined {
  if (!cells.some((cell) => cell?.kind === kind)) return undefined;
  const items = Array.from(cells, (cell) => (cell?.kind === kind ? quote(cell.text) : "null"));
  return `{${items.join(",")}}`;
}

function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}
