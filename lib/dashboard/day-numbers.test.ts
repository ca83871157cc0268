import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CallTotals } from "@/lib/contract/call-stats";
import { dayNumbers, largestMove, scoreDays } from "./day-numbers";

const nothing = { total_cost: {}, unpriced: 0, errors: 0, count: 0 };
const stats = (...totals: Partial<CallTotals>[]) => ({
  granularity: 604_800,
  timezone: "UTC",
  buckets: [],
  stats: [],
  totals: totals.map((total) => ({ ...nothing, ...total })),
});

test("counts and costs of the week are means per day, percentiles are of the whole week, and nothing is a dash", () => {
  const traces = {
    day: stats({ count: 4, errors: 1, latency_p95_ms: 100 }),
    before: stats(),
    week: stats({ count: 14, errors: 7, latency_p95_ms: 900 }),
  };
  const failing = { day: stats({ count: 3 }), before: stats(), week: stats({ count: 21 }) };
  const calls = {
    day: stats({ count: 9, total_cost: { USD: 3 }, charged: 1 }),
    before: stats({ count: 9, total_cost: {}, charged: 2, unpriced: 2 }),
    week: stats({ count: 99, total_cost: { USD: 14, EUR: 7 }, charged: 3 }),
  };
  const shown = dayNumbers({ traces, failing, calls }).map(({ label, day, before, week }) => [
    label,
    day,
    before,
    week,
  ]);
  expect(shown).toEqual([
    ["Traces", 4, 0, 2],
    ["Failed traces", 1, 0, 1],
    ["With a failing step", 3, 0, 3],
    ["Latency p95 of traces", 100, undefined, 900],
    ["Cost in USD", 3, undefined, 2],
    ["Cost in EUR", 0, undefined, 1],
  ]);
});

test("feedback is by type, also of types that only one of the times has", () => {
  const of = (type: string, count: number, mean?: number) => ({
    group: { feedback_type: type },
    feedback: { count, numbers: mean === undefined ? 0 : count, mean },
  });
  const days = {
    day: stats(of("score", 2, 0.5), of("note", 1)),
    before: stats(of("gone", 3)),
    week: stats(of("score", 14, 0.25), of("note", 28), of("gone", 3)),
  };
  expect(scoreDays(days)).toEqual([
    { type: "note", counts: { day: 1, before: 0, week: 4 }, means: {} },
    { type: "score", counts: { day: 2, before: 0, week: 2 }, means: { day: 0.5, week: 0.25 } },
    { type: "gone", counts: { day: 0, before: 3, week: 3 / 7 }, means: {} },
  ]);
});

describe("the largest move", () => {
  const group = (op: string, total: Partial<CallTotals>) => ({ group: { op }, ...total });
  test("is that of plain subtraction, with groups of one day alone", () => {
    const counts = fc.dictionary(fc.constantFrom("a", "b", "c", "d"), fc.integer({ min: 1, max: 50 }));
    fc.assert(
      fc.property(counts, counts, (now, then) => {
        const totals = (all: Record<string, number>) =>
          stats(...Object.entries(all).map(([op, count]) => group(op, { count })));
        const move = largestMove({ measure: "calls" }, "op", { day: totals(now), before: totals(then) });
        const sizes = ["a", "b", "c", "d"].map((op) => Math.abs((now[op] ?? 0) - (then[op] ?? 0)));
        expect(move ? Math.abs(move.day - move.before) : 0).toBe(Math.max(...sizes));
        const name = move?.group["op"] ?? "";
        expect([now[name] ?? 0, then[name] ?? 0]).toEqual([move?.day ?? 0, move?.before ?? 0]);
      }),
    );
  });

  test("of rates and percentiles needs enough calls on both days", () => {
    const day = stats(group("rare", { count: 9, errors: 9 }), group("often", { count: 10, errors: 1 }));
    const before = stats(group("rare", { count: 90 }), group("often", { count: 10 }));
    expect(largestMove({ measure: "error_rate" }, "op", { day, before })).toEqual({
      group: { op: "often" },
      day: 0.1,
      before: 0,
    });
    expect(largestMove({ measure: "latency_p95" }, "op", { day, before })).toBeUndefined();
  });

  test("of versions is of one op, and calls of ops without versions have none", () => {
    const version = (of: Record<string, string>, count: number) => ({ group: of, count });
    const day = stats(
      version({ op: "a", version: "1" }, 5),
      version({ version: "1", op: "b" }, 9),
      version({ op: "c" }, 99),
    );
    const before = stats(version({ version: "1", op: "a" }, 4), version({ op: "b", version: "1" }, 1));
    expect(largestMove({ measure: "calls" }, "version", { day, before })).toEqual({
      group: { op: "b", version: "1" },
      day: 9,
      before: 1,
    });
  });

  test("is not of a group that one day may have counted among all others", () => {
    const others = { others: true as const, group: {}, count: 5 };
    const day = stats(group("new", { count: 50 }), group("known", { count: 3 }));
    const before = stats(group("known", { count: 1 }), others);
    expect(largestMove({ measure: "calls" }, "op", { day, before })).toMatchObject({ group: { op: "known" } });
    expect(largestMove({ measure: "calls" }, "op", { day, before: stats(group("known", { count: 1 })) })).toMatchObject(
      {
        group: { op: "new" },
        before: 0,
      },
    );
  });
});
