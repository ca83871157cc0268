import { expect, test } from "vitest";

import { counted, formatBytes, formatCount, formatDecimal, formatPercent } from "./number";

test.each([
  [0, "0"],
  [3204, "3,204"],
  [-3204, "−3,204"],
  [12345678901234567890n, "12,345,678,901,234,567,890"],
  [null, "—"],
  [undefined, "—"],
])("count %s is %s", (count, text) => {
  expect(formatCount(count)).toBe(text);
});

test.each([
  [0, "0%"],
  [0.0288, "2.9%"],
  [-0.0288, "−2.9%"],
  [0.5, "50%"],
  [0.9996, "100%"],
  [1, "100%"],
  [Number.NaN, "—"],
  [null, "—"],
])("share %s is %s", (share, text) => {
  expect(formatPercent(share)).toBe(text);
});

test.each([
  [0, "0 B"],
  [512, "512 B"],
  [-1536, "−1.5 KiB"],
  [1023, "1023 B"],
  [1536, "1.5 KiB"],
  [1_048_550, "1 MiB"],
  [20 * 1024 * 1024, "20 MiB"],
  [3 * 1024 ** 5, "3072 TiB"],
  [undefined, "—"],
])("%s bytes is %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test.each([
  [0, "call", undefined, "0 calls"],
  [1, "call", undefined, "1 call"],
  [1n, "call", undefined, "1 call"],
  [3204, "call", undefined, "3,204 calls"],
  [1, "trajectory", "trajectories", "1 trajectory"],
  [2, "trajectory", "trajectories", "2 trajectories"],
  [undefined, "row", undefined, "— rows"],
])("%s of noun %s with plural %s is %s", (count, noun, plural, text) => {
  expect(counted(count, noun, plural)).toBe(text);
});

test.each([
  [0.7234, 2, "0.72"],
  [-0.05, 2, "−0.05"],
  [-0.001, 2, "0.00"],
  [-1.2346, 3, "−1.235"],
  [Number.NaN, 2, "—"],
])("%s with %s decimals is %s", (value, decimals, text) => {
  expect(formatDecimal(value, decimals)).toBe(text);
});
