import { expect, test } from "vitest";
import { numbersInterval } from "./project-home";

test.each([
  [20, 10_000],
  [500, 25_000],
  [9_000, 60_000],
])("numbers that took %d ms are read again after %d ms", (tookMs, interval) => {
  expect(numbersInterval({ state: { status: "success", error: null, data: { tookMs } } })).toBe(interval);
});

test("numbers that fail to load are asked for rarely", () => {
  expect(numbersInterval({ state: { status: "error", error: new Error("no"), data: undefined } })).toBe(15_000);
});
