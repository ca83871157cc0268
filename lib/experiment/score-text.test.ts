import { expect, it } from "vitest";
import { differenceText, scoreText } from "./score-text";

const [rate, number] = [{ isRate: true }, { isRate: false }];

it("writes rates as percentages, and their differences as percentage points", () => {
  expect([scoreText(rate, 0.5), scoreText(rate, 1), scoreText(rate, undefined)]).toEqual(["50%", "100%", "—"]);
  expect([0.2, -0.375, 0].map((one) => differenceText(rate, one))).toEqual(["+20 pp", "−37.5 pp", "0 pp"]);
});

it("writes other scores with at most four digits", () => {
  expect([scoreText(number, 4.4), scoreText(number, -1 / 3)]).toEqual(["4.4", "−0.3333"]);
  expect([0.6000000000000001, -2, 0].map((one) => differenceText(number, one))).toEqual(["+0.6", "−2", "0"]);
});
