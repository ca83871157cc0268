import { expect, it } from "vitest";
import { isUnended, progressText, rowTotals } from "./progress";

const rows = (waiting: number, sent: number, answered: number, failed: number) => ({ waiting, sent, answered, failed });

it.each([
  ["queued", rows(1, 0, 0, 0), "Queued, 1 row"],
  ["running", rows(276, 4, 117, 3), "Running, 120 of 400, 3 failed"],
  ["paused", rows(10, 0, 5, 0), "Paused, 5 of 15"],
  ["completed", rows(0, 0, 1_200, 0), "Completed, 1,200 rows"],
  ["cancelled", rows(3, 0, 1, 1), "Canceled, 2 of 5, 1 failed"],
] as const)("words the progress of one that is %s", (status, counts, text) => {
  expect(progressText({ status, rows: counts })).toBe(text);
});

it("counts rows", () => {
  expect(rowTotals({ rows: rows(1, 2, 3, 4) })).toEqual({ all: 10, done: 7 });
  expect([isUnended({ status: "running" }), isUnended({ status: "paused" })]).toEqual([true, false]);
});
