import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal } from "./decimal";

const of = (value: number) => Decimal.of(value);

test.each([
  ["0.1 + 0.2", of(0.1).plus(of(0.2)), 0.3],
  ["an exponent below", of(2.5e-6).times(of(1_000_000)), 2.5],
  ["an exponent above", of(1e21).plus(of(1)), 1e21],
  ["many small ones", Array.from({ length: 1000 }, () => of(1.5e-7)).reduce((sum, one) => sum.plus(one)), 0.00015],
  ["tokens beyond 32 bits", of(4_503_599_627_370_497).times(of(1e-6)), 4_503_599_627.370497],
  ["the smallest number", of(5e-324).times(of(1)), 5e-324],
  ["less than nothing", of(-0.25).plus(of(0.05)), -0.2],
  ["zero", of(0).times(of(1e300)), 0],
])("%s", (_what, decimal, expected) => expect(decimal.toNumber()).toBe(expected));

test("every number is unchanged after conversion to a decimal and back", () => {
  fc.assert(
    fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (value) => {
      expect(of(value).toNumber()).toBe(value === 0 ? 0 : value);
    }),
  );
});

test("a sum does not depend on its order", () => {
  const money = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }));
  const sum = (amounts: number[]) => amounts.reduce((total, one) => total.plus(of(one)), Decimal.zero).toNumber();
  fc.assert(
    fc.property(money, (amounts) => {
      expect(sum(amounts.toReversed())).toBe(sum(amounts));
    }),
  );
});

test.each([[Number.NaN], [Number.POSITIVE_INFINITY]])("%s is refused", (value) => {
  expect(() => of(value)).toThrow(TypeError);
});

test.each<[string, number | undefined]>([
  ["12", 12],
  ["-1.50", -1.5],
  ["+.5", 0.5],
  ["5.", 5],
  ["2E-3", 0.002],
  ["2e+3", 2000],
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
  expect(Decimal.parse(text)?.toNumber()).toBe(expected);
});

const parsed = (text: string) => Decimal.parse(text) ?? Decimal.zero;

test.each([
  ["1.1", "1", 0.1],
  ["1", "1.1", 0.1],
  ["12345678901234567891", "12345678901234567890", 1],
  ["-2", "3", 5],
  ["0.30", "0.3", 0],
])("from %s to %s it is %s", (from, to, distance) => {
  expect(parsed(from).distanceTo(parsed(to)).toNumber()).toBe(distance);
});

test("numbers are in the same order as decimals", () => {
  const double = fc.double({ noDefaultInfinity: true, noNaN: true });
  fc.assert(
    fc.property(double, double, (a, b) => {
      expect(of(a).isAtMost(of(b))).toBe(a <= b);
    }),
  );
});
