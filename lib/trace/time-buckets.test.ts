import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bucketStarts, granularityFor } from "./time-buckets";

const HOUR = 3600;
const DAY = 86_400;
const short = (starts: string[]) => starts.map((start) => start.replace(/:00\.000000Z$/, ""));

describe("buckets follow the clock of their time zone", () => {
  test.each<[name: string, zone: string, granularity: number, start: string, end: string, expected: string[]]>([
    ["days in UTC", "UTC", DAY, "2026-11-20T08:00Z", "2026-11-22T00:00Z", ["2026-11-20T00:00", "2026-11-21T00:00"]],
    [
      "a day of 23 hours",
      "Europe/Berlin",
      DAY,
      "2026-03-28T12:00Z",
      "2026-03-30T12:00Z",
      ["2026-03-27T23:00", "2026-03-28T23:00", "2026-03-29T22:00"],
    ],
    [
      "a day of 25 hours",
      "America/New_York",
      DAY,
      "2026-10-31T12:00Z",
      "2026-11-02T06:00Z",
      ["2026-10-31T04:00", "2026-11-01T04:00", "2026-11-02T05:00"],
    ],
    [
      "an hour that is shown twice is two",
      "Europe/Berlin",
      HOUR,
      "2026-10-25T00:00Z",
      "2026-10-25T03:00Z",
      ["2026-10-25T00:00", "2026-10-25T01:00", "2026-10-25T02:00"],
    ],
    [
      "six hours of the clock, one of them twice",
      "Europe/Berlin",
      6 * HOUR,
      "2026-10-24T23:00Z",
      "2026-10-25T12:00Z",
      ["2026-10-24T22:00", "2026-10-25T05:00", "2026-10-25T11:00"],
    ],
    [
      "hours half an hour off UTC",
      "Asia/Kolkata",
      HOUR,
      "2026-11-20T08:00Z",
      "2026-11-20T09:00Z",
      ["2026-11-20T07:30", "2026-11-20T08:30"],
    ],
    [
      "a day that begins at one o'clock",
      "Africa/Cairo",
      DAY,
      "2026-04-23T12:00Z",
      "2026-04-25T12:00Z",
      ["2026-04-22T22:00", "2026-04-23T22:00", "2026-04-24T21:00"],
    ],
    [
      "weeks begin on Monday",
      "UTC",
      7 * DAY,
      "2026-11-20T08:00Z",
      "2026-11-24T00:00Z",
      ["2026-11-16T00:00", "2026-11-23T00:00"],
    ],
    ["before 1970", "UTC", 7 * DAY, "1969-12-31T00:00Z", "1970-01-01T00:00Z", ["1969-12-29T00:00"]],
    ["one of a second", "UTC", 1, "2026-11-20T08:00:00.500Z", "2026-11-20T08:00:00.900Z", ["2026-11-20T08:00"]],
  ])("%s", (_name, zone, granularity, start, end, expected) => {
    expect(short(bucketStarts(start, end, granularity, zone))).toEqual(expected);
  });

  test("for any zone, time and length: in order, the first at or before the start, the last before the end", () => {
    const zones = ["UTC", "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Africa/Cairo", "Asia/Kathmandu"];
    const time = fc.date({ min: new Date("1950-01-01"), max: new Date("2037-12-31"), noInvalidDate: true });
    const granularity = fc.constantFrom(60, 900, HOUR, 3 * HOUR, 12 * HOUR, DAY, 7 * DAY);
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        time,
        granularity,
        fc.integer({ min: 1, max: 40 }),
        (zone, at, step, n) => {
          const end = new Date(at.getTime() + n * step * 1000);
          const starts = bucketStarts(at.toISOString(), end.toISOString(), step, zone).map((s) => Date.parse(s));
          expect(starts[0]).toBeLessThanOrEqual(at.getTime());
          expect(starts[1] ?? Number.POSITIVE_INFINITY).toBeGreaterThan(at.getTime());
          expect(starts.at(-1)).toBeLessThan(end.getTime());
          expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
          const lengths = starts.slice(1).map((start, place) => start - (starts[place] ?? 0));
          expect(Math.max(0, ...lengths)).toBeLessThanOrEqual((step + HOUR) * 1000);
        },
      ),
    );
  });
});

test.each([
  ["an hour", "2026-11-20T09:00:00Z", 60],
  ["a day", "2026-11-21T08:00:00Z", 900],
  ["a week", "2026-11-27T08:00:00Z", 10_800],
  ["ten years", "2036-11-20T08:00:00Z", 604_800],
  ["fifty years", "2076-11-20T08:00:00Z", 3 * 604_800],
])("%s is cut into at most 120 where it can be", (_name, end, granularity) => {
  expect(granularityFor("2026-11-20T08:00:00Z", end)).toBe(granularity);
});
