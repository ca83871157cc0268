import { expect, it, test } from "vitest";

import { partsOf, ROW_CHARS } from "./parts";

async function* piecesOf(rows: readonly string[]) {
  for (const [index, json] of rows.entries()) yield [{ line: index + 1, json }];
}

async function sizes(rows: readonly string[]) {
  const parts = [];
  for await (const part of partsOf(piecesOf(rows))) parts.push(part.length);
  return parts;
}

const MB = "x".repeat(1_000_000);

test.each([
  ["nothing", [], []],
  ["small rows", ["1", "2", "3"], [3]],
  ["large rows", Array.from({ length: 18 }, () => MB), [8, 8, 2]],
  ["many rows", Array.from({ length: 120_000 }, () => "1"), [50_000, 50_000, 20_000]],
  ["one row as large as a part", ["1", `${MB.repeat(8)}x`, "2"], [1, 1, 1]],
])("%s", async (_what, rows, expected) => {
  expect(await sizes(rows)).toEqual(expected);
});

it("names the line of a row that no request can hold", async () => {
  await expect(sizes(["1", "x".repeat(ROW_CHARS + 1)])).rejects.toThrow("line 2");
});

it("leaves out invalid lines", async () => {
  async function* pieces() {
    yield [
      { line: 1, message: "broken" },
      { line: 2, json: "2" },
    ];
  }
  const parts = [];
  for await (const part of partsOf(pieces())) parts.push(part);
  expect(parts).toEqual([["2"]]);
});
