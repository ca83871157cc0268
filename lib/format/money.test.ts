import { describe, expect, it } from "vitest";
import { exactMoney, formatAmounts, formatMoney } from "./money";

describe("formatMoney", () => {
  it.each([
    [4.1234, "USD", "$4.12"],
    [1234.5, "USD", "$1,234.50"],
    [0.012051, "USD", "$0.0121"],
    [0.9996, "USD", "$1.00"],
    [0.00000025, "USD", "$0.00000025"],
    [0, "USD", "$0"],
    [-0.5, "USD", "−$0.5"],
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
