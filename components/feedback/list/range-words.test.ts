import { expect, it } from "vitest";

import { rangeWords } from "./range-words";

it.each([
  [0, 0.2, "0 to 0.2"],
  [0.6000000000000001, 0.8, "0.6 to 0.8"],
  [-20, -10, "−20 to −10"],
  [3, 3, "3"],
  [undefined, 0, "Below 0"],
  [2.5, undefined, "Above 2.5"],
  [0, 2e18, "0 to 2e+18"],
  [12_345_600, 12_345_700, "12345600 to 12345700"],
  [1_700_000_000_000_001, 1_700_000_000_000_002, "1.700000000000001e+15 to 1.700000000000002e+15"],
  [0, 5e-12, "0 to 5e−12"],
])("from %s to %s is %s", (low, high, words) => {
  expect(rangeWords(low, high)).toBe(words);
});
