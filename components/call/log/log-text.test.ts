import { expect, it } from "vitest";

import { firstChars } from "./log-text";

const line = "0123456789\n";

it.each([
  ["a short text", "Hi", 1200],
  ["many lines", line.repeat(60), 20 * line.length - 1],
  ["long lines", "x".repeat(300).concat("\n").repeat(30), 1200],
  ["one long line", "x".repeat(5000), 1200],
])("at first shows of %s", (_, text, chars) => {
  expect(firstChars(text)).toBe(chars);
});
