import { expect, it } from "vitest";

import { parseTimeZone } from "./time-zone";

it.each([
  ["Europe/Lisbon", "Europe/Lisbon"],
  ["europe/lisbon", "Europe/Lisbon"],
  ["UTC", "UTC"],
  ["Mars/Olympus", undefined],
  ["", undefined],
  ["Europe/Lisbon; path=/", undefined],
])("reads %j as %j", (name, zone) => {
  expect(parseTimeZone(name)).toBe(zone);
});
