import { describe, expect, test } from "vitest";
import type { FeedbackCount } from "@/lib/contract/feedback-stats";
import { json, unique, useStore } from "@/service/store/testing/test-store";

const opened = useStore();

/** Values as JSON texts. */
async function statsOf(values: readonly (string | undefined)[]): Promise<FeedbackCount[]> {
  const { store } = opened();
  const project_id = unique("local/ranges");
  const given = await store.createFeedbackBatch(
    values.map((value, place) => ({
      project_id,
      id: `01900000-0000-7000-8000-${String(place).padStart(12, "0")}`,
      core_ref: `core:///${project_id}/call/one`,
      feedback_type: "score",
      payload: json(value === undefined ? "{}" : `{"value":${value}}`),
      ext_user_id: "admin",
    })),
  );
  expect(given).toHaveLength(values.length);
  const [start, end] = ["2020-01-01T00:00:00Z", "2050-01-01T00:00:00Z"];
  return store.countFeedbackByTime({ project_id, start, end, starts: [start] });
}

const ranges = (rows: readonly FeedbackCount[]): [string, number][] =>
  rows.flatMap(({ value, low, high, others, count }) => {
    if (low === undefined && high === undefined) return value === undefined ? [] : [[value, count]];
    expect(others).toBeUndefined();
    return [[`${low ?? "…"} ${high ?? "…"}`, count]];
  });
const total = (rows: readonly FeedbackCount[]) => rows.reduce((sum, { count }) => sum + count, 0);

/** Pseudo-random numbers between 0 and 1, independent of the store's formulas. */
const scores = Array.from({ length: 809 }, (_, place) => ((place * 7919) % 1000) / 1000);

describe("numbers of one type", () => {
  test("are all in ranges, counted as one counts them by hand", async () => {
    const rows = await statsOf(scores.map(String));
    const byHand = [0, 0.2, 0.4, 0.6, 0.8].map((low) => [
      `${low} ${Number((low + 0.2).toFixed(1))}`,
      scores.filter((score) => score >= low && (low === 0.8 || score < low + 0.2 - 1e-12)).length,
    ]);
    expect(ranges(rows)).toEqual(byHand);
    expect(total(rows)).toBe(809);
    expect(rows.reduce((sum, row) => sum + row.sum, 0)).toBeCloseTo(
      scores.reduce((sum, score) => sum + score, 0),
      9,
    );
    expect([Math.min(...rows.map(({ min = 9 }) => min)), Math.max(...rows.map(({ max = -9 }) => max))]).toEqual([
      Math.min(...scores),
      Math.max(...scores),
    ]);
  });

  test.each<{ name: string; values: (string | undefined)[]; said: [string, number][]; rest?: number }>([
    { name: "one value", values: ["0.5"], said: [["0.5", 1]] },
    { name: "all equal", values: Array.from({ length: 20 }, () => "3"), said: [["3", 20]] },
    {
      name: "few different ones as they are",
      values: ["1", "2", "2", "5", "4", "3", "-1", "0"],
      said: [
        ["-1", 1],
        ["0", 1],
        ["1", 1],
        ["2", 2],
        ["3", 1],
        ["4", 1],
        ["5", 1],
      ],
    },
    {
      name: "whole ones between whole numbers",
      values: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "10"],
      said: [
        ["0 1", 1],
        ["2 3", 2],
        ["4 5", 2],
        ["6 7", 2],
        ["8 9", 2],
        ["10 11", 2],
      ],
    },
    {
      name: "below zero, the greatest in the last range",
      values: ["-1", "-0.9", "-0.75", "-0.5", "-0.25", "-0.2", "-0.1", "0", "0"],
      said: [
        ["-1 -0.8", 2],
        ["-0.8 -0.6", 1],
        ["-0.6 -0.4", 1],
        ["-0.4 -0.2", 1],
        ["-0.2 0", 4],
      ],
    },
    {
      name: "huge ones far from all others in a range of their own",
      values: [
        ...Array.from({ length: 11 }, (_, place) => `0.${place + 10}`),
        "1e12",
        "-12345678901234567890",
        "1e400",
      ],
      said: [
        ["… 0.1", 1],
        ["0.1 0.12", 2],
        ["0.12 0.14", 2],
        ["0.14 0.16", 2],
        ["0.16 0.18", 2],
        ["0.18 0.2", 3],
        ["0.2 …", 2],
      ],
    },
    {
      name: "whole ones far above all others",
      values: [...Array.from({ length: 20 }, (_, place) => String(place % 8)), "100", "8"],
      said: [
        ["0 1", 6],
        ["2 3", 6],
        ["4 5", 4],
        ["6 7", 4],
        ["8 9", 1],
        ["9 …", 1],
      ],
    },
    {
      name: "mostly one value",
      values: [...Array.from({ length: 30 }, () => "0"), "1", "2", "3", "4", "5", "6", "7", "1000"],
      said: [
        ["0 199", 37],
        ["1000 1199", 1],
      ],
    },
    {
      name: "huge integers that no double tells apart",
      values: Array.from({ length: 9 }, (_, place) => `1234567890123456789${place}`),
      said: [["12345678901234567000 12345678901234567000", 9]],
    },
    {
      name: "beside words, truths and what is missing",
      values: [
        ...Array.from({ length: 8 }, (_, place) => `${place / 10}`),
        "true",
        "false",
        "true",
        '"NaN"',
        '"0.5"',
        "null",
        "[1]",
        undefined,
      ],
      said: [
        ["0.5", 1],
        ["NaN", 1],
        ["false", 1],
        ["true", 2],
        ["0 0.2", 2],
        ["0.2 0.4", 2],
        ["0.4 0.6", 2],
        ["0.6 0.8", 2],
      ],
      rest: 3,
    },
  ])("$name", async ({ values, said, rest = 0 }) => {
    const rows = await statsOf(values);
    expect(new Map(ranges(rows))).toEqual(new Map(said));
    const without = rows.filter(({ value, low, high, others }) =>
      [value, low, high, others].every((one) => one === undefined),
    );
    expect([total(rows), total(without)]).toEqual([values.length, rest]);
    expect(rows.reduce((sum, { numbers }) => sum + numbers, 0)).toBe(
      values.filter((value) => /^-?\d/.test(value ?? "")).length,
    );
  });

  test("words beyond the most frequent are not those without a value", async () => {
    const rows = await statsOf([...Array.from({ length: 60 }, (_, place) => `"w${place}"`), undefined, undefined]);
    expect(rows.filter(({ others }) => others)).toMatchObject([{ count: 10 }]);
    expect(rows.filter(({ value, others }) => value === undefined && !others)).toMatchObject([{ count: 2 }]);
  });
});
