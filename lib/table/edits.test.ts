import { expect, it } from "vitest";

import type { TableUpdate } from "@/lib/contract/tables";
import { JsonText } from "@/lib/json/text";

import {
  addRow,
  cellKey,
  countEdits,
  editRow,
  NO_EDITS,
  readCellKey,
  readEdits,
  type TableEdits,
  toggleDeleted,
  typeCell,
  updatesOf,
  writeEdits,
} from "./edits";

const json = (text: string) => new JsonText(text);
const table = ["0", "1.0", "2", "3"].map(json);

/** The table after the steps, as the service carries them out. */
function updated(updates: readonly TableUpdate[]): string[] {
  const rows = table.map(({ text }) => text);
  for (const { append, pop, insert } of updates) {
    if (pop) rows.splice(pop.index, 1);
    if (insert) rows.splice(insert.index, 0, insert.row.text);
    if (append) rows.push(append.row.text);
  }
  return rows;
}

const edit = (at: number, text: string) => (edits: TableEdits) => editRow(edits, at, json(text), table[at]);
const remove = (at: number) => (edits: TableEdits) => toggleDeleted(edits, at);
const add = (edits: TableEdits) => addRow(edits, table.length);
const after = (...steps: ((edits: TableEdits) => TableEdits)[]) => steps.reduce((edits, step) => step(edits), NO_EDITS);

it.each<[string, TableEdits, string[], ReturnType<typeof countEdits>]>([
  ["nothing", NO_EDITS, ["0", "1.0", "2", "3"], { changed: 0, added: 0, deleted: 0 }],
  ["a change", after(edit(1, "1.00")), ["0", "1.00", "2", "3"], { changed: 1, added: 0, deleted: 0 }],
  [
    "a change that is undone",
    after(edit(1, "1.00"), edit(1, "1.0")),
    ["0", "1.0", "2", "3"],
    { changed: 0, added: 0, deleted: 0 },
  ],
  [
    "all of it",
    after(edit(3, "9"), remove(0), edit(2, "8"), add, edit(4, "7"), remove(1)),
    ["8", "9", "7"],
    { changed: 2, added: 1, deleted: 2 },
  ],
  [
    "a changed row that is deleted",
    after(edit(1, "5"), remove(1)),
    ["0", "2", "3"],
    { changed: 0, added: 0, deleted: 1 },
  ],
  [
    "a deleted row that is restored",
    after(remove(1), remove(1)),
    ["0", "1.0", "2", "3"],
    { changed: 0, added: 0, deleted: 0 },
  ],
  [
    "an added row that is deleted again",
    after(add, add, remove(4)),
    ["0", "1.0", "2", "3", "{}"],
    { changed: 0, added: 1, deleted: 0 },
  ],
])("%s", (_what, edits, rows, counts) => {
  expect(updated(updatesOf(edits, table.length))).toEqual(rows);
  expect(countEdits(edits, table.length)).toEqual(counts);
});

it("keeps edits as a draft, with all digits and texts that are not valid yet", () => {
  const edited = after(edit(1, '{"n": 12345678901234567890}'), add, remove(0));
  const edits = { ...typeCell(edited, cellKey(1, "__proto__.x"), "{"), message: 'Why "so"' };
  expect(readEdits(writeEdits(edits, "d1"))).toEqual({ edits, replaces: "d1" });
  expect(readEdits('{"added":0,"replaces":"d1"}')).toEqual({ edits: NO_EDITS, replaces: "d1" });
  expect(readEdits("")).toBeUndefined();
  expect(readEdits('{"replaces":1}')).toBeUndefined();
});

it("names cells, and rows as a whole", () => {
  expect(readCellKey(cellKey(3, "a.b"))).toEqual({ at: 3, path: "a.b" });
  expect(readCellKey(cellKey(3, undefined))).toEqual({ at: 3, path: undefined });
});
