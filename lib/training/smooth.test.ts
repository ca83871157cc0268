import { expect, test } from "vitest";
import { smooth } from "./smooth";

test.each([
  ["no weight gives the values", [1, 5, null, 3], 0, [1, 5, null, 3]],
  ["what never changes stays, from the first value on", [2, 2, 2], 0.9, [2, 2, 2]],
  ["half and half", [0, 3, 0], 0.5, [0, 2, 6 / 7]],
  ["a gap stays one and is passed over", [0, null, 3], 0.5, [0, null, 2]],
  ["nothing", [], 0.5, []],
])("%s", (_what, values, weight, expected) => {
  const rounded = (all: readonly (number | null)[]) => all.map((value) => value && Number(value.toFixed(10)));
  expect(rounded(smooth(values, weight))).toEqual(rounded(expected));
});
