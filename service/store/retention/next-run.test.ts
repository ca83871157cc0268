import { expect, test } from "vitest";
import { daysBefore, nextRunAt } from "./next-run";

test.each([
  ["2026-11-26T00:00:00.000000Z", "2026-11-26T03:00:00.000Z"],
  ["2026-11-26T02:00:00.000000Z", "2026-11-26T03:00:00.000Z"],
  ["2026-11-26T02:00:00.001000Z", "2026-11-27T03:00:00.000Z"],
  ["2026-11-26T03:00:00.000000Z", "2026-11-27T03:00:00.000Z"],
  ["2026-12-31T23:59:59.999999Z", "2027-01-01T03:00:00.000Z"],
  ["2028-02-28T12:00:00.000000Z", "2028-02-29T03:00:00.000Z"],
])("a run that is scheduled at %s is due at %s", (scheduledAt, due) => {
  expect(nextRunAt(scheduledAt)).toBe(due);
});

test("days have 24 hours", () => {
  expect(daysBefore("2026-03-30T03:00:00.000000Z", 2)).toBe("2026-03-28T03:00:00.000Z");
});
