import { expect, test } from "vitest";
import { isHostAmong } from "./host-name";

test.each([
  ["localhost", true],
  ["LOCALHOST.:3001", true],
  ["127.0.0.1:3001", false],
  ["[::1]:3001", true],
  ["[FD00::1]", true],
  ["::1", false],
  ["localhost.evil.example", false],
  ["localhost:3001@evil.example", false],
  ["localhost:", false],
  ["", false],
])("%s", (host, expected) => {
  expect(isHostAmong(host, ["localhost:80", "::1", "[fd00::1]"])).toBe(expected);
});
