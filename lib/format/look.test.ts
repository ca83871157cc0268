import { expect, it } from "vitest";

import { zoneIn } from "./look";

it.each([
  [undefined, "Asia/Tokyo"],
  ["utc", "UTC"],
  ["Mars/Olympus", "Asia/Tokyo"],
])("shows times by the choice %s in %s", (choice, zone) => {
  expect(zoneIn({ zone: "Asia/Tokyo", stored: choice === undefined ? {} : { "loupe:time-zone": choice } })).toBe(zone);
});
