import { describe, expect, it } from "vitest";

import type { FeedbackCount, FeedbackStats } from "@/lib/contract/feedback-stats";

import { countChart, meanChart, numbersOf, OTHER_VALUES, sharesOf } from "./distribution-data";

const count = (bucket: number, feedback_type: string, value: string | undefined, times: number): FeedbackCount => {
  const number = value === undefined ? Number.NaN : Number(value);
  const isNumber = !Number.isNaN(number);
  return {
    bucket,
    feedback_type,
    value,
    count: times,
    numbers: isNumber ? times : 0,
    sum: isNumber ? times * number : 0,
  };
};
const stats = (...rows: FeedbackCount[]): FeedbackStats => ({
  count: 0,
  buckets: [
    { start: "2026-11-01T00:00:00Z", end: "2026-11-02T00:00:00Z" },
    { start: "2026-11-02T00:00:00Z", end: "2026-11-03T00:00:00Z" },
  ],
  stats: rows,
});

describe("sharesOf", () => {
  it("adds up over the range, the most frequent first", () => {
    const given = stats(count(0, "core.note.1", undefined, 1), count(0, "rating", "1", 1), count(1, "rating", "2", 2));
    expect(sharesOf(given, "type")).toMatchObject([
      { key: "rating", label: "rating", count: 3 },
      { key: "core.note.1", label: "Note", count: 1 },
    ]);
    expect(sharesOf(given, "value").map(({ label, count: times }) => [label, times])).toEqual([
      ["2", 2],
      ["1", 1],
      ["Without a value", 1],
    ]);
  });

  it("has the ranges of the service from low to high, then values, then records without a value", () => {
    const range = (low: number | undefined, high: number | undefined, times: number): FeedbackCount => ({
      ...count(0, "rating", undefined, times),
      low,
      high,
      numbers: times,
    });
    const given = stats(
      range(0.2, 0.4, 1),
      range(0, 0.2, 500),
      range(undefined, -0.2, 1),
      range(0.4, undefined, 2),
      count(1, "rating", undefined, 3),
      count(1, "rating", "n/a", 1),
      count(1, "rating", "true", 2),
      { ...count(1, "rating", undefined, 9), others: true },
    );
    const said = [
      ["Below −0.2", 1],
      ["0 to 0.2", 500],
      ["0.2 to 0.4", 1],
      ["Above 0.4", 2],
      ["true", 2],
      ["n/a", 1],
      ["Other", 9],
      ["Without a value", 3],
    ];
    expect(sharesOf(given, "value").map(({ label, count: times }) => [label, times])).toEqual(said);
    const layers = countChart(given, "value").series.map(({ label, values }) => [
      label,
      values.reduce((sum: number, value) => sum + (value ?? 0), 0),
    ]);
    expect(layers).toEqual(said);
  });

  it("distinguishes a value from a group with the same label, and types with the same label", () => {
    const values = sharesOf(
      stats({ ...count(0, "a", undefined, 2), others: true }, count(0, "a", "Other", 1), count(0, "a", undefined, 1)),
      "value",
    );
    expect(values.map(({ key, count: times }) => [key, times])).toEqual([
      ["Other", 1],
      [undefined, 2],
      [undefined, 1],
    ]);
    const types = stats(count(0, "core.note.1", undefined, 2), count(0, "wandb.note.1", undefined, 1));
    expect(sharesOf(types, "type").map(({ label, count: times }) => [label, times])).toEqual([
      ["core.note.1", 2],
      ["wandb.note.1", 1],
    ]);
  });
});

describe("countChart", () => {
  it("stacks buckets of days", () => {
    const { starts, end, series } = countChart(stats(count(0, "a", "x", 2), count(1, "a", "x", 1)), "value");
    expect([starts, end]).toEqual([[Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 2)], Date.UTC(2026, 10, 3)]);
    expect(series).toMatchObject([{ label: "x", values: [2, 1], look: "bars" }]);
  });

  it("puts what is seldom together", () => {
    const many = Array.from({ length: 10 }, (_, index) => count(0, "a", `v${index}`, 10 - index));
    const { series } = countChart(stats(...many), "value");
    expect(series.map(({ label, values }) => [label, values[0]]).at(-1)).toEqual([OTHER_VALUES, 6]);
  });
});

it("gives twelve values twelve colors, in any order", () => {
  const values = Array.from({ length: 12 }, (_value, index) => count(0, "quality", `value ${index}`, index + 1));
  const colors = sharesOf(stats(...values), "value").map(({ label, color }) => [label, color] as const);
  expect(new Set(colors.map(([, color]) => color)).size).toBe(12);
  const again = sharesOf(stats(...values.map((one) => ({ ...one, count: 20 - one.count }))), "value");
  expect(new Map(again.map(({ label, color }) => [label, color]))).toEqual(new Map(colors));
});

describe("meanChart", () => {
  it("has the mean of a bucket, and nothing for buckets without numbers", () => {
    const chart = meanChart(stats(count(0, "a", "1", 1), count(0, "a", "4", 2), count(1, "a", "x", 1)));
    expect(chart?.series[0]?.values).toEqual([3, null]);
    expect(meanChart(stats(count(0, "a", "x", 1)))).toBeUndefined();
  });
});

describe("numbersOf", () => {
  it("is exact over ranges, below zero too", () => {
    const rows: FeedbackCount[] = [
      { ...count(0, "a", undefined, 3), numbers: 3, sum: -6, min: -4, max: -1 },
      { ...count(1, "a", undefined, 2), numbers: 1, sum: 2, min: 2, max: 2 },
    ];
    expect(numbersOf(rows)).toEqual({ mean: -1, min: -4, max: 2 });
  });
});
