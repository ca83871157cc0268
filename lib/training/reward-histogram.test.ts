import fc from "fast-check";
import { expect, it, test } from "vitest";

import { rewardHistogram } from "./reward-histogram";

test.each([
  ["nothing", [], { bins: [], end: 0 }],
  ["one number", [3, 3], { bins: [{ from: 3, count: 2 }], end: 4 }],
  ["the least that there is", [0, 5e-324], { bins: [{ from: 0, count: 2 }], end: 1 }],
  ["zero alone", [0], { bins: [{ from: 0, count: 1 }], end: 1 }],
])("%s", (_what, rewards, expected) => {
  expect(rewardHistogram(rewards)).toEqual(expected);
});

it("has round bounds", () => {
  const { bins, end } = rewardHistogram([0, 0, 1, 0.3]);
  expect(bins.map(({ from }) => from).slice(0, 7)).toEqual([0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3]);
  expect(bins[0]?.count).toBe(2);
  expect(bins.at(-1)).toEqual({ from: 1, count: 1 });
  expect(end).toBe(1.05);
});

it("counts a reward on a bound in the bin that begins there", () => {
  const rewards = [0, 0.15, 0.3, 0.45, 0.6, 0.7, 0.95, 1];
  const { bins } = rewardHistogram(rewards);
  expect(bins.flatMap(({ from, count }) => (count > 0 ? [from] : []))).toEqual(rewards);
});

it("counts rewards whose difference is too small to be divided", () => {
  const { bins } = rewardHistogram([-5.4e-323, 0]);
  expect(bins.map(({ count }) => count)).toEqual([1, 0, 0, 0, 0, 0, 1]);
});

it("counts every reward once, in few bins of rising bounds", () => {
  const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: -3, max: 3 }));
  fc.assert(
    fc.property(fc.array(number, { minLength: 1 }), (rewards) => {
      const { bins, end } = rewardHistogram(rewards);
      expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(rewards.length);
      expect(bins.length).toBeLessThanOrEqual(22);
      expect(end).toBeGreaterThanOrEqual(bins.at(-1)?.from ?? 0);
    }),
  );
});
