import fc from "fast-check";
import { expect, test } from "vitest";

import { formatPerMillion, perMillion, perToken } from "./per-million";

test.each([
  [2.5e-6, 2.5],
  [0, 0],
  [1.5e-7, 0.15],
  [0.1, 100_000],
])("%s a token is %s a million", (token, million) => {
  expect(perMillion(token)).toBe(million);
});

test.each([
  [3e-7, "$0.30"],
  [3e-6, "$3.00"],
  [8.75e-9, "$0.00875"],
  [1e-13, "$0.0000001"],
  [0, "$0.00"],
])("the price of a million at %s a token is written %s", (token, text) => {
  expect(formatPerMillion(token, "USD")).toBe(text);
});

test.each([
  ["2.50", 2.5e-6],
  [" 1,250 ", 0.00125],
  [".15", 1.5e-7],
  ["3.", 3e-6],
  ["", undefined],
  ["$2", undefined],
  ["-1", undefined],
  ["1e3", undefined],
  [".", undefined],
])("%j a million is %s a token", (typed, token) => {
  expect(perToken(typed)).toBe(token);
});

test("what is typed reads back", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), (thousandths) => {
      const typed = String(thousandths / 1000);
      expect(perMillion(perToken(typed) ?? -1)).toBe(Number(typed));
    }),
  );
});
