import type { TableUpdate } from "@/lib/contract/tables";
import { canonicalJson } from "@/lib/json/canonical";
import { JsonNode } from "@/lib/json/node";
import { JsonText, writeJson } from "@/lib/json/text";

/** What was changed in a table of `count` rows. A row keeps its position until the changes are saved. */
export interface TableEdits {
  /** The values of changed rows by position; from `count` on, those of added ones. */
  rows: ReadonlyMap<number, JsonText>;
  /** Positions of deleted rows; an added one may be deleted again. */
  deleted: ReadonlySet<number>;
  /** Number of rows that were added, with those that were deleted again. */
  added: number;
  /** Texts that are not valid JSON yet, by `cellKey`. */
  typed: ReadonlyMap<string, string>;
  /** The message of the version that they are saved as. */
  message: string;
}

export const NO_EDITS: TableEdits = { rows: new Map(), deleted: new Set(), added: 0, typed: new Map(), message: "" };

/** A row without values, which is what an added one begins with. */
export const EMPTY_ROW = new JsonText("{}");

/** Identifies a cell; undefined for the whole row. */
export function cellKey(at: number, path: string | undefined): string {
  return JSON.stringify(path === undefined ? [at] : [at, path]);
}

/** The cell of a key; its path is undefined for a whole row. */
export function readCellKey(key: string): { at: number; path: string | undefined } {
  const node = JsonNode.read(key);
  return { at: node?.item(0)?.number() ?? -1, path: node?.item(1)?.string() };
}

/** Changes the value of a row; `original` is its value in the table, undefined for an added one. */
export function editRow(edits: TableEdits, at: number, val: JsonText, original: JsonText | undefined): TableEdits {
  const rows = new Map(edits.rows);
  // White space and the order of names are no change: rows have the same digest.
  if (original && canonicalJson(val) === canonicalJson(original)) rows.delete(at);
  else rows.set(at, val);
  return { ...edits, rows };
}

/** Keeps a text that is not valid JSON, or forgets it if it is undefined. */
export function typeCell(edits: TableEdits, key: string, text: string | undefined): TableEdits {
  if (edits.typed.get(key) === text) return edits;
  const typed = new Map(edits.typed);
  if (text === undefined) typed.delete(key);
  else typed.set(key, text);
  return { ...edits, typed };
}

/** Adds an empty row at the end of a table of `count` rows. */
export function addRow(edits: TableEdits, count: number): TableEdits {
  const rows = new Map(edits.rows).set(count + edits.added, EMPTY_ROW);
  return { ...edits, rows, added: edits.added + 1 };
}

/** Deletes a row, or restores a deleted one. */
export function toggleDeleted(edits: TableEdits, at: number): TableEdits {
  const deleted = new Set(edits.deleted);
  if (!deleted.delete(at)) deleted.add(at);
  return { ...edits, deleted };
}

/** The numbers of rows that saving changes, adds and deletes in a table of `count` rows. */
export function countEdits({ rows, deleted, added }: TableEdits, count: number) {
  const gone = [...deleted].filter((at) => at < count).length;
  const changed = [...rows.keys()].filter((at) => at < count && !deleted.has(at)).length;
  return { changed, added: added - (deleted.size - gone), deleted: gone };
}

/**
 * The steps that make the changed table of one with `count` rows: a changed row is removed and inserted again. From the
 * last row to the first, so that no step moves a row that a later one is about.
 */
export function updatesOf({ rows, deleted, added }: TableEdits, count: number): TableUpdate[] {
  const places = [...new Set([...rows.keys(), ...deleted])].filter((at) => at < count).toSorted((a, b) => b - a);
  const updates = places.flatMap((index): TableUpdate[] => {
    const row = deleted.has(index) ? undefined : rows.get(index);
    return row ? [{ pop: { index } }, { insert: { index, row } }] : [{ pop: { index } }];
  });
  for (let at = count; at < count + added; at += 1)
    if (!deleted.has(at)) updates.push({ append: { row: rows.get(at) ?? EMPTY_ROW } });
  return updates;
}

/** Edits as the text of a draft; `replaces` is the digest of the version that they will replace as the latest. */
export function writeEdits({ rows, deleted, added, typed, message }: TableEdits, replaces: string): string {
  const draft = { rows: [...rows], deleted: [...deleted], added, typed: [...typed], message, replaces };
  return writeJson(draft);
}

/** Undefined for a text that is no draft. */
export function readEdits(text: string): { edits: TableEdits; replaces: string } | undefined {
  const draft = JsonNode.read(text);
  const [replaces, added] = [draft?.get("replaces")?.string(), draft?.get("added")?.number()];
  if (!draft || replaces === undefined || added === undefined) return undefined;
  const items = (name: string) => [...(draft.get(name)?.items() ?? [])];
  const rows = items("rows").flatMap((pair) => {
    const [at, val] = [pair.item(0)?.number(), pair.item(1)];
    return at === undefined || !val ? [] : [[at, new JsonText(val.raw)] as const];
  });
  const deleted = items("deleted").flatMap((node) => node.number() ?? []);
  const typed = items("typed").flatMap((pair) => {
    const [key, value] = [pair.item(0)?.string(), pair.item(1)?.string()];
    return key === undefined || value === undefined ? [] : [[key, value] as const];
  });
  const message = draft.get("message")?.string() ?? "";
  const edits = { rows: new Map(rows), deleted: new Set(deleted), added, typed: new Map(typed), message };
  return { edits, replaces };
}
