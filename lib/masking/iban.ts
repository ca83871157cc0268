import { type Matcher, NO_SPANS, type Span } from "./match";

/** Each country's account numbers as the SWIFT registry has them: digits (n), letters (a), and either (c). */
const FORMATS =
  "AD n8c12;AE n19;AL n8c16;AT n16;AZ a4c20;BA n16;BE n12;BG a4n6c8;BH a4c14;BI n23;BR n23a1c1;BY c4n4c16;CH n5c12;" +
  "CR n18;CY n8c16;CZ n20;DE n18;DJ n23;DK n14;DO c4n20;EE n16;EG n25;ES n20;FI n14;FK a2n12;FO n14;FR n10c11n2;" +
  "GB a4n14;GE a2n16;GI a4c15;GL n14;GR n7c16;GT c24;HN a4n20;HR n17;HU n24;IE a4n14;IL n19;IQ a4n15;IS n22;" +
  "IT a1n10c12;JO a4n4c18;KW a4c22;KZ n3c13;LB n4c20;LC a4c24;LI n5c12;LT n16;LU n3c13;LV a4c13;LY n21;MC n10c11n2;" +
  "MD c20;ME n18;MK n3c10n2;MN n16;MR n23;MT a4n5c18;MU a4n19a3;NI a4n20;NL a4n10;NO n11;OM n3c16;PK a4c16;PL n24;" +
  "PS a4c21;PT n21;QA a4c21;RO a4c16;RS n18;RU n14c15;SA n2c18;SC a4n20a3;SD n14;SE n20;SI n15;SK n20;SM a1n10c12;" +
  "SO n19;ST n21;SV a4n20;TL n19;TN n20;TR n6c16;UA n6c19;VA n18;VG a4n16;XK n16;YE a4n4c18";

const CLASSES: Record<string, string> = { n: "\\d", a: "[A-Z]", c: "[A-Z\\d]" };

const COUNTRIES = new Map(FORMATS.split(";").map((line) => countryOf(line)));

function countryOf(line: string): [string, { length: number; account: RegExp }] {
  const parts = [...line.slice(3).matchAll(/([nac])(\d+)/g)].map(([, kind = "", count = ""]) => ({ kind, count }));
  const length = parts.reduce((sum, { count }) => sum + Number(count), 4);
  const account = new RegExp(`^${parts.map(({ kind, count }) => `${CLASSES[kind]}{${count}}`).join("")}$`);
  return [line.slice(0, 2), { length, account }];
}

const HEAD = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}/g;
const HAS_HEAD = /[A-Za-z]{2}\d{2}/;
/** Like the start of a number, without what is before it: in JSON, that may be the letter of an escape. */
const MAY_START = /[A-Za-z]{2}\d{2}(?=[ \u00a0\u202f-]?[A-Za-z\d])/g;
const SEPARATORS = " \u00a0\u202f-";
const LETTER_OR_DIGIT = /^[A-Za-z0-9]$/;

/**
 * International bank account numbers (ISO 13616) whose length and form are those of their country and whose check digits
 * are right, in upper or lower case, with or without spaces or dashes.
 */
export const ibanMatcher: Matcher = {
  numbers: false,
  shortest: 15,
  mayMatch(text) {
    for (const { index } of text.matchAll(MAY_START)) if (endOfNumber(text, index) !== undefined) return true;
    return false;
  },
  find(text) {
    if (!HAS_HEAD.test(text)) return NO_SPANS;
    const spans: Span[] = [];
    for (const { index } of text.matchAll(HEAD)) {
      const end = endOfNumber(text, index);
      if (end !== undefined && !LETTER_OR_DIGIT.test(text.charAt(end))) spans.push({ start: index, end });
    }
    return spans.length === 0 ? NO_SPANS : spans;
  },
};

function endOfNumber(text: string, start: number): number | undefined {
  const country = COUNTRIES.get(text.slice(start, start + 2).toUpperCase());
  if (!country) return undefined;
  let number = "";
  let at = start;
  for (; number.length < country.length; at += 1) {
    const character = text.charAt(at);
    if (LETTER_OR_DIGIT.test(character)) number += character.toUpperCase();
    else if (character === "" || !SEPARATORS.includes(character) || SEPARATORS.includes(text.charAt(at - 1)))
      return undefined;
  }
  return country.account.test(number.slice(4)) && hasCheckDigits(number) ? at : undefined;
}

/** ISO 7064, MOD 97-10: with the first four characters last and letters as numbers from 10, the remainder is 1. */
function hasCheckDigits(number: string): boolean {
  let remainder = 0;
  for (const character of number.slice(4) + number.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}
