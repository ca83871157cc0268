import { describe, expect, test } from "vitest";

import { boundsOfRange, boundsOfSpan, isRelative, parseRange, readSpan, writeRange } from "./time-range";
import { ALL_TIME, isRange, type TimeSpan } from "./time-span";

/** A Friday at 13:00 in Berlin. */
const now = Date.parse("2026-11-20T12:00:00Z");
const clock = { now, zone: "Europe/Berlin" };

/** A text, how its range is written, and the bounds of it. */
const RANGES: [text: string, written: string, since: string | null, until: string | null][] = [
  ["Today", "today", "2026-11-19T23:00:00.000Z", "2026-11-20T22:59:59.999999Z"],
  ["this  week", "this-week", "2026-11-15T23:00:00.000Z", "2026-11-22T22:59:59.999999Z"],
  ["2h", "2h", "2026-11-20T10:00:00.000Z", null],
  ["last 15 minutes", "15m", "2026-11-20T11:45:00.000Z", null],
  ["past hour", "1h", "2026-11-20T11:00:00.000Z", null],
  ["1.5 days", "1.5d", "2026-11-19T00:00:00.000Z", null],
  ["yesterday 14:00 to 16:00", "yesterday 14:00 to 16:00", "2026-11-19T13:00:00.000Z", "2026-11-19T15:00:00.000Z"],
  ["Yesterday at 2pm – 4:30 pm", "yesterday 14:00 to 16:30", "2026-11-19T13:00:00.000Z", "2026-11-19T15:30:00.000Z"],
  ["9:00-9:00:30", "today 09:00 to 09:00:30", "2026-11-20T08:00:00.000Z", "2026-11-20T08:00:30.000Z"],
  ["between 12am and 12pm", "today 00:00 to 12:00", "2026-11-19T23:00:00.000Z", "2026-11-20T11:00:00.000Z"],
  [
    "from yesterday 22:00 to today 6:00",
    "yesterday 22:00 to today 06:00",
    "2026-11-19T21:00:00.000Z",
    "2026-11-20T05:00:00.000Z",
  ],
  ["3h ago to 1h ago", "3h to 1h", "2026-11-20T09:00:00.000Z", "2026-11-20T11:00:00.000Z"],
  ["since yesterday", "since yesterday", "2026-11-18T23:00:00.000Z", null],
  ["yesterday 14:00", "since yesterday 14:00", "2026-11-19T13:00:00.000Z", null],
  ["until 1h ago", "until 1h", null, "2026-11-20T11:00:00.000Z"],
  ["until yesterday", "until yesterday", null, "2026-11-19T22:59:59.999999Z"],
  ["2026-11-18 to yesterday", "2026-11-18 to yesterday", "2026-11-17T23:00:00.000Z", "2026-11-19T22:59:59.999999Z"],
  ["2026-11-18", "2026-11-18 to 2026-11-18", "2026-11-17T23:00:00.000Z", "2026-11-18T22:59:59.999999Z"],
  ["18 Nov", "2026-11-18 to 2026-11-18", "2026-11-17T23:00:00.000Z", "2026-11-18T22:59:59.999999Z"],
  ["since December 24", "since 2025-12-24", "2025-12-23T23:00:00.000Z", null],
  ["29 feb 2024 to 1 mar 2024", "2024-02-29 to 2024-03-01", "2024-02-28T23:00:00.000Z", "2024-03-01T22:59:59.999999Z"],
  ["2026-11-18T14:00 to now", "since 2026-11-18 14:00", "2026-11-18T13:00:00.000Z", null],
  ["since 2026-11-18T14:00:00Z", "since 2026-11-18T14:00:00.000000Z", "2026-11-18T14:00:00.000000Z", null],
  // On a day of 25 hours.
  ["2026-10-25", "2026-10-25 to 2026-10-25", "2026-10-24T22:00:00.000Z", "2026-10-25T22:59:59.999999Z"],
];

describe("a range in words", () => {
  test.each(RANGES)("%s", (text, written, since, until) => {
    const range = parseRange(text, clock);
    expect(range && writeRange(range)).toBe(written);
    expect(range && boundsOfRange(range, clock)).toEqual({ since, until });
    expect(parseRange(written, { now: 0, zone: "UTC" })).toEqual(range);
    expect(isRange(written)).toBe(true);
  });

  test.each([
    "",
    "now",
    "soon",
    "hour",
    "0h",
    "9999999h",
    "25:00",
    "13pm",
    "yesterday 14",
    "30 feb",
    "2026-02-30",
    "20 nov 26",
    "to",
    "since",
    "since now",
    "now to yesterday",
    "14:00 to",
    "error",
    "yesterday 14:00 to 16",
  ])("not %s", (text) => {
    expect(parseRange(text, clock)).toBeUndefined();
  });
});

test.each([
  ["today", true],
  ["2h", true],
  ["3h ago to 1h ago", true],
  ["yesterday 14:00 to 16:00", true],
  ["2026-11-18 to yesterday", true],
  ["2026-11-18", false],
  ["since 2026-11-18T14:00:00Z", false],
])("whether %s is relative is %s", (text, relative) => {
  const range = parseRange(text, clock);
  expect(range && isRelative(range)).toBe(relative);
});

test.each<[string, TimeSpan | undefined]>([
  ["last 2 hours", { ...ALL_TIME, range: "2h" }],
  ["all time", ALL_TIME],
  ["2026-11-18 14:00 to 16:00", { range: null, from: "2026-11-18T13:00:00.000Z", to: "2026-11-18T15:00:00.000Z" }],
  ["since 18 nov", { range: null, from: "2026-11-17T23:00:00.000Z", to: null }],
  ["16:00 to 14:00", undefined],
  ["today to yesterday", undefined],
  ["soon", undefined],
])("%s selects %o", (text, span) => {
  expect(readSpan(text, clock)).toEqual(span);
});

test("absolute bounds take precedence over a range", () => {
  const from = "2020-01-02T03:04:05Z";
  expect(boundsOfSpan({ range: "today", from, to: null }, clock)).toEqual({ since: from, until: null });
});
