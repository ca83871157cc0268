import { describe, expect, it } from "vitest";

import { bucketTime, tickTime } from "./axis-time";

const at = (iso: string) => Date.parse(iso);

describe("tickTime", () => {
  it.each([
    ["2026-11-20T14:05:10Z", 5_000, "UTC", "14:05:10"],
    ["2026-11-20T14:05:00Z", 300_000, "UTC", "14:05"],
    ["2026-11-20T14:05:00Z", 300_000, "Asia/Kathmandu", "19:50"],
    ["2026-11-20T00:00:00Z", 3_600_000, "UTC", "20 Nov"],
    ["2026-11-20T12:00:00Z", 86_400_000, "UTC", "20 Nov"],
  ])("%s every %d ms in %s is %s", (iso, step, zone, label) => {
    expect(tickTime(at(iso), step, zone)).toBe(label);
  });
});

describe("bucketTime", () => {
  it.each([
    ["2026-11-20T14:00:00Z", "2026-11-20T15:00:00Z", "UTC", "20 Nov 2026 14:00 to 15:00"],
    ["2026-11-20T23:59:30Z", "2026-11-21T00:00:00Z", "UTC", "20 Nov 2026 23:59:30 to 21 Nov 2026 00:00"],
    ["2026-11-19T23:00:00Z", "2026-11-20T23:00:00Z", "Europe/Berlin", "20 Nov 2026"],
    ["2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", "Europe/Berlin", "25 Oct 2026"],
    ["2026-11-16T00:00:00Z", "2026-11-23T00:00:00Z", "UTC", "16 Nov 2026, 7 days"],
  ])("%s to %s in %s is %s", (from, to, zone, words) => {
    expect(bucketTime(at(from), at(to), zone)).toBe(words);
  });
});
