import { expect, test } from "vitest";
import { shellWord } from "./shell-word";

test.each([
  ["plain", "'plain'"],
  ["it's", "'it'\\''s'"],
  ["$HOME `id` \\ \n", "'$HOME `id` \\ \n'"],
  ["", "''"],
])("%j", (text, word) => expect(shellWord(text)).toBe(word));
