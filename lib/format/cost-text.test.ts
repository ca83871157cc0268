import { expect, test } from "vitest";
import { costText } from "./cost-text";

test.each([
  [undefined, false, undefined],
  [{}, false, undefined],
  [{}, true, "no price"],
  [undefined, true, "no price"],
  [{ USD: 0 }, false, "$0"],
  [{ USD: 0.0121, EUR: 2 }, false, "$0.0121 + €2.00"],
  [{ USD: 0.0121 }, true, "$0.0121 + no price"],
])("%j, unpriced: %s", (amounts, isUnpriced, text) => {
  expect(costText(amounts, isUnpriced)).toBe(text);
});
