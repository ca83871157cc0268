import { expect, it } from "vitest";

import { readPeriod } from "./period";
import { boundsOf, relativeInstant } from "./relative-time";

/** A Sunday, and the first day of a month, in UTC; still Saturday in New York. */
const now = Date.parse("2026-11-01T03:30:00Z");

it.each([
  ["today", "UTC", "2026-11-01T00:00:00.000Z", "2026-11-02T00:00:00.000Z"],
  ["yesterday", "UTC", "2026-10-31T00:00:00.000Z", "2026-11-01T00:00:00.000Z"],
  ["this-week", "UTC", "2026-10-26T00:00:00.000Z", "2026-11-02T00:00:00.000Z"],
  ["last-week", "UTC", "2026-10-19T00:00:00.000Z", "2026-10-26T00:00:00.000Z"],
  ["this-month", "UTC", "2026-11-01T00:00:00.000Z", "2026-12-01T00:00:00.000Z"],
  ["last-month", "UTC", "2026-10-01T00:00:00.000Z", "2026-11-01T00:00:00.000Z"],
  ["today", "America/New_York", "2026-10-31T04:00:00.000Z", "2026-11-01T04:00:00.000Z"],
  ["this-month", "America/New_York", "2026-10-01T04:00:00.000Z", "2026-11-01T04:00:00.000Z"],
  ["today", "Asia/Tokyo", "2026-10-31T15:00:00.000Z", "2026-11-01T15:00:00.000Z"],
  // Clocks go back within this week.
  ["this-week", "Europe/Berlin", "2026-10-25T23:00:00.000Z", "2026-11-01T23:00:00.000Z"],
  ["last-week", "Europe/Berlin", "2026-10-18T22:00:00.000Z", "2026-10-25T23:00:00.000Z"],
] as const)("%s in %s is from %s to %s", (period, zone, start, end) => {
  expect(boundsOf(period, { now, zone })).toEqual([start, end]);
  expect(relativeInstant(period, { now, zone })).toBe(start);
});

it.each([
  ["2h", "2026-11-01T01:30:00.000Z"],
  ["30m", "2026-11-01T03:00:00.000Z"],
  ["1.5d", "2026-10-30T15:30:00.000Z"],
  ["1w", "2026-10-25T03:30:00.000Z"],
  ["This week", "2026-10-26T00:00:00.000Z"],
  ["2 h", undefined],
  ["toString", undefined],
  ["", undefined],
])("%s is %s", (text, instant) => {
  expect(relativeInstant(text, { now, zone: "UTC" })).toBe(instant);
});

it("reads a period with a space as one word", () => {
  expect(["Last Week", "last_week", "LAST-WEEK"].map(readPeriod)).toEqual(["last-week", "last-week", "last-week"]);
});
