import { expect, test } from "vitest";
import { isLike } from "./same-name";

test.each([
  ["Ada Lovelace", "Ada Lovelace", "the same"],
  ["ADA LOVELACE", "ada lovelace", "case"],
  ["A\u200Bda Love\u200Dlace", "Ada Lovelace", "zero-width characters"],
  ["Ada\u00AD Lovelace", "Ada Lovelace", "a soft hyphen"],
  ["\u202EAda\u202C Lovelace\uFEFF", "Ada Lovelace", "marks of direction"],
  ["Ａｄａ\u3000Ｌｏｖｅｌａｃｅ", "Ada Lovelace", "full width"],
  ["Аdа Lоvеlасе", "Ada Lovelace", "Cyrillic letters"],
  ["АDА LОVЕLАСЕ", "Ada Lovelace", "Cyrillic capitals"],
  ["Αda Lοvelace", "Ada Lovelace", "Greek letters"],
  ["𝐀𝐝𝐚 Lovelace", "Ada Lovelace", "mathematical letters"],
  ["Ada\u00A0 Lovelace ", "Ada Lovelace", "other spaces"],
  ["Ada LoveIace", "Ada Lovelace", "a capital I"],
  ["Ada L0velace", "Ada LOvelace", "a zero"],
  ["ada＠example.com", "ada@example.com", "a full-width at"],
  ["Ame\u0301lie", "Amélie", "another normal form"],
])("%s passes for %s: %s", (one, other) => {
  expect([isLike(one)(other), isLike(other)(one)]).toEqual([true, true]);
});

test.each([
  ["Ada", "Adam"],
  ["Alia", "Alla"],
  ["Amélie", "Amelie"],
  ["Ада", "Ева"],
  ["ada@example.com", "ada@example.org"],
  ["bot-1", "bot-2"],
  ["Ada Lovelace", "Ada, Lovelace"],
])("%s does not pass for %s", (one, other) => {
  expect(isLike(one)(other)).toBe(false);
});
