import { expect, test } from "vitest";
import { signedText, numberText } from "./number-text";

test.each([
  [0, "0"],
  [-0, "0"],
  [0.42137, "0.4214"],
  [-0.5, "−0.5"],
  [1204, "1204"],
  [0.00001, "1e−5"],
  [-0.00001234567, "−1.235e−5"],
  [3_210_000_000, "3.21e9"],
])("%s is written %s", (value, text) => {
  expect(numberText(value)).toBe(text);
});

test.each([
  [Math.SQRT2, "+1.414"],
  [-Math.SQRT1_2, "−0.7071"],
  [0, "0"],
])("the advantage %s is written %s", (advantage, text) => {
  expect(signedText(advantage)).toBe(text);
});
