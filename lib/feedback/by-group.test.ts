import fc from "fast-check";
import { expect, test } from "vitest";

import type { CallTotals, TimeStats } from "@/lib/contract/call-stats";
import { FEEDBACK_TYPE, FEEDBACK_VALUE } from "@/lib/contract/feedback-groups";
import { feedbackGroups, meansByTime, sharesByTime, valuesOf } from "./by-group";

interface Given {
  bucket: number;
  model: string | undefined;
  value: string | undefined;
}

const given = fc.array(
  fc.record({
    bucket: fc.integer({ min: 0, max: 2 }),
    model: fc.option(fc.constantFrom("a", "b", "c"), { nil: undefined }),
    value: fc.option(fc.constantFrom("good", "bad", "", "1"), { nil: undefined }),
  }),
  { minLength: 1 },
);

/** What the service answers, grouped by the fields; with `most`, only so many groups are counted separately. */
function statsOf(
  records: readonly Given[],
  fields: (one: Given) => Record<string, string | undefined>,
  most = Number.POSITIVE_INFINITY,
): TimeStats {
  const keyOf = (one: Given) => JSON.stringify(fields(one));
  const countOf = (key: string) => records.filter((one) => keyOf(one) === key).length;
  const largest = [...new Set(records.map(keyOf))].toSorted((a, b) => countOf(b) - countOf(a)).slice(0, most);
  const totals = (part: readonly Given[]) => {
    const groups = new Map(part.map((one) => [largest.includes(keyOf(one)) ? keyOf(one) : undefined, fields(one)]));
    return [...groups].map(([key, group]): CallTotals => {
      const isIn = (one: Given) => (key === undefined ? !largest.includes(keyOf(one)) : keyOf(one) === key);
      const feedback = { count: part.filter(isIn).length, numbers: 0 };
      const counted = { count: 0, errors: 0, total_cost: {}, unpriced: 0, feedback };
      return key === undefined ? { ...counted, others: true } : { ...counted, group: defined(group) };
    });
  };
  return {
    granularity: 1,
    timezone: "UTC",
    buckets: [0, 1, 2].map(() => ({ start: "2026-01-01T00:00:00Z", end: "2026-01-01T00:00:01Z" })),
    stats: [0, 1, 2].flatMap((bucket) =>
      totals(records.filter((one) => one.bucket === bucket)).map((one) => ({ ...one, bucket })),
    ),
    totals: totals(records),
  };
}

const defined = (group: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(group).flatMap(([field, value]) => (value === undefined ? [] : [[field, value]])));

test("counts and shares of groups are those of the records", () => {
  fc.assert(
    fc.property(given, (records) => {
      const stats = statsOf(records, ({ model }) => ({ [FEEDBACK_TYPE]: "t", model }));
      const byValue = statsOf(records, ({ model, value }) => ({ [FEEDBACK_VALUE]: value, model }));
      const groups = feedbackGroups(stats, byValue);
      for (const { of = {}, count, values, rest } of groups) {
        const own = records.filter(({ model }) => model === of["model"]);
        expect([count, rest]).toEqual([own.length, 0]);
        for (const { value, count: having } of values)
          expect(having).toBe(own.filter((one) => one.value === value).length);
        expect(values.reduce((sum, one) => sum + one.count, 0)).toBe(own.length);
        expect(sharesByTime(stats, byValue, of, "good")).toEqual(
          [0, 1, 2].map((bucket) => {
            const inBucket = own.filter((one) => one.bucket === bucket);
            return inBucket.length === 0
              ? null
              : inBucket.filter((one) => one.value === "good").length / inBucket.length;
          }),
        );
      }
      expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(records.length);
      expect(new Set(valuesOf(groups))).toEqual(new Set(records.flatMap(({ value }) => value ?? [])));
    }),
  );
});

test("a share is that of the records, or missing where values of the group are not counted separately", () => {
  const most = fc.integer({ min: 1, max: 6 });
  fc.assert(
    fc.property(given, most, fc.constantFrom("good", "bad", ""), (records, pairs, value) => {
      const stats = statsOf(records, ({ model }) => ({ [FEEDBACK_TYPE]: "t", model }));
      const pairOf = (one: Given) => ({ [FEEDBACK_VALUE]: one.value, model: one.model });
      const byValue = statsOf(records, pairOf, pairs);
      const separate = byValue.totals.flatMap(({ group }) => (group ? [group] : []));
      const isSeparate = (one: Given) =>
        separate.some((group) => group["model"] === one.model && group[FEEDBACK_VALUE] === one.value);
      for (const model of ["a", "b", "c", undefined]) {
        const shares = sharesByTime(stats, byValue, defined({ model }), value);
        for (const bucket of [0, 1, 2]) {
          const own = records.filter((one) => one.model === model && one.bucket === bucket);
          const isKnown = isSeparate({ bucket, model, value }) || own.every(isSeparate);
          const share = own.filter((one) => one.value === value).length / own.length;
          expect(shares[bucket]).toBe(own.length === 0 || !isKnown ? null : share);
        }
      }
    }),
  );
});

test("groups that are not counted separately are last, without values; means are of their bucket", () => {
  const plain = { count: 0, errors: 0, total_cost: {}, unpriced: 0 };
  const totals: CallTotals[] = [
    { ...plain, others: true, feedback: { count: 90, numbers: 90, mean: 3 } },
    { ...plain, group: { model: "a" }, feedback: { count: 4, numbers: 2, mean: 0.5 } },
    { ...plain, group: { model: "no feedback" } },
  ];
  expect(feedbackGroups({ totals }, undefined)).toEqual([
    { of: { model: "a" }, count: 4, numbers: 2, mean: 0.5, values: [], rest: 4 },
    { of: undefined, count: 90, numbers: 90, mean: 3, values: [], rest: 90 },
  ]);
  const stats = { ...statsOf([], () => ({})), stats: totals.map((one) => ({ ...one, bucket: 1 })) };
  expect(meansByTime(stats, { model: "a" })).toEqual([null, 0.5, null]);
});
