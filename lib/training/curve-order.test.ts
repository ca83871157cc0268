import { expect, test } from "vitest";
import { orderCurves } from "./curve-order";

test.each([
  [
    ["loss", "reward"],
    ["reward", "loss"],
  ],
  [
    ["b", "a"],
    ["b", "a"],
  ],
  [
    ["learning_rate", "validation loss", "grad_norm", "loss", "z", "train/reward", "reward", "glossy"],
    ["reward", "loss", "grad_norm", "learning_rate", "train/reward", "validation loss", "z", "glossy"],
  ],
])("%j are read as %j", (names, expected) => {
  expect(orderCurves(names)).toEqual(expected);
});
