import { describe, expect, test } from "vitest";
import type { CallTotals } from "./call-stats";
import { equals, FAILED, HAS_FAILING_STEP } from "./conditions";
import { type Measure, metric, metricValue, plainMetric, statsOf } from "./metrics";
import { check } from "./validate";

const TOTALS: CallTotals = {
  count: 8,
  traces: 3,
  errors: 2,
  latency_p50_ms: 10,
  latency_p95_ms: 95,
  latency_p99_ms: 99,
  usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 130 },
  total_cost: { USD: 4, EUR: 1 },
  charged: 3,
  unpriced: 1,
  feedback: { count: 5, matching: 1, numbers: 4, mean: 0.25 },
};
const NOTHING: CallTotals = { count: 0, errors: 0, total_cost: {}, unpriced: 0 };

describe("the value of a metric", () => {
  test.each<[Measure, number, number | undefined]>([
    ["calls", 8, 0],
    ["traces", 3, 0],
    ["failed_traces", 8, 0],
    ["failing_traces", 8, 0],
    ["errors", 2, 0],
    ["error_rate", 0.25, undefined],
    ["latency_p50", 10, undefined],
    ["latency_p95", 95, undefined],
    ["latency_p99", 99, undefined],
    ["input_tokens", 100, 0],
    ["output_tokens", 20, 0],
    ["total_tokens", 130, 0],
    ["cost", 4, 0],
    ["cost_per_trace", 4 / 3, undefined],
    // Of three calls with tokens one has no price.
    ["cost_per_call", 2, undefined],
    ["feedback_count", 5, 0],
    ["feedback_mean", 0.25, undefined],
    ["feedback_share", 0.2, undefined],
  ])("%s: %d; of nothing: %s", (measure, value, ofNothing) => {
    expect(metricValue({ measure }, TOTALS)).toBe(value);
    expect([metricValue({ measure }, NOTHING), metricValue({ measure }, undefined)]).toEqual([ofNothing, ofNothing]);
  });

  test.each([
    ["in another currency", { currency: "EUR" }, TOTALS, 1],
    ["in one that nothing costs anything in", { currency: "GBP" }, TOTALS, 0],
    ["of calls without a price", {}, { ...NOTHING, count: 2, charged: 2, unpriced: 2 }, undefined],
    ["of calls without tokens", {}, { ...NOTHING, count: 2, charged: 0 }, 0],
  ])("a cost %s", (_what, currency, totals, value) => {
    expect(metricValue({ measure: "cost", ...currency }, totals)).toBe(value);
  });

  test("tokens without a total are those of both sides", () => {
    const totals = { ...NOTHING, count: 1, usage: { prompt_tokens: 3, completion_tokens: 4 } };
    expect(metricValue({ measure: "total_tokens" }, totals)).toBe(7);
  });
});

test("only what a metric needs is requested", () => {
  const filter = { op_names: ["a"] };
  expect(statsOf({ measure: "calls", filter, group_by: ["model"] })).toEqual({ filter, group_by: ["model"] });
  expect(statsOf({ measure: "traces" })).toEqual({ count_traces: true });
  const roots = { op_names: ["a"], trace_roots_only: true };
  const $expr = equals("overview.model", "m");
  expect(statsOf({ measure: "failed_traces", filter, query: { $expr } })).toEqual({
    filter: roots,
    query: { $expr: { $and: [$expr, FAILED] } },
  });
  expect(statsOf({ measure: "failing_traces", filter })).toEqual({ filter: roots, query: { $expr: HAS_FAILING_STEP } });
  expect(statsOf({ measure: "feedback_count" })).toEqual({ feedback: {} });
  const feedback = { feedback_type: "score" };
  expect(statsOf({ measure: "feedback_mean", feedback })).toEqual({ feedback });
});

describe("a metric is refused", () => {
  test.each([
    [{ measure: "speed" }, "measure"],
    [{ measure: "calls", currency: "USD" }, "currency"],
    [{ measure: "cost", currency: "" }, "currency"],
    [{ measure: "calls", feedback: {} }, "feedback"],
    [{ measure: "feedback_share" }, "feedback.value"],
    [{ measure: "feedback_share", feedback: { feedback_type: "a" } }, "feedback.value"],
    [{ measure: "calls", group_by: ["a", "b", "c", "d", "e"] }, "group_by"],
    [{ measure: "calls", filtre: {} }, "filtre"],
  ])("%j for %s", (wrong, path) => {
    expect(check(metric, wrong)).toMatchObject({ errors: [{ path }] });
  });

  test("with groups, where it must have one value", () => {
    expect(check(plainMetric, { measure: "calls", group_by: [] })).toMatchObject({ errors: [{ path: "group_by" }] });
  });
});
