import { describe, expect, test } from "vitest";
import { cellOfVariable, columnOf, columnsOfRow, type TableRow } from "./table-row";

const val = '{"question":"Where?","expected":{"city":"Lyon","score":1.50},"a.b":"dotted","none":null,"list":[1, 2]}';
const row = (columns: TableRow["columns"] = {}): TableRow => ({ table: "t", index: 0, val, columns });

describe("a variable's value in a row", () => {
  test.each<[string, TableRow["columns"], string | undefined]>([
    ["question", {}, "Where?"],
    ["expected.city", {}, "Lyon"],
    ["city", { city: "expected.city" }, "Lyon"],
    ["score", { score: "expected.score" }, "1.50"],
    ["expected", {}, '{"city":"Lyon","score":1.50}'],
    ["list", {}, "[1, 2]"],
    ["dotted", { dotted: String.raw`a\.b` }, "dotted"],
    ["none", {}, undefined],
    ["question", { question: null }, undefined],
    ["question", { question: "gone" }, undefined],
    ["toString", {}, undefined],
    ["unknown", {}, undefined],
  ])("%s with %j is %j", (variable, columns, expected) => {
    expect(cellOfVariable(row(columns), variable)).toBe(expected);
  });
});

test("a chosen column stays chosen in a row without it", () => {
  expect(columnOf(row({ question: "gone" }), "question")).toBe("gone");
  expect(columnOf(row(), "unknown")).toBeUndefined();
});

test("columns are objects and their members, as dotted paths", () => {
  expect(columnsOfRow(row())).toEqual([
    "question",
    "expected",
    "expected.city",
    "expected.score",
    String.raw`a\.b`,
    "none",
    "list",
  ]);
  expect(columnsOfRow({ ...row(), val: '"a text"' })).toEqual([]);
});
