import { expect, test } from "vitest";

import { formatRelativeTime, formatTime } from "./time";

const instant = "2026-11-20T13:02:11.532123Z";

test.each([
  [instant, "UTC", "clock", "13:02:11"],
  [instant, "Europe/Berlin", "clock", "14:02:11"],
  [instant, "UTC", "clock-ms", "13:02:11.532"],
  [instant, "UTC", "full", "20 Nov 2026 13:02:11.532123 UTC"],
  [instant, "Europe/Berlin", "full", "20 Nov 2026 14:02:11.532123 UTC+01:00"],
  [instant, "America/New_York", "full", "20 Nov 2026 08:02:11.532123 UTC−05:00"],
  ["2026-07-02", "UTC", "date", "2 Jul 2026"],
  ["2026-09-30T23:00:00Z", "Europe/Berlin", "date", "1 Oct 2026"],
  ["2026-09-01T00:00:00Z", "UTC", "full", "1 Sep 2026 00:00:00 UTC"],
  [instant, "UTC", "short", "13:02:11"],
  ["2026-11-19T23:30:00Z", "UTC", "short", "19 Nov 23:30:00"],
  ["2026-11-19T23:30:00Z", "Europe/Berlin", "short", "00:30:00"],
  ["2025-11-20T13:00:00Z", "UTC", "short", "20 Nov 2025 13:00:00"],
  ["2026-11-20T00:00:00Z", "UTC", "clock", "00:00:00"],
  ["yesterday", "UTC", "full", "yesterday"],
  [undefined, "UTC", "full", "—"],
] as const)("%s in %s as %s is %s", (iso, zone, style, text) => {
  expect(formatTime(iso, zone, style, new Date(instant))).toBe(text);
});

test.each([
  ["2026-11-20T13:02:00Z", "now"],
  ["2026-11-20T12:57:11Z", "5 min ago"],
  ["2026-11-20T11:02:11Z", "2 h ago"],
  ["2026-11-17T11:02:11Z", "3 d ago"],
  ["2026-11-20T15:02:12Z", "in 2 h"],
  ["2026-11-20T14:59:12.000000Z", "in 1 h"],
  ["soon", "soon"],
  [null, "—"],
])("%s is %s", (iso, text) => {
  expect(formatRelativeTime(iso, new Date("2026-11-20T13:02:12Z"))).toBe(text);
});
