import { expect, test } from "vitest";

import { nextAddress } from "./next-address";

test.each([
  [undefined, "/"],
  [["/a", "/b"], "/"],
  ["/acme/bot/calls?sort=started_at#x", "/acme/bot/calls?sort=started_at#x"],
  ["https://evil.example/", "/"],
  ["//evil.example/", "/"],
  ["/\\evil.example/", "/"],
  ["/\t/evil.example", "/"],
  ["/..//evil.example", "/"],
  ["javascript:alert(1)", "/"],
])("%s leads to %s", (asked, address) => {
  expect(nextAddress(asked)).toBe(address);
});
