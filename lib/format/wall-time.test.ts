import { expect, test } from "vitest";

import { instantOf, wallTime } from "./wall-time";

test.each([
  ["2026-11-20T14:02:11", "UTC", "2026-11-20T14:02:11.000Z"],
  ["2026-11-20T14:02:11", "Europe/Berlin", "2026-11-20T13:02:11.000Z"],
  ["2026-07-01T00:30:00", "America/St_Johns", "2026-07-01T03:00:00.000Z"],
  ["2026-03-29T03:00:00", "Europe/Berlin", "2026-03-29T01:00:00.000Z"],
])("%s in %s is %s", (wall, zone, instant) => {
  expect(instantOf(wall, zone)).toBe(instant);
  expect(wallTime(instant, zone)).toBe(wall);
});

test.each(["", "soon", null])("%s is no instant", (value) => {
  expect(instantOf(value, "UTC")).toBeNull();
  expect(wallTime(null, "UTC")).toBe("");
});
