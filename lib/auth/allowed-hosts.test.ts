import { expect, test } from "vitest";

import { isAllowedHost } from "./allowed-hosts";

test.each([
  ["127.0.0.1:3000", {}, true],
  ["localhost", {}, true],
  ["LOCALHOST.:3000", {}, true],
  ["[::1]:3000", {}, true],
  ["evil.example", {}, false],
  ["localhost.evil.example", {}, false],
  ["localhost:3000@evil.example", {}, false],
  ["loupe.lan", { LOUPE_HOST: "loupe.lan" }, true],
  ["loupe.lan:80", { LOUPE_ALLOWED_HOSTS: "loupe.lan, other.lan" }, true],
  ["other.lan", { LOUPE_ALLOWED_HOSTS: "loupe.lan, other.lan:443" }, true],
  ["localhost", { LOUPE_ALLOWED_HOSTS: "loupe.lan" }, false],
  ["localhost", { LOUPE_ALLOWED_HOSTS: "" }, true],
  ["fd00::1", { LOUPE_HOST: "fd00::1" }, false],
  ["[fd00::1]", { LOUPE_HOST: "fd00::1" }, true],
  ["", {}, false],
  [null, {}, false],
])("%s with %o: %s", (host, settings, allowed) => {
  expect(isAllowedHost(host, settings)).toBe(allowed);
});
