import { describe, expect, it } from "vitest";
import { axisMoney, exactDecimals, exactMoney, formatAmounts, formatMoney, moneyDecimals } from "./money";

describe("formatMoney", () => {
  it.each([
    [4.1234, "USD", "$4.12"],
    [1234.5, "USD", "$1,234.50"],
    [0.012051, "USD", "$0.0121"],
    [0.9996, "USD", "$1.00"],
    [0.5, "USD", "$0.500"],
    [0.02, "USD", "$0.0200"],
    [0.00000025, "USD", "$0.000000250"],
    [0, "USD", "$0"],
    [-0.5, "USD", "−$0.500"],
    [2, "EUR", "€2.00"],
    [2, "CHF", "CHF 2.00"],
    [2, "credits", "2.00 credits"],
    [undefined, "USD", "—"],
    [Number.NaN, "USD", "—"],
  ])("%s %s is %s", (amount, currency, text) => {
    expect(formatMoney(amount, currency).replace("\u00a0", " ")).toBe(text);
  });
});

describe("exactMoney", () => {
  it.each([
    [2.5e-6, "$0.0000025"],
    [0.1, "$0.1"],
    [0.00383, "$0.00383"],
    [1234567.891, "$1,234,567.891"],
    [3, "$3"],
    [undefined, "—"],
  ])("%s is %s", (amount, text) => {
    expect(exactMoney(amount, "USD")).toBe(text);
  });
});

it.each([
  [{ USD: 0.0121, EUR: 2 }, "$0.0121 + €2.00"],
  [{}, "—"],
  [undefined, "—"],
])("formatAmounts of %j is %s", (amounts, text) => {
  expect(formatAmounts(amounts)).toBe(text);
});

describe("a column of money", () => {
  const column = (amounts: readonly number[]) => {
    const decimals = moneyDecimals(amounts);
    return amounts.map((amount) => formatMoney(amount, "USD", decimals));
  };
  it.each([
    [
      [0.02, 0.0131],
      ["$0.020", "$0.013"],
    ],
    [
      [0.5, 1, 12.345],
      ["$0.50", "$1.00", "$12.35"],
    ],
    [
      [0.000904, 0.0212, 0],
      ["$0.00090", "$0.02120", "$0.00000"],
    ],
    [
      [0.000000012, 3],
      ["<$0.000001", "$3.000000"],
    ],
    [
      [-0.000000012, -0.25],
      [">−$0.000001", "−$0.250000"],
    ],
    [[0], ["$0.00"]],
  ])("%j is written as %j", (amounts, texts) => {
    expect(column(amounts)).toEqual(texts);
  });

  it("has one number of decimals for any amounts", () => {
    const texts = column([1, 0.1, 0.11, 0.111, 0.0123456, 7.000001]);
    expect(new Set(texts.map((text) => text.split(".")[1]?.length)).size).toBe(1);
  });

  it("of exact amounts has the decimals of the one that needs most", () => {
    const decimals = exactDecimals([2.5, 10, 0.075]);
    expect([2.5, 10, 0.075].map((amount) => exactMoney(amount, "USD", decimals))).toEqual([
      "$2.500",
      "$10.000",
      "$0.075",
    ]);
    expect(exactDecimals([])).toBe(2);
    expect(exactDecimals([2.5e-7])).toBe(8);
  });
});

describe("axisMoney", () => {
  it.each([
    [
      [0, 0.5, 1],
      ["$0.00", "$0.50", "$1.00"],
    ],
    [
      [0, 0.025, 0.05],
      ["$0.000", "$0.025", "$0.050"],
    ],
    [
      [0, 20, 40],
      ["$0", "$20", "$40"],
    ],
    [
      [0, 500_000, 1_000_000],
      ["$0.0M", "$0.5M", "$1.0M"],
    ],
    [[0], ["$0"]],
    [[], []],
  ])("%j is written as %j", (ticks, texts) => {
    expect(axisMoney(ticks, "USD")).toEqual(texts);
  });
});
