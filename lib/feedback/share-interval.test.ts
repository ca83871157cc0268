import fc from "fast-check";
import { expect, test } from "vitest";
import { shareInterval } from "./share-interval";

test.each([
  // R. G. Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I: method 3.
  { having: 81, count: 263, low: 0.2553, high: 0.3662 },
  { having: 15, count: 148, low: 0.0624, high: 0.1605 },
  { having: 0, count: 20, low: 0, high: 0.1611 },
  { having: 1, count: 29, low: 0.0061, high: 0.1718 },
])("$having of $count are from $low to $high", ({ having, count, low, high }) => {
  expect(shareInterval(having, count)?.low).toBeCloseTo(low, 4);
  expect(shareInterval(having, count)?.high).toBeCloseTo(high, 4);
});

test("nothing has no interval", () => expect(shareInterval(0, 0)).toBeUndefined());

test("has the share, within 0 and 1, and is that of the others turned around", () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(1000), (having, others) => {
      fc.pre(having + others > 0);
      const count = having + others;
      const { low = Number.NaN, high = Number.NaN } = shareInterval(having, count) ?? {};
      expect(low).toBeLessThanOrEqual(having / count);
      expect(high).toBeGreaterThanOrEqual(having / count);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      expect(shareInterval(others, count)?.low).toBeCloseTo(1 - high, 12);
    }),
  );
});
