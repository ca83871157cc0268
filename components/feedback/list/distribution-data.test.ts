import { describe, expect, it } from "vitest";

import type { FeedbackCount, FeedbackStats } from "@/lib/contract/feedback-stats";

import { countChart, meanChart, OTHERS, sharesOf } from "./distribution-data";

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
      ["Without a value", 1],
      ["1", 1],
    ]);
  });

  it("puts many different numbers into ranges, low to high", () => {
    const scores = [0.91, 0.02, 0.13, 0.34, 0.55, 0.71, 0.72, 0.99];
    const given = stats(
      ...scores.map((score) => count(0, "rating", String(score), 1)),
      count(1, "rating", undefined, 1),
    );
    expect(sharesOf(given, "value").map(({ label, count: times }) => [label, times])).toEqual([
      ["0 to 0.2", 2],
      ["0.2 to 0.4", 1],
      ["0.4 to 0.6", 1],
      ["0.6 to 0.8", 2],
      ["0.8 to 1", 2],
      ["Without a value", 1],
    ]);
    expect(countChart(given, "value").series.map(({ label }) => label)).toContain("0.6 to 0.8");
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
    expect(series.map(({ label, values }) => [label, values[0]]).at(-1)).toEqual([OTHERS, 6]);
  });
});

describe("meanChart", () => {
  it("has the mean of a bucket, and nothing where no number was said", () => {
    const chart = meanChart(stats(count(0, "a", "1", 1), count(0, "a", "4", 2), count(1, "a", "x", 1)));
    expect(chart?.series[0]?.values).toEqual([3, null]);
    expect(meanChart(stats(count(0, "a", "x", 1)))).toBeUndefined();
  });
});
