import { expect, it } from "vitest";

import { type Look, unknownLook } from "./look";
import { formatLook, parseLook } from "./look-cookie";

const look: Look = {
  zone: "Asia/Tokyo",
  stored: { "loupe:rail": "folded", "loupe:table:calls": '{"hidden":["id; ü"]}' },
};

it("passes through a cookie", () => {
  const text = formatLook(look);
  expect(text).toMatch(/^[\w%.!~*'()-]+$/);
  expect(parseLook(decodeURIComponent(text))).toEqual(look);
});

it("leaves out the longest preferences if not all fit", () => {
  const long = { ...look, stored: { ...look.stored, "loupe:table:costs": "ü".repeat(1_000) } };
  expect(parseLook(decodeURIComponent(formatLook(long)))).toEqual(look);
});

it.each([
  [undefined, unknownLook],
  ["", unknownLook],
  ["{", unknownLook],
  ["null", unknownLook],
  ["7", unknownLook],
  ['{"zone":"Mars/Olympus","stored":7}', unknownLook],
  ['{"zone":7,"stored":{"a":"b","c":7}}', { zone: undefined, stored: { a: "b" } }],
])("reads %j", (text, expected) => expect(parseLook(text)).toEqual(expected));
