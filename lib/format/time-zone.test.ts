import { expect, it } from "vitest";

import { parseZone, zoneOf } from "./time-zone";

it.each([
  ["local", "local"],
  ["utc", "utc"],
  ["Asia/Tokyo", "Asia/Tokyo"],
  ["europe/berlin", "Europe/Berlin"],
  ["Mars/Olympus", undefined],
  ["Europe/Lisbon; path=/", undefined],
  ["", undefined],
])("the stored zone %j is %s", (stored, zone) => {
  expect(parseZone(stored)).toBe(zone);
});

it.each([
  ["local", "Asia/Tokyo", "Asia/Tokyo"],
  ["local", undefined, undefined],
  ["utc", "Asia/Tokyo", "UTC"],
  ["Europe/Lisbon", undefined, "Europe/Lisbon"],
])("the choice %s on a device in %s is %s", (choice, device, zone) => {
  expect(zoneOf(choice, device)).toBe(zone);
});
