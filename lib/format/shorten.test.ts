import { expect, test } from "vitest";

import { shortenMiddle } from "./shorten";

test.each([
  ["short", "short"],
  ["0123456789abcdef", "0123456789abcdef"],
  ["0123456789abcdefg", "012345678…bcdefg"],
  ["x".repeat(4096), "xxxxxxxxx…xxxxxx"],
  ["😀".repeat(20), "😀😀😀😀😀😀😀😀😀…😀😀😀😀😀😀"],
])("%s becomes %s", (text, short) => {
  expect(shortenMiddle(text)).toBe(short);
});
