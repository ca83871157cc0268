import { describe, expect, test } from "vitest";

import { boundsOfSpan } from "./time-range";
import { ALL_TIME, type TimeSpan } from "./time-span";
import { zoomedOut } from "./zoom-out";

const clock = { now: Date.parse("2026-11-20T12:00:00Z"), zone: "UTC" };
const relative = (range: string): TimeSpan => ({ ...ALL_TIME, range });

describe("zooming out", () => {
  const between = (from: string | null, to: string | null): TimeSpan => ({ range: null, from, to });

  test.each<[TimeSpan, TimeSpan | undefined]>([
    [ALL_TIME, undefined],
    [relative("15m"), relative("1h")],
    [relative("2h"), relative("24h")],
    [relative("24h"), relative("7d")],
    [relative("30d"), ALL_TIME],
    [relative("today"), relative("this-week")],
    [relative("this-week"), relative("this-month")],
    [relative("this-month"), ALL_TIME],
    [relative("since yesterday"), relative("7d")],
    [relative("yesterday"), between("2026-11-18T12:00:00.000Z", null)],
    [between(null, "2026-11-18T00:00:00Z"), ALL_TIME],
    [between("2026-11-20T06:00:00Z", null), between("2026-11-20T00:00:00.000Z", null)],
    [
      between("2026-11-18T10:00:00Z", "2026-11-18T11:59:59.999999Z"),
      between("2026-11-18T09:00:00.000Z", "2026-11-18T13:00:00.000Z"),
    ],
  ])("of %o selects %o", (span, wider) => {
    expect(zoomedOut(span, clock)).toEqual(wider);
  });

  test("selects more each time, until all time is selected", () => {
    let span: TimeSpan = between("2026-11-20T11:59:58Z", "2026-11-20T11:59:59Z");
    for (let times = 0; times < 5; times += 1) {
      const wider = zoomedOut(span, clock) ?? ALL_TIME;
      const [before, after] = [boundsOfSpan(span, clock), boundsOfSpan(wider, clock)];
      expect(Date.parse(after.since ?? "")).toBeLessThan(Date.parse(before.since ?? ""));
      expect(Date.parse(after.until ?? "2026-11-20T12:00:00Z")).toBeGreaterThanOrEqual(
        Date.parse(before.until ?? "2026-11-20T12:00:00Z"),
      );
      span = wider;
    }
  });
});
