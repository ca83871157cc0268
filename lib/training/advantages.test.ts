import fc from "fast-check";
import { expect, it, test } from "vitest";

import { groupStatistics } from "./advantages";

const half = Math.sqrt(0.1875);

test.each([
  ["no reward", [], true, { count: 0, mean: 0, deviation: 0, advantages: [], isFlat: true }],
  ["one reward", [3], true, { count: 1, mean: 3, deviation: 0, advantages: [0], isFlat: true }],
  ["all alike", [0.1, 0.1, 0.1], true, { count: 3, mean: 0.1, deviation: 0, advantages: [0, 0, 0], isFlat: true }],
  ["a pair, scaled", [0, 1], true, { count: 2, mean: 0.5, deviation: 0.5, advantages: [-1, 1], isFlat: false }],
  ["a pair, unscaled", [0, 1], false, { count: 2, mean: 0.5, deviation: 0.5, advantages: [-0.5, 0.5], isFlat: false }],
  [
    "one of four, scaled",
    [0, 0, 0, 1],
    true,
    {
      count: 4,
      mean: 0.25,
      deviation: half,
      advantages: [-0.25, -0.25, -0.25, 0.75].map((d) => d / half),
      isFlat: false,
    },
  ],
  ["below zero", [-2, 2], true, { count: 2, mean: 0, deviation: 2, advantages: [-1, 1], isFlat: false }],
  [
    "the largest numbers",
    [-Number.MAX_VALUE, Number.MAX_VALUE],
    true,
    { count: 2, mean: 0, deviation: Number.MAX_VALUE, advantages: [-1, 1], isFlat: false },
  ],
] as const)("%s", (_what, rewards, isScaled, expected) => {
  expect(groupStatistics(rewards, { isScaled })).toEqual(expected);
});

const rewards = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 30 });

it("has advantages that sum to zero, with higher ones for higher rewards", () => {
  fc.assert(
    fc.property(rewards, fc.boolean(), (given, isScaled) => {
      const { advantages, isFlat } = groupStatistics(given, { isScaled });
      const size = advantages.reduce((sum, one) => sum + Math.abs(one), 0);
      expect(Math.abs(advantages.reduce((sum, one) => sum + one, 0))).toBeLessThanOrEqual(1e-9 * Math.max(1, size));
      expect(isFlat).toBe(new Set(given.map((one) => one + 0)).size <= 1);
      const byReward = given.map((reward, at) => [reward, advantages[at] ?? 0] as const).toSorted(([a], [b]) => a - b);
      const learnt = byReward.map(([, advantage]) => advantage);
      expect(learnt).toEqual(learnt.toSorted((a, b) => a - b));
    }),
    { examples: [[[999_999.9603942364, 999_999.9281787168], true]] },
  );
});

it("does not change when all rewards are moved or, scaled, stretched", () => {
  const given = [1, 4, 4, 9];
  const { advantages } = groupStatistics(given, { isScaled: true });
  const moved = groupStatistics(
    given.map((reward) => reward * 8 - 16),
    { isScaled: true },
  );
  for (const [at, one] of advantages.entries()) expect(moved.advantages[at]).toBeCloseTo(one, 12);
});
