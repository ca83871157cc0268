import Big from "big.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDecimal } from "./decimal";

test("every number is unchanged after conversion to a decimal and back", () => {
  fc.assert(
    fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (value) => {
      expect(parseDecimal(String(value))?.toNumber()).toBe(value === 0 ? 0 : value);
    }),
  );
});

test.each<[string, number | undefined]>([
  ["12", 12],
  ["-1.50", -1.5],
  ["+.5", 0.5],
  ["5.", 5],
  ["2E-3", 0.002],
  ["2e+3", 2000],
  ["+1.e+2", 100],
  ["-0", -0],
  ["1e-9999", 0],
  ["", undefined],
  [".", undefined],
  ["e5", undefined],
  [" 1", undefined],
  ["1 000", undefined],
  ["1,5", undefined],
  ["0x10", undefined],
  ["NaN", undefined],
  ["Infinity", undefined],
  ["1e999", undefined],
  ["1e-99999", undefined],
  ["1".repeat(1001), undefined],
])("the number in %j is %s", (text, expected) => {
  expect(parseDecimal(text)?.toNumber()).toBe(expected);
});

const parsed = (text: string) => parseDecimal(text) ?? new Big(0);

test.each([
  ["1.1", "1", 0.1],
  ["1", "1.1", 0.1],
  ["12345678901234567891", "12345678901234567890", 1],
  ["-2", "3", 5],
  ["0.30", "0.3", 0],
])("from %s to %s it is %s", (from, to, distance) => {
  expect(parsed(from).minus(parsed(to)).abs().toNumber()).toBe(distance);
});
