import fc from "fast-check";
import { expect, test } from "vitest";
import type { MaskingRule } from "@/lib/contract/masking";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import { withinTime } from "@/lib/limit/within-time";
import { applyEdits, editsOf } from "./edits";
import { finder } from "./find";
import { maskFields } from "./mask-fields";
import { newPatience } from "./patience";
import { matcherOf, replacementOf, ruleSetOf } from "./rule-set";
import { searchedForm } from "./searched-form";

const READY: MaskingRule[] = (["email", "card", "iban", "api_key"] as const).map((kind) => ({ kind, name: kind }));
const CUSTOMERS: MaskingRule = {
  kind: "regex",
  name: "Customers",
  pattern: "\\bCUST-\\d+\\b",
  replacement: "[customer]",
};

function mask(value: string | JsonText, rules = READY, observe: Parameters<typeof finder>[0] = () => {}): string {
  const set = ruleSetOf(rules);
  if (!set) throw new Error("the rules are enabled");
  const options = { find: finder(observe), limited: withinTime, patience: newPatience() };
  const [masked = ""] = maskFields([{ field: "inputs", value }], set, options);
  return masked instanceof JsonText ? masked.text : masked;
}

/** Keys are put together here, so that no text of this file has the form of one. */
const KEY = `gh${"p_"}${"aB3dE6gH9jK2".repeat(3)}`;
const INVISIBLE = [
  "\u00ad",
  "\u034f",
  "\u061c",
  "\u180e",
  "\u200b",
  "\u200c",
  "\u200d",
  "\u2060",
  "\ufe0f",
  "\ufeff",
  "\u{e0061}",
];
const SPACES = [
  "\u1680",
  "\u2000",
  "\u2002",
  "\u2003",
  "\u2007",
  "\u2009",
  "\u200a",
  "\u205f",
  "\u3000",
  "\u00a0",
  "\u202f",
];

test.each([
  ...INVISIBLE.flatMap((sign) => [
    [`an${sign}na@exam${sign}ple.com`, "[email]"],
    [`4111 11${sign}11 1111 1111`, "[card]"],
    [`DE89 3704${sign}${sign} 0044 0532 0130 00`, "[iban]"],
    [`${KEY.slice(0, 2)}${sign}${KEY.slice(2)}`, "[api key]"],
  ]),
  ...SPACES.flatMap((space) => [
    [`4111${space}1111${space}1111${space}1111`, "[card]"],
    [`DE89${space}3704${space}0044${space}0532${space}0130${space}00`, "[iban]"],
  ]),
  ...["\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2212", "\uff0d"].flatMap((dash) => [
    [`4111${dash}1111${dash}1111${dash}1111`, "[card]"],
    [`DE89${dash}3704${dash}0044${dash}0532${dash}0130${dash}00`, "[iban]"],
  ]),
  ["4111.1111.1111.1111", "[card]"],
  ["4111．1111．1111．1111", "[card]"],
  ["４１１１１１１１１１１１１１１１", "[card]"],
  ["٤١١١ ١١١١ ١١١١ ١١١١", "[card]"],
  ["𝟒𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏", "[card]"],
  ["ＤＥ８９３７０４００４４０５３２０１３０００", "[iban]"],
  ["anna＠example.com", "[email]"],
  ["anna﹫example.com", "[email]"],
  ["ａｎｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ", "[email]"],
  ["anna&#64;example.com", "[email]"],
  ["anna&#064example.com", "[email]"],
  ["anna&#x40;example&#46;com", "[email]"],
  ["anna&commat;example&period;com", "[email]"],
  ["anna&amp;#64;example.com", "[email]"],
  ["&#97;&#110;&#110;&#97;&#64;&#101;&#120;&#46;&#99;&#111;&#109;", "[email]"],
  ["an&shy;na@example.com", "[email]"],
  ["4111&nbsp;1111&#160;1111&thinsp;1111", "[card]"],
  ["anna%40example.com", "[email]"],
  ["anna%40example%2Ecom", "[email]"],
  ["anna%2540example.com", "[email]"],
  ["anna%252540example.com", "[email]"],
  ["an%E2%80%8Bna%40example.com", "[email]"],
  ["4111%201111%C2%A01111%E2%80%891111", "[card]"],
  ["%34%31%31%31111111111111", "[card]"],
  ["an\\u200bna\\u0040example.com", "[email]"],
  ["anna\\\\u0040example.com", "[email]"],
  ["anna\\\\\\\\u0040example.com", "[email]"],
])("%j is %s", (text, masked) => {
  expect(mask(`(${text})`)).toBe(`(${masked})`);
  expect(mask(`\u{1f600} ${text} (${text})`)).toBe(`\u{1f600} ${masked} (${masked})`);
  expect(mask(new JsonText(JSON.stringify({ a: `"${text}"` })))).toBe(JSON.stringify({ a: `"${masked}"` }));
});

test.each([
  ['said: {"a":"x\\n4111111111111111"}', 'said: {"a":"x\\n[card]"}'],
  ['said: "{\\"a\\":\\"x\\\\nDE89370400440532013000\\"}"', 'said: "{\\"a\\":\\"x\\\\n[iban]\\"}"'],
  [`said: "\\n${KEY}\\n"`, 'said: "\\n[api key]\\n"'],
  [
    'said: "{\\"a\\":\\"{\\\\\\"b\\\\\\":\\\\\\"x\\\\\\\\t4111 1111 1111 1111\\\\\\"}\\"}',
    'said: "{\\"a\\":\\"{\\\\\\"b\\\\\\":\\\\\\"x\\\\\\\\t[card]\\\\\\"}\\"}',
  ],
])("JSON in a text that is not JSON: %s", (text, masked) => {
  expect(mask(text)).toBe(masked);
  expect(mask(new JsonText(JSON.stringify([text])))).toBe(JSON.stringify([masked]));
});

test.each([
  "写信给我们。谢谢！",
  "\u{1f469}\u200d\u{1f4bb} and \u2764\ufe0f",
  "می\u200cخواهم",
  "&lt;b&gt; &#0; &#xd800; &#9999999; &unknown; R&D",
  "100%25 of 50%C3 and %E2%28 and %4",
  "C:\\new\\table\\bin",
  "see\u2014or not\u2014pages 1\u20132",
  "10.0.0.1\u200b 1.2.3",
  "2026\u201011\u201020 08\u201040\u201045",
])("%j stays", (text) => {
  expect(mask(text)).toBe(text);
  expect(mask(new JsonText(JSON.stringify(text)))).toBe(JSON.stringify(text));
});

test("dashes between words are not part of an address", () => {
  expect(mask("ask us\u2014anna@example.com\u2014now")).toBe("ask us\u2014[email]\u2014now");
});

test("patterns of users are searched as the text is and in the other form", () => {
  expect(mask("CUST\u201142, CUST-\u200b４２, CUST%2D42, xCUST-42", [CUSTOMERS])).toBe(
    "[customer], [customer], [customer], xCUST-42",
  );
  const notAscii: MaskingRule = { kind: "regex", name: "n", pattern: "[^\\0-~]+", replacement: "?" };
  expect(mask("a\u200bb＠", [notAscii])).toBe("a?b?");
});

test("a match that is found in both forms is one match", () => {
  const counts: number[] = [];
  mask("anna@example.com \u200b b\u200bob@example.com 4111 1111 1111 1111", READY, (_text, found) =>
    counts.push(found.length),
  );
  expect(counts).toEqual([3]);
});

const plain = fc.string({ unit: fc.constantFrom(...Array.from("abAB019 @.-_:/+=\"'\n\u00a0é漢—")) });

test("a text without look-alikes has no other form, so that it is masked as it is", () => {
  fc.assert(
    fc.property(plain, fc.constantFrom("a@example.com", "4111 1111 1111 1111", ""), plain, (before, secret, after) => {
      const text = `${before}${secret}${after}`;
      fc.pre(!/\d—\d/.test(text));
      expect(searchedForm(text)).toBeUndefined();
      const found = READY.flatMap((rule, place) =>
        matcherOf(rule)
          .find(text, undefined)
          .map((span) => ({ ...span, rule: { place, replacement: replacementOf(rule) } })),
      );
      expect(mask(`!${text}`)).toBe(`!${applyEdits(text, editsOf(text, found))}`);
    }),
  );
});

test("no invisible character hides what is around it", () => {
  const missed: string[] = [];
  for (let code = 0; code <= 0x10_ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (!/\p{Default_Ignorable_Code_Point}/u.test(character)) continue;
    if (searchedForm(`anna${character}@example.com`)?.text !== "anna@example.com") missed.push(code.toString(16));
  }
  expect(missed).toEqual([]);
});

/** How a character may be written: as it is, with something invisible before it, and encoded. */
const WRITTEN: ((character: string) => string)[] = [
  (character) => character,
  (character) => `\u200b${character}`,
  (character) => `\u{e0061}\ufeff${character}`,
  (character) => `&#${character.charCodeAt(0)};`,
  (character) => `&amp;#x${character.charCodeAt(0).toString(16)};`,
  (character) => `%${character.charCodeAt(0).toString(16)}`,
  (character) => `%25${character.charCodeAt(0).toString(16)}`,
  (character) => (character === " " ? "\u2009" : String.fromCharCode(character.charCodeAt(0) + 0xfee0)),
  (character) => `\\\\u00${character.charCodeAt(0).toString(16)}`,
];
const SECRETS = {
  "a@example.com": "[email]",
  "4111 1111 1111 1111": "[card]",
  DE89370400440532013000: "[iban]",
  [KEY]: "[api key]",
};

test("a secret is found however its characters are written, and all of it and nothing else is replaced", () => {
  const ways = fc.array(fc.nat(WRITTEN.length - 1), { minLength: 40, maxLength: 40 });
  const around = fc.string({ unit: fc.constantFrom(...Array.from('ab 漢\n,\u200b\u2009%&＠\\"{')) });
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.entries(SECRETS)),
      ways,
      around,
      around,
      ([secret, masked], which, before, after) => {
        const written = Array.from(secret, (character, place) => {
          // What is invisible before the first character is beside the secret.
          const way = place === 0 && [1, 2].includes(which[place] ?? 0) ? 0 : (which[place] ?? 0);
          return WRITTEN[way]?.(character) ?? character;
        }).join("");
        const wrap = (inner: string) => `${before} (${inner}) ${after}`;
        expect(mask(wrap(written))).toBe(wrap(masked));
        const json = mask(new JsonText(JSON.stringify([{ x: wrap(written) }])));
        expect(json).toBe(JSON.stringify([{ x: wrap(masked) }]));
        expect(JsonNode.read(json)).toBeDefined();
      },
    ),
  );
});

test("in JSON the same is found as in its texts, and every part of a form has its place in the text", () => {
  const piece = fc.constantFrom(
    ...Array.from('a1@.% \\"&;#n{['),
    "\u200b",
    "＠",
    "４",
    "%40",
    "%2540",
    "&#64;",
    "\\n",
    "\\u0040",
    "\\\\u0040",
    "\u2009",
    "example.com",
    "4111",
    "DE89",
    "\ud83d\ude00",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = `x${pieces.join("")}`;
      expect(JSON.parse(mask(new JsonText(JSON.stringify(text))))).toBe(mask(text));
      const form = searchedForm(text);
      let last = 0;
      for (let at = 0; form && at < form.text.length; at += 1) {
        const { start, end } = form.sourceOf({ start: at, end: at + 1 });
        expect(start).toBeLessThan(end);
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeLessThanOrEqual(text.length);
        last = start;
      }
    }),
  );
});

const LONG = 200_000;
test.each([
  "\\",
  "\\\\",
  "%",
  "%25",
  "&",
  "&amp;",
  "&#",
  "\u200b",
  "\u200ba",
  "＠",
  "%e2%80",
  "\\u",
  "\\\\u0040",
  "1\u2013",
  "%2540",
])("hostile text takes steps in proportion to its length: %j", (piece) => {
  // A search that takes a step for each pair of characters would not end within the time that a test has.
  const text = piece.repeat(LONG);
  expect(searchedForm(text)?.text.length ?? 0).toBeLessThanOrEqual(text.length);
  expect(mask(text, [CUSTOMERS]).length).toBeLessThanOrEqual(text.length);
});
