import { fieldPath } from "@/lib/contract/expression";
import { toStorableText } from "@/lib/json/decode";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import { SORT_TEXT_CHARS } from "@/lib/contract/limits";
import type { Connection } from "@/service/store/connections/database";
import { oversizedName } from "@/service/store/sql/name-bytes";
import { type Row, requiredText } from "@/service/store/sql/row";
import { isStorableNumber } from "@/service/store/sql/where";

/** Columns created when a chunk is stored; any other is created when first sorted by. */
const EAGER_COLUMNS = 64;
const EAGER_DEPTH = 4;
const EAGER_CHARS = 64 * 1024;

/** The sort key of one value; undefined for missing values and JSON null. */
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

/** The canonical form of a dotted path. */
export function columnPath(names: readonly string[]): string {
  return names.map(escapeName).join(".");
}

function escapeName(name: string): string {
  return name.includes(".") ? name.replaceAll(".", "\\.") : name;
}

/** Paths in a chunk's rows that have values but no column: the path itself, or the path and everything below it. */
export interface Unmade {
  at: Set<string>;
  below: Set<string>;
}

/** The columns to create at once (scalars, few, not deep, not large), and the paths without one. */
export function eagerColumns(chunk: string, rows: readonly JsonText[]): { columns: Column[]; unmade: Unmade } {
  const cells = new Map<string, Cells>();
  const unmade: Unmade = { at: new Set(), below: new Set() };
  for (const [place, row] of rows.entries()) {
    const root = JsonNode.parse(row);
    // The names in a list are its positions.
    if (root.kind === "array") unmade.below.add("");
    walk(root, "", 1, (path, node, depth) => {
      if (node.kind === "array" || (node.kind === "object" && depth === EAGER_DEPTH)) unmade.below.add(path);
      else if (node.kind === "object") unmade.at.add(path);
      else if (cells.has(path) || cells.size < EAGER_COLUMNS) {
        const column = cells.get(path) ?? Array.from<Cell | undefined>({ length: rows.length });
        column[place] = cellOf(node);
        cells.set(path, column);
      } else unmade.at.add(path);
    });
  }
  for (const [path, column] of cells) if (charsOf(column) > EAGER_CHARS) unmade.at.add(path);
  const columns = [...cells]
    .filter(([path]) => !mayHold(unmade, fieldPath(path) ?? []))
    .map(([path, column]) => ({ chunk, path, cells: column }));
  return { columns, unmade };
}

type See = (path: string, node: JsonNode, depth: number) => void;

function walk(node: JsonNode, above: string, depth: number, see: See): void {
  for (const [key, value] of node.entries()) {
    const path = above === "" ? escapeName(key) : `${above}.${escapeName(key)}`;
    // An empty name cannot be in a dotted path, and a long one cannot be sorted by.
    if (key === "" || (path.length > SHORT_PATH && oversizedName({ path }))) continue;
    see(path, value, depth);
    if (depth < EAGER_DEPTH) walk(value, path, depth + 1, see);
  }
}

/** Short enough in any script. */
const SHORT_PATH = 256;

function charsOf(cells: Cells): number {
  return cells.reduce((sum, cell) => sum + (cell?.text.length ?? 0), 0);
}

/** Whether rows may have a value at a path that has no column. */
export function mayHold({ at, below }: Unmade, names: readonly string[]): boolean {
  const above = names.map((_, depth) => columnPath(names.slice(0, depth)));
  const path = columnPath(names);
  return at.has(path) || below.has(path) || above.some((prefix) => below.has(prefix));
}

/** Stores the paths without a column of a new chunk, so that its rows are known to have no value at any other path. */
export async function storeUnmade(
  connection: Connection,
  projectId: string,
  chunk: string,
  { at, below }: Unmade,
): Promise<void> {
  if (at.size + below.size > UNMADE_PATHS) return;
  await connection.query(INSERT_UNMADE, [
    projectId,
    chunk,
    [...at].map(toStorableText),
    [...below].map(toStorableText),
  ]);
}

/** The paths without a column of some chunks; a chunk that is not in the result may have a value at any path. */
export async function readUnmade(
  connection: Connection,
  projectId: string,
  chunks: readonly string[],
): Promise<Map<string, Unmade>> {
  const rows = await connection.query(READ_UNMADE, [projectId, chunks]);
  return new Map(
    rows.map((row) => [requiredText(row, "chunk"), { at: pathsIn(row, "at"), below: pathsIn(row, "below") }]),
  );
}

function pathsIn(row: Row, column: string): Set<string> {
  return new Set([...JsonNode.parse(requiredText(row, column)).items()].map((path) => path.string() ?? ""));
}

/** With more paths than this nothing is stored. */
const UNMADE_PATHS = 256;

// No dotted path is empty, so the column of the empty path holds the paths without a column.
const INSERT_UNMADE = `
  insert into table_columns (project_id, chunk, path, strings, others) values ($1, $2, '', $3, $4)
  on conflict (project_id, chunk, path) do nothing`;

const READ_UNMADE = `
  select chunk, to_json(strings) as at, to_json(others) as below from table_columns
  where project_id = $1 and path = '' and chunk = any($2::text[])`;

/** Stores columns; existing ones stay unchanged. */
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

// Arrays of different lengths cannot form one array of arrays, so each is sent as its literal.
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
