import { expect, test } from "vitest";
import type { CallTotals } from "@/lib/contract/call-stats";
import { changeShare, drawnLook, groupValues, leftOut } from "./chart-values";

const nothing = { total_cost: {}, unpriced: 0, errors: 0 };
const buckets = [0, 1, 2].map((hour) => ({
  start: `2026-11-20T0${hour}:00:00.000000Z`,
  end: `2026-11-20T0${hour + 1}:00:00.000000Z`,
}));
const range = { granularity: 3600, timezone: "UTC", buckets };

test("a sum is 0 where there are no calls, and a rate is nothing", () => {
  const total = { ...nothing, count: 4, errors: 1 };
  const stats = { ...range, totals: [total], stats: [{ ...total, bucket: 1 }] };
  const values = (measure: "errors" | "error_rate") => groupValues({ measure }, stats)[0];
  expect(values("errors")).toMatchObject({ whole: 1, values: [0, 1, 0] });
  expect(values("error_rate")).toMatchObject({ whole: 0.25, values: [null, 0.25, null] });
});

test("without any calls there is one group, of nothing", () => {
  const stats = { ...range, totals: [], stats: [] };
  expect(groupValues({ measure: "calls" }, stats)).toMatchObject([{ label: "", whole: 0, values: [0, 0, 0] }]);
  expect(groupValues({ measure: "latency_p95" }, stats)).toMatchObject([{ whole: undefined }]);
  expect(groupValues({ measure: "calls", group_by: ["model"] }, stats)).toEqual([]);
});

test("the largest group is first, then those without a value, then all others; a missing value is named", () => {
  const group = (model: string | undefined, cost: number | undefined, unpriced = 0): CallTotals => ({
    ...nothing,
    count: 9,
    charged: 1,
    unpriced,
    total_cost: cost === undefined ? {} : { USD: cost },
    group: model === undefined ? {} : { model },
  });
  const totals = [
    { ...group("a", 99), group: {}, others: true as const },
    group("cheap", 1),
    group("unpriced", undefined, 1),
    group("", 3),
    group(undefined, 2),
  ];
  const stats = [
    { ...group("cheap", 1), bucket: 2 },
    { ...group("a", 99), group: {}, others: true as const, bucket: 0 },
    { ...group(undefined, 2), bucket: 0 },
  ];
  const shown = groupValues({ measure: "cost", group_by: ["model"] }, { ...range, totals, stats });
  expect(shown).toEqual([
    { label: "", isOthers: false, whole: 3, values: [0, 0, 0] },
    { label: "no model", isOthers: false, whole: 2, values: [2, 0, 0] },
    { label: "cheap", isOthers: false, whole: 1, values: [0, 0, 1] },
    { label: "unpriced", isOthers: false, whole: undefined, values: [0, 0, 0] },
    { label: "Others", isOthers: true, whole: 99, values: [99, 0, 0] },
  ]);
});

test("costs in other currencies and calls without a price are named", () => {
  const totals: CallTotals[] = [
    { ...nothing, count: 1, total_cost: { USD: 1, EUR: 2 } },
    { ...nothing, count: 1, total_cost: { CHF: 1 }, unpriced: 3 },
  ];
  expect(leftOut({ measure: "cost" }, totals)).toEqual({ currencies: ["CHF", "EUR"], unpriced: 3 });
  expect(leftOut({ measure: "cost", currency: "EUR" }, totals).currencies).toEqual(["USD", "CHF"]);
  expect(leftOut({ measure: "calls" }, totals)).toEqual({ currencies: [], unpriced: 0 });
});

test.each([
  ["bars", "cost", ["model"], "bars"],
  ["bars", "latency_p95", ["model"], "lines"],
  ["bars", "traces", ["op"], "lines"],
  ["bars", "latency_p95", undefined, "bars"],
  ["table", "error_rate", ["op"], "table"],
] as const)("%s of %s by %s are drawn as %s", (look, measure, groups, drawn) => {
  expect(drawnLook({ look, metric: { measure, group_by: groups && [...groups] } })).toBe(drawn);
});

test("a change is a share of the value before, and of nothing there is none", () => {
  expect([changeShare(3, 2), changeShare(1, -2), changeShare(1, 0), changeShare(1, undefined)]).toEqual([
    0.5,
    1.5,
    undefined,
    undefined,
  ]);
  expect(changeShare(undefined, 2)).toBeUndefined();
});
