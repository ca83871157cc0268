import fc from "fast-check";
import { expect, it } from "vitest";
import { meanDifference } from "./bootstrap";

const noPause = () => Promise.resolve();

it("is exact where there is nothing to draw", async () => {
  expect(await meanDifference([], noPause)).toBeUndefined();
  expect(await meanDifference([0.25, 0.25, 0.25], noPause)).toEqual({
    mean: 0.25,
    low: 0.25,
    high: 0.25,
    higher: 3,
    lower: 0,
    same: 0,
  });
});

it("is close to the interval of a normal distribution for many differences", async () => {
  // Evenly spread over [-1, 3): mean 1, standard deviation 4 / √12.
  const differences = Array.from({ length: 1_000 }, (_, index) => -1 + (4 * (index + 0.5)) / 1_000);
  const { mean, low, high } = (await meanDifference(differences, noPause)) ?? { mean: 0, low: 0, high: 0 };
  const half = (1.96 * (4 / Math.sqrt(12))) / Math.sqrt(1_000);
  expect(mean).toBeCloseTo(1, 10);
  expect(Math.abs(low - (1 - half))).toBeLessThan(half * 0.1);
  expect(Math.abs(high - (1 + half))).toBeLessThan(half * 0.1);
});

it("contains the mean, lies within the differences, and is always the same", async () => {
  const some = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(some, async (differences) => {
      const found = await meanDifference(differences, noPause);
      expect(found).toEqual(await meanDifference(differences, noPause));
      const { mean = 0, low = 0, high = 0, higher = 0, lower = 0, same = 0 } = found ?? {};
      const near = 1e-9;
      expect(low).toBeLessThanOrEqual(mean + near);
      expect(high).toBeGreaterThanOrEqual(mean - near);
      expect(low).toBeGreaterThanOrEqual(Math.min(...differences) - near);
      expect(high).toBeLessThanOrEqual(Math.max(...differences) + near);
      expect(higher + lower + same).toBe(differences.length);
    }),
    { numRuns: 20 },
  );
});

it("pauses while it draws", async () => {
  let pauses = 0;
  await meanDifference(
    Array.from({ length: 10_000 }, (_, index) => index % 7),
    async () => {
      pauses += 1;
    },
  );
  expect(pauses).toBe(20);
});
