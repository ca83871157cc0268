import { describe, expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
import { PROFILE_COLUMNS } from "@/lib/contract/limits";
import { tableProfileResponse } from "@/lib/contract/tables";
import { profileRows } from "./profile";

async function* batchesOf(...batches: readonly string[][]) {
  for (const batch of batches) yield batch.map((text) => ({ val: new JsonText(text) }));
}

const profile = async (...rows: string[]) => {
  const found = await profileRows(batchesOf(rows));
  // A profile must match the schema of the response.
  tableProfileResponse.parse({ count: rows.length, ...found });
  return found;
};

describe("a profile", () => {
  test("splits objects into columns, and profiles each", async () => {
    const { profiled, columns } = await profile(
      '{"q": {"text": "ab", "a.b": 1}, "tags": []}',
      '{"q": {"text": "abcd"}, "tags": [1]}',
      '{"q": null, "n": 1.0}',
    );
    expect(profiled).toBe(3);
    expect(columns.map(({ path, kinds, missing, distinct }) => ({ path, kinds, missing, distinct }))).toEqual([
      { path: "q.text", kinds: { string: 2 }, missing: 1, distinct: 2 },
      { path: "q.a\\.b", kinds: { number: 1 }, missing: 2, distinct: 1 },
      { path: "tags", kinds: { array: 2 }, missing: 1, distinct: 2 },
      { path: "n", kinds: { number: 1 }, missing: 2, distinct: 1 },
    ]);
    expect(columns[0]?.chars).toEqual({ min: 2, max: 4 });
  });

  test("counts null and absent values together, as missing", async () => {
    const rows = ['{"n": null, "only": null}', '{"n": 1}', '{"n": null}', "{}", '{"n": "x"}', '{"n": 0}', "null"];
    const { columns, profiled } = await profile(...rows);
    const byHand = rows.filter((row) => (JSON.parse(row)?.n ?? null) === null).length;
    expect(columns.map(({ path, kinds, missing }) => ({ path, kinds, missing }))).toEqual([
      { path: "n", kinds: { number: 2, string: 1 }, missing: byHand },
      { path: "only", kinds: {}, missing: rows.length },
      { path: "", kinds: { object: 1 }, missing: rows.length - 1 },
    ]);
    for (const { kinds, missing } of columns)
      expect(Object.values(kinds).reduce((sum, count) => sum + count, missing)).toBe(profiled);
  });

  test.each([
    [
      "digits beyond a double",
      ["12345678901234567891", "12345678901234567890"],
      "12345678901234567890",
      "12345678901234567891",
    ],
    ["spelling", ["1.0", "-2e3"], "-2e3", "1.0"],
    ["values beyond a double", ["1e400", "1"], "1", "1e400"],
  ])("keeps %s", async (_what, numbers, min, max) => {
    const { columns } = await profile(...numbers.map((number) => `{"n":${number}}`));
    expect([columns[0]?.numbers?.min.text, columns[0]?.numbers?.max.text]).toEqual([min, max]);
  });

  test("spreads numbers over ranges that count each once", async () => {
    const { columns } = await profile(...Array.from({ length: 100 }, (_, n) => `{"n":${n}}`));
    const { histogram = [], mean } = columns[0]?.numbers ?? {};
    expect(mean).toBeCloseTo(49.5);
    expect(histogram.reduce((sum, { count }) => sum + count, 0)).toBe(100);
    expect(histogram[0]).toEqual({ from: 0, count: 5 });
    expect((await profile('{"n":7}', '{"n":7}')).columns[0]?.numbers?.histogram).toEqual([{ from: 7, count: 2 }]);
  });

  test("shows the most common values, if they occur more than once", async () => {
    const { columns } = await profile('{"a":"x"}', '{"a":"y"}', '{"a":"x"}');
    expect(columns[0]?.common).toEqual([{ val: new JsonText('"x"'), count: 2 }]);
  });

  test.each([
    ["rows that are no objects", ['"a"', "1", "[]", "{}"], { string: 1, number: 1, array: 1, object: 1 }],
    ["empty rows", ["{}"], { object: 1 }],
  ])("has one column for %s", async (_what, rows, kinds) => {
    expect((await profile(...rows)).columns).toMatchObject([{ path: "", kinds }]);
  });

  test("returns the number of omitted columns", async () => {
    const wide = JSON.stringify(
      Object.fromEntries(Array.from({ length: PROFILE_COLUMNS + 3 }, (_, n) => [`c${n}`, n])),
    );
    const { columns, columns_left_out } = await profile(wide);
    expect([columns.length, columns_left_out]).toEqual([PROFILE_COLUMNS, 3]);
  });

  test("reads no more once it has read enough", async () => {
    const large = JSON.stringify({ text: "x".repeat(40 * 1024 * 1024) });
    expect((await profileRows(batchesOf([large], [large]))).profiled).toBe(1);
  });
});
