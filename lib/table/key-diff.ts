import type { TableDiff, TableRow } from "@/lib/contract/tables";
import { fieldPath } from "@/lib/contract/expression";
import { canonicalJson } from "@/lib/json/canonical";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import { columnPath } from "./column-path";
import { cellOf, leavesOf } from "./columns";

/** A row that only one table has. */
export type DiffRow = TableDiff["rows"][number];

/** A row that differs between two tables: one that only one of them has, or with another value for the same key. */
export type KeyedRow = { change: "changed"; before: TableRow; after: TableRow } | DiffRow;

export interface KeyedDiff {
  rows: KeyedRow[];
  changed: number;
  removed: number;
  added: number;
  /** Number of removed and added rows whose key is also that of another one on their side. */
  repeated: number;
  /** Number of removed and added rows without a value, or with null, in a column of the key. */
  keyless: number;
}

/**
 * Pairs removed and added rows with the same values at the key's dotted paths. Values are the same if their digits and
 * spelling are: `1` and `1.0` differ. Rows whose key is missing or repeated stay removed and added.
 */
export function pairByKey(rows: readonly DiffRow[], key: readonly string[]): KeyedDiff {
  const names = key.map((path) => fieldPath(path) ?? []);
  const keys = rows.map((row) => keyOf(row, names));
  const sides = new Map<string, { removed: DiffRow[]; added: DiffRow[] }>();
  for (const [at, row] of rows.entries()) {
    const own = keys[at];
    if (own === undefined) continue;
    const side = sides.get(own) ?? { removed: [], added: [] };
    side[row.change].push(row);
    sides.set(own, side);
  }
  const diff: KeyedDiff = { rows: [], changed: 0, removed: 0, added: 0, repeated: 0, keyless: 0 };
  const paired = new Set<DiffRow>();
  for (const [at, row] of rows.entries()) {
    const own = keys[at];
    const side = own === undefined ? undefined : sides.get(own);
    const isRepeated = side !== undefined && (side.removed.length > 1 || side.added.length > 1);
    const [before, after] = [side?.removed[0], side?.added[0]];
    if (!before || !after || isRepeated) {
      diff.rows.push(row);
      diff[row.change] += 1;
      if (!side) diff.keyless += 1;
      if (isRepeated) diff.repeated += 1;
      continue;
    }
    // Listed where the first of the two is.
    if (!paired.has(row)) {
      diff.rows.push({ change: "changed", before, after });
      diff.changed += 1;
    }
    paired.add(before).add(after);
  }
  return diff;
}

/** Undefined if a column of the key has no value. */
function keyOf({ val }: DiffRow, names: readonly (readonly string[])[]): string | undefined {
  const row = JsonNode.parse(val);
  const values = names.map((path) => (path.length === 0 ? undefined : cellOf(row, path)));
  const isComplete = values.length > 0 && values.every((value) => value && value.kind !== "null");
  return isComplete ? JSON.stringify(values.map((value) => canonicalOf(value))) : undefined;
}

/** The dotted paths at which two rows have different values, in their order. */
export function changedPaths(before: JsonText, after: JsonText): string[] {
  const [left, right] = [before, after].map((val) => {
    const leaves = leavesOf(JsonNode.parse(val));
    return new Map(leaves.map(({ path, node }) => [columnPath(path), canonicalOf(node)]));
  });
  const paths = [...new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])])];
  return paths.filter((path) => left?.get(path) !== right?.get(path));
}

function canonicalOf(node: JsonNode | undefined): string | undefined {
  return node && canonicalJson(new JsonText(node.raw));
}

/** Names of columns that identify a row, the first ones before the others. */
const IDENTITIES = ["id", "key", "_id", "uuid", "call"];
/** Names of columns that usually do, unless they are what was changed. */
const USUAL_KEYS = ["question", "input", "prompt"];

/**
 * The column that identifies the rows of two tables: of those that identify every row that differs, one with the name of
 * an identity, or else the one that pairs the most rows; undefined if there is none. `isUnique` says whether its values
 * are unique in both tables.
 */
export function chooseKey(
  rows: readonly DiffRow[],
  paths: readonly string[],
  isUnique: (path: string) => boolean,
): string | undefined {
  const found = paths.flatMap((path) => {
    if (path === "" || !isUnique(path)) return [];
    const { changed, repeated, keyless } = pairByKey(rows, [path]);
    return repeated + keyless === 0 ? [{ path, changed }] : [];
  });
  return found.toSorted(
    (a, b) =>
      placeIn(IDENTITIES, a) - placeIn(IDENTITIES, b) ||
      b.changed - a.changed ||
      placeIn(USUAL_KEYS, a) - placeIn(USUAL_KEYS, b),
  )[0]?.path;
}

function placeIn(names: readonly string[], { path }: { path: string }): number {
  const place = names.indexOf(path.toLowerCase());
  return place === -1 ? names.length : place;
}
