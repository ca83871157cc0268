import { expect, it } from "vitest";

import { parseZone } from "./use-time-zone";

it.each([
  ["local", "local"],
  ["utc", "utc"],
  ["Asia/Tokyo", "Asia/Tokyo"],
  ["europe/berlin", "Europe/Berlin"],
  ["Mars/Olympus", undefined],
  ["", undefined],
])("the stored zone %j is %s", (stored, zone) => {
  expect(parseZone(stored)).toBe(zone);
});
