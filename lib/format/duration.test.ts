import { expect, test } from "vitest";

import { durationParts, formatDuration } from "./duration";

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
  [59_960, "1 m 0 s"],
  [72_000, "1 m 12 s"],
  [3_599_499, "59 m 59 s"],
  [3_599_600, "1 h 0 m"],
  [7_500_000, "2 h 5 m"],
  [86_369_999, "23 h 59 m"],
  [86_400_000, "1 d 0 h"],
  [273_600_000, "3 d 4 h"],
  [-420, "−420 ms"],
  [null, "—"],
  [undefined, "—"],
  [Number.NaN, "—"],
])("%s ms is %s", (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test("the unit stands apart from the value", () => {
  expect(durationParts(72_000)).toEqual([
    { value: "1", unit: "m" },
    { value: "12", unit: "s" },
  ]);
});
