import { expect, test } from "vitest";

import type { CallTotals, TimeStats } from "@/lib/contract/call-stats";

import { modelsBySpend, spendChart, totalSpend, unpricedChart } from "./spend-data";

const day = (at: number) => `2026-11-${String(at).padStart(2, "0")}T00:00:00.000000Z`;
const of = (model: string | undefined, usd: number | undefined, more: Partial<CallTotals> = {}): CallTotals => ({
  ...(model ? { model } : {}),
  count: 1,
  errors: 0,
  usage: { prompt_tokens: 1 },
  total_cost: usd === undefined ? {} : { USD: usd },
  unpriced: usd === undefined ? 1 : 0,
  ...more,
});
const stats: TimeStats = {
  granularity: 86_400,
  timezone: "UTC",
  buckets: [
    { start: day(1), end: day(2) },
    { start: day(2), end: day(3) },
  ],
  stats: [
    { bucket: 0, ...of("a", 0.1) },
    { bucket: 1, ...of("a", 0.2) },
    { bucket: 1, ...of("b", 5) },
    { bucket: 1, ...of("new", undefined) },
  ],
  totals: [of("a", 0.3), of("new", undefined), of("b", 5), of(undefined, undefined, { usage: undefined, unpriced: 0 })],
};

const colorOf = (model: string) => `color of ${model}`;

test("a layer has its model's color", () => {
  const { series } = spendChart(stats, "USD", colorOf);
  expect(series.map(({ color }) => color)).toEqual(["color of b", "color of a"]);
});

test("the sum is exact", () => expect(totalSpend(stats)).toEqual({ USD: 5.3 }));

test("the most expensive model comes first, unpriced ones last, calls without tokens are left out", () => {
  expect(modelsBySpend(stats, "USD").map(({ model }) => model)).toEqual(["b", "a", "new"]);
});

test("spend is stacked by model, from the first bucket's start to the last one's end", () => {
  const { starts, end, series } = spendChart(stats, "USD", colorOf);
  expect([starts, end]).toEqual([[Date.parse(day(1)), Date.parse(day(2))], Date.parse(day(3))]);
  expect(series.map(({ label, values }) => [label, values])).toEqual([
    ["b", [null, 5]],
    ["a", [0.1, 0.2]],
  ]);
});

test("beyond seven models the cheapest are one layer", () => {
  const many = Array.from({ length: 9 }, (_, at) => of(`m${at}`, 9 - at));
  const { series } = spendChart(
    { ...stats, stats: many.map((one) => ({ bucket: 0, ...one })), totals: many },
    "USD",
    colorOf,
  );
  expect(series.map(({ label }) => label)).toEqual(["m0", "m1", "m2", "m3", "m4", "m5", "m6", "Other"]);
  expect(series.at(-1)?.values).toEqual([3, null]);
});

test("another currency is another chart", () => expect(spendChart(stats, "EUR", colorOf).series).toEqual([]));

test("unpriced calls are a bar of their own", () => {
  expect(unpricedChart(stats).series.map(({ values }) => values)).toEqual([[null, 1]]);
});
