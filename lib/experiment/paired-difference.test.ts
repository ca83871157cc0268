import fc from "fast-check";
import { expect, it } from "vitest";
import { type Pair, pairedDifference } from "./paired-difference";

const noPause = () => Promise.resolve();
const of = async (pairs: readonly Pair[]) => pairedDifference(pairs, noPause);
/** Pairs whose score changes by these amounts. */
const changes = (differences: readonly number[]): Pair[] => differences.map((one) => [10, 10 + one]);
/** So many examples that both, only the second, only the first, and neither got right. */
const table = (both: number, second: number, first: number, neither: number): Pair[] => [
  ...Array.from({ length: both }, (): Pair => [1, 1]),
  ...Array.from({ length: second }, (): Pair => [0, 1]),
  ...Array.from({ length: first }, (): Pair => [1, 0]),
  ...Array.from({ length: neither }, (): Pair => [0, 0]),
];

it("says how many pairs there are, and which way they differ", async () => {
  expect(await of([])).toBeUndefined();
  expect(await of(changes([2, -1, 0, 3]))).toEqual({
    mean: 1,
    count: 4,
    interval: undefined,
    higher: 2,
    lower: 1,
    same: 1,
  });
});

it.each([
  ["one pair", changes([1])],
  ["few pairs", changes([1, -1, 2, 3])],
  ["many pairs that differ by the same", changes(Array.from({ length: 200 }, () => 0.25))],
])("has no interval of %s of numbers, where resampling would say nothing", async (_what, pairs) => {
  expect((await of(pairs))?.interval).toBeUndefined();
});

it("gives few rates an interval that is wide, however the pairs fall", async () => {
  for (const count of [1, 2, 4])
    for (const pairs of [table(0, count, 0, 0), table(count, 0, 0, 0), table(0, 0, count, 0), table(0, 0, 0, count)]) {
      const { low = 0, high = 0 } = (await of(pairs))?.interval ?? {};
      expect(high - low).toBeGreaterThan(0.5);
    }
  // Wilson's interval of 4 of 4 is [0.5101, 1], that of 0 of 4 is [0, 0.4899]; the square root of 2 * 0.4899² is 0.6928.
  expect((await of(table(0, 4, 0, 0)))?.interval?.low).toBeCloseTo(1 - 0.6928, 3);
  expect((await of(table(0, 4, 0, 0)))?.interval?.high).toBe(1);
});

/** The probability of a table of counts, by the multinomial distribution. */
function probability(counts: readonly number[], shares: readonly number[]): number {
  const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
  const total = counts.reduce((sum, one) => sum + one, 0);
  return counts.reduce(
    (product, count, place) => (product * (shares[place] ?? 0) ** count) / factorial(count),
    factorial(total),
  );
}

it.each([4, 8, 15])(
  "contains the true difference of rates in nearly all of the possible samples of %d pairs",
  async (count) => {
    const covered: number[] = [];
    const truths = [
      [0.7, 0.1, 0.1, 0.1],
      [0.4, 0.3, 0.1, 0.2],
      [0.25, 0.25, 0.25, 0.25],
      [0.8, 0.15, 0.04, 0.01],
      [0.1, 0.6, 0.2, 0.1],
    ];
    for (const truth of truths) {
      const difference = (truth[1] ?? 0) - (truth[2] ?? 0);
      let coverage = 0;
      for (let both = 0; both <= count; both += 1)
        for (let second = 0; both + second <= count; second += 1)
          for (let first = 0; both + second + first <= count; first += 1) {
            const cells = [both, second, first, count - both - second - first] as const;
            const { low = 0, high = 0 } = (await of(table(...cells)))?.interval ?? {};
            if (low <= difference && difference <= high) coverage += probability(cells, truth);
          }
      covered.push(coverage);
    }
    // On average 95%; less for some rates, as of every interval for counts.
    expect(Math.min(...covered)).toBeGreaterThan(0.89);
    expect(covered.reduce((sum, one) => sum + one, 0) / covered.length).toBeGreaterThan(0.94);
  },
);

it("is close to the interval of a normal distribution for many differences", async () => {
  // Evenly spread over [-1, 3): mean 1, standard deviation 4 / √12.
  const differences = Array.from({ length: 1_000 }, (_, index) => -1 + (4 * (index + 0.5)) / 1_000);
  const { mean, interval } = (await of(changes(differences))) ?? {};
  const half = (1.96 * (4 / Math.sqrt(12))) / Math.sqrt(1_000);
  expect(mean).toBeCloseTo(1, 10);
  expect(Math.abs((interval?.low ?? 0) - (1 - half))).toBeLessThan(half * 0.1);
  expect(Math.abs((interval?.high ?? 0) - (1 + half))).toBeLessThan(half * 0.1);
  // Rates of many examples: 400 of 1,000 change for the better, 100 for the worse.
  const rates = (await of(table(300, 400, 100, 200)))?.interval;
  const wald = 1.96 * Math.sqrt((0.5 - 0.3 ** 2) / 1_000);
  expect(Math.abs((rates?.low ?? 0) - (0.3 - wald))).toBeLessThan(wald * 0.1);
  expect(Math.abs((rates?.high ?? 0) - (0.3 + wald))).toBeLessThan(wald * 0.1);
});

it("contains the mean, lies within what is possible, and is always the same", async () => {
  const number = fc.double({ min: -1, max: 1, noNaN: true });
  const rate = fc.constantFrom(0, 1);
  const some = fc.oneof(
    fc.array(fc.tuple(number, number), { minLength: 1, maxLength: 30 }),
    fc.array(fc.tuple(rate, rate), { minLength: 1, maxLength: 30 }),
  );
  await fc.assert(
    fc.asyncProperty(some, async (pairs) => {
      const found = await of(pairs);
      expect(found).toEqual(await of(pairs));
      const { mean = 0, interval, higher = 0, lower = 0, same = 0, count } = found ?? {};
      const near = 1e-9;
      expect(interval?.low ?? mean).toBeLessThanOrEqual(mean + near);
      expect(interval?.high ?? mean).toBeGreaterThanOrEqual(mean - near);
      expect(interval?.low ?? mean).toBeGreaterThanOrEqual(-2 - near);
      expect(interval?.high ?? mean).toBeLessThanOrEqual(2 + near);
      expect([higher + lower + same, count]).toEqual([pairs.length, pairs.length]);
    }),
    { numRuns: 40 },
  );
});

it("pauses while it draws", async () => {
  let pauses = 0;
  await pairedDifference(changes(Array.from({ length: 10_000 }, (_, index) => index % 7)), async () => {
    pauses += 1;
  });
  expect(pauses).toBe(20);
});
