import { expect, it } from "vitest";
import { isUnended, progressText, rowTotals, runCost } from "./progress";

const rows = (waiting: number, sent: number, answered: number, failed: number) => ({ waiting, sent, answered, failed });

it.each([
  ["queued", rows(1, 0, 0, 0), "Queued, 1 row"],
  ["running", rows(276, 4, 117, 3), "Running, 120 of 400, 3 failed"],
  ["paused", rows(10, 0, 5, 0), "Paused, 5 of 15"],
  ["completed", rows(0, 0, 1_200, 0), "Completed, 1,200 rows"],
  ["cancelled", rows(3, 0, 1, 1), "Canceled, 2 of 5, 1 failed"],
] as const)("words the progress of one that is %s", (status, counts, text) => {
  expect(progressText({ status, rows: counts, unscored: 0 })).toBe(text);
});

it("says how many answers have no score", () => {
  expect(progressText({ status: "completed", rows: rows(0, 0, 4, 0), unscored: 4 })).toBe(
    "Completed, 4 rows, 4 without a score",
  );
});

it.each([
  [0, 0, "$0"],
  [0, 3, "no price"],
  [0.5, 0, "$0.500"],
  [0.5, 3, "$0.500 + no price"],
])("words the cost of %d USD with %d completions without a price", (cost_usd, unpriced, text) => {
  expect(runCost({ cost_usd, unpriced })).toBe(text);
});

it("counts rows", () => {
  expect(rowTotals({ rows: rows(1, 2, 3, 4) })).toEqual({ all: 10, done: 7 });
  expect([isUnended({ status: "running" }), isUnended({ status: "paused" })]).toEqual([true, false]);
});
