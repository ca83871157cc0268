import { expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
import { columnText, matchingRows, type RowFilter } from "./row-filter";

const rows = [
  '{"city": "Lyon", "place": {"n": 1.0}}',
  '{"city": "LYON Part-Dieu", "place": {"n": 10}}',
  '{"city": null, "place": ["Lyon"]}',
  '"Lyon"',
  '{"city": "Lyon", "place": {"n": 1.0}}',
];
const cells = (column: string) =>
  rows.map((row, at) => ({ digest: `r${at}`, text: columnText(new JsonText(row), column) }));

test.each<[string, RowFilter, string[]]>([
  ["city", { comparison: "equals", text: "Lyon" }, ["r0", "r4"]],
  ["city", { comparison: "contains", text: "lyon" }, ["r0", "r1", "r4"]],
  ["city", { comparison: "equals", text: "null" }, []],
  ["place.n", { comparison: "equals", text: "1" }, []],
  ["place.n", { comparison: "equals", text: "1.0" }, ["r0", "r4"]],
  ["place.n", { comparison: "contains", text: "1" }, ["r0", "r1", "r4"]],
  ["place", { comparison: "contains", text: '"Lyon"' }, ["r2"]],
  ["none", { comparison: "contains", text: "" }, []],
])("rows whose %s %j", (column, filter, expected) => {
  expect(matchingRows(cells(column), filter)).toEqual(expected);
});
