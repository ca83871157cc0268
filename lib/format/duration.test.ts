import { expect, test } from "vitest";

import { axisDuration, DURATION_STEPS, durationParts, formatDuration } from "./duration";

test.each([
  [0, "0 ms"],
  [0.004, "0.00 ms"],
  [0.42, "0.42 ms"],
  [0.994, "0.99 ms"],
  [0.996, "1.0 ms"],
  [3.21, "3.2 ms"],
  [9.96, "10 ms"],
  [420, "420 ms"],
  [999.4, "999 ms"],
  [999.6, "1.00 s"],
  [2_310, "2.31 s"],
  [9_996, "10.0 s"],
  [12_440, "12.4 s"],
  [59_949, "59.9 s"],
  [59_960, "1 min 0 s"],
  [72_000, "1 min 12 s"],
  [3_599_499, "59 min 59 s"],
  [3_599_600, "1 h 0 min"],
  [7_500_000, "2 h 5 min"],
  [86_369_999, "23 h 59 min"],
  [86_400_000, "1 d 0 h"],
  [273_600_000, "3 d 4 h"],
  [-420, "−420 ms"],
  [null, "—"],
  [undefined, "—"],
  [Number.NaN, "—"],
])("%s ms is %s", (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test("the unit is separate from the value", () => {
  expect(durationParts(72_000)).toEqual([
    { value: "1", unit: "min" },
    { value: "12", unit: "s" },
  ]);
});

test.each([
  [
    [0, 2000, 4000],
    ["0 s", "2 s", "4 s"],
  ],
  [
    [0, 500, 1000, 1500],
    ["0.0 s", "0.5 s", "1.0 s", "1.5 s"],
  ],
  [
    [0, 200, 400],
    ["0 ms", "200 ms", "400 ms"],
  ],
  [
    [0, 0.5, 1],
    ["0.0 ms", "0.5 ms", "1.0 ms"],
  ],
  [
    [0, 300_000, 600_000],
    ["0 min", "5 min", "10 min"],
  ],
  [
    [0, 14_400_000],
    ["0 h", "4 h"],
  ],
  [[], []],
])("the ticks %j of an axis are written as %j", (ticks, texts) => {
  expect(axisDuration(ticks)).toEqual(texts);
});

test("ticks at any distance are written without rounding", () => {
  for (const step of DURATION_STEPS) {
    const ticks = [0, 1, 2, 3].map((times) => times * step);
    expect(new Set(axisDuration(ticks)).size, `${step} ms apart`).toBe(4);
  }
});
