import { type Matcher, NO_SPANS, type Span } from "./match";

/** The sign itself, and as it is written in addresses of pages. */
const SIGN = /@|%40/g;
/** More than an address may have before its sign. */
const LOCAL_CHARS = 320;
const LOCAL = new Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._%+-'~!#$*^{|}");
const LETTER = /[\p{L}\p{M}\p{N}]/u;
/** What a local part cannot begin with. */
const OUTSIDE = /^[^\p{L}\p{N}_+]+/u;
/** Labels of at most 63 characters; the last has letters only, or is in Punycode. */
const DOMAIN =
  /(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.){1,10}(?:xn--[a-z0-9-]{2,59}|\p{L}[\p{L}\p{M}]{1,62})(?![\p{L}\p{N}])/uy;

/** Versions (`lodash@1.0.0-beta.rc`), images for dense screens (`logo@2x.png`), and code (`x@self.weight`). */
const OTHER_DOMAIN = /^v?\d+\.\d|^\d+x\.(?:png|jpe?g|gif|webp|avif|svg)$|^(?:self|this)\./i;
/** Accounts of version control, as in `git@github.com:x/y`. */
const OTHER_LOCAL = /^(?:git|hg|svn)$/i;

/**
 * E-mail addresses as people write them, also with letters of any script. Addresses without a domain of at least two
 * labels and quoted local parts are not found.
 */
export const emailMatcher: Matcher = {
  numbers: false,
  shortest: 6,
  mayMatch: (text) => text.includes("@") || text.includes("%40"),
  find(text) {
    if (!emailMatcher.mayMatch(text)) return NO_SPANS;
    const spans: Span[] = [];
    let floor = 0;
    let before: Before = { start: 0, end: 0 };
    for (const { 0: sign, index } of text.matchAll(SIGN)) {
      const characters = charactersStart(text, index, floor, before);
      before = { start: characters, end: index + sign.length };
      const start = localStart(text, characters, index);
      if (start === index) continue;
      DOMAIN.lastIndex = index + sign.length;
      const [domain] = DOMAIN.exec(text) ?? [];
      if (domain === undefined) continue;
      const end = index + sign.length + domain.length;
      if (!isAddress(text.slice(start, index), domain, text.slice(end, end + 2))) continue;
      spans.push({ start, end });
      floor = end;
    }
    return spans;
  },
};

/** The end of the sign before, and where the characters start that may be the local part before it. */
type Before = { start: number; end: number };

/** Where the characters start that may be the local part before a sign. */
function charactersStart(text: string, sign: number, floor: number, before: Before): number {
  const least = Math.max(floor, sign - LOCAL_CHARS);
  let start = sign;
  while (start > least) {
    // `%40` may be in a local part: what is before it is known.
    if (start === before.end && text.charAt(start - 1) !== "@") return Math.max(least, before.start);
    const character = text.charAt(start - 1);
    if (character < "\u0080") {
      if (!LOCAL.has(character)) break;
      start -= 1;
      continue;
    }
    const length = isLowSurrogate(character) && start - 2 >= least ? 2 : 1;
    if (!LETTER.test(text.slice(start - length, start))) break;
    start -= length;
  }
  return start;
}

function localStart(text: string, start: number, sign: number): number {
  const [outside = ""] = OUTSIDE.exec(text.slice(start, sign)) ?? [];
  return start + outside.length;
}

const isLowSurrogate = (character: string) => character >= "\udc00" && character <= "\udfff";

function isAddress(local: string, domain: string, after: string): boolean {
  if (OTHER_DOMAIN.test(domain) || after.startsWith("(")) return false;
  return !(OTHER_LOCAL.test(local) && /^[:/]\S/.test(after));
}
