import { type Matcher, NO_SPANS, type Span } from "./match";

/** Digits, with at most one space or dash between two. */
const HAS_RUN = /\d(?:[ \u00a0\u202f-]?\d){12}/;
/** Dots are between the groups of a card, or between nothing: other numbers have some, too. */
const DOTTED =
  /(?<![\dA-Za-z+]|\d\.)(?:\d{4}\.(?:\d{4}\.\d{4}\.\d{3,4}(?:\.\d{3})?|\d{6}\.\d{4,5}))(?![\dA-Za-z]|\.\d)/g;
const HAS_DOTTED = /\d{4}\.\d{4}(?:\d\d)?\.\d{4}/;
const FEWEST = 13;
const MOST = 19;

const sumOf = (lengths: readonly number[]) => lengths.reduce((sum, length) => sum + length);

/** The groups in which numbers are printed on cards, of any length in all; more groups first. */
const PRINTED = [
  [4, 4, 4, 4, 3],
  [4, 4, 4, 4],
  [4, 4, 4, 3],
  [4, 6, 5],
  [4, 6, 4],
  [6, 13],
  [6, 10],
].map((groups) => {
  const digits = sumOf(groups);
  const end = digits + groups.length - 1;
  // Where its separators are.
  const separators = groups.slice(0, -1).map((_, place) => sumOf(groups.slice(0, place + 1)) + place);
  return { separators, end, digits };
});
const SHORTEST_GROUP = 4;

/** The first digits of the numbers that a network issues, from and to, and the lengths of these numbers. */
const NETWORKS: readonly (readonly [from: string, to: string, lengths: readonly number[]])[] = [
  ["4", "4", [13, 16, 19]], // Visa
  ["51", "55", [16]], // Mastercard
  ["2221", "2720", [16]],
  ["34", "34", [15]], // American Express
  ["37", "37", [15]],
  ["300", "305", [14, 16]], // Diners Club
  ["3095", "3095", [14, 16]],
  ["36", "36", [14, 16, 19]],
  ["38", "39", [14, 16, 19]],
  ["6011", "6011", [16, 17, 18, 19]], // Discover
  ["644", "649", [16, 17, 18, 19]],
  ["65", "65", [16, 17, 18, 19]],
  ["3528", "3589", [16, 17, 18, 19]], // JCB
  ["62", "62", [16, 17, 18, 19]], // UnionPay
  ["81", "82", [16, 17, 18, 19]], // UnionPay, RuPay
  ["2200", "2204", [16, 17, 18, 19]], // Mir
  ["5018", "5018", [13, 14, 15, 16, 17, 18, 19]], // Maestro
  ["5020", "5020", [13, 14, 15, 16, 17, 18, 19]],
  ["5038", "5038", [13, 14, 15, 16, 17, 18, 19]],
  ["5893", "5893", [13, 14, 15, 16, 17, 18, 19]],
  ["6304", "6304", [13, 14, 15, 16, 17, 18, 19]],
  ["6759", "6759", [13, 14, 15, 16, 17, 18, 19]],
  ["6761", "6763", [13, 14, 15, 16, 17, 18, 19]],
  ["508", "508", [16]], // RuPay
  ["60", "60", [16]],
  ["5061", "5061", [16, 18, 19]], // Verve
  ["9792", "9792", [16]], // Troy
];

/** By the first four digits of a number, the lengths that it may have: one bit for each. */
const LENGTHS = new Uint32Array(10_000);
for (const [from, to, lengths] of NETWORKS) {
  const unit = 10 ** (4 - from.length);
  for (let prefix = Number(from) * unit; prefix < (Number(to) + 1) * unit; prefix += 1)
    for (const length of lengths) LENGTHS[prefix] = lengthsOf(prefix) | (1 << length);
}

function lengthsOf(prefix: number): number {
  return LENGTHS[prefix] ?? 0;
}

/**
 * Card numbers of 13 to 19 digits of the large networks whose check digit is right, with or without spaces, dashes or dots.
 * Digits beside letters, in longer runs of digits, behind a plus or in decimal fractions are no card numbers. Goes through
 * the characters itself: texts that are all numbers took ten times as long with regular expressions and lists.
 */
export const cardMatcher: Matcher = {
  numbers: true,
  shortest: FEWEST,
  mayMatch: (text) => HAS_RUN.test(text) || HAS_DOTTED.test(text),
  find(text) {
    const dotted = HAS_DOTTED.test(text) ? dottedIn(text) : NO_SPANS;
    if (!HAS_RUN.test(text)) return dotted;
    const spans: Span[] = [...dotted];
    for (let at = 0; at < text.length; at += 1) {
      if (!isDigit(text, at)) continue;
      const start = at;
      let digits = 1;
      at += 1;
      for (;;) {
        if (isDigit(text, at)) at += 1;
        else if (isSeparator(text, at) && isDigit(text, at + 1)) at += 2;
        else break;
        digits += 1;
      }
      if (digits >= FEWEST && isAlone(text, start, at)) addCards(text, { start, end: at }, digits, spans);
    }
    if (dotted.length > 0) return spans.toSorted((a, b) => a.start - b.start);
    return spans.length === 0 ? NO_SPANS : spans;
  },
};

function dottedIn(text: string): readonly Span[] {
  return [...text.matchAll(DOTTED)].flatMap(({ 0: found, index }) => {
    const end = index + found.length;
    return isCard(text, index, end, found.replaceAll(".", "").length) ? { start: index, end } : [];
  });
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}

function isSeparator(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x20 || code === 0x2d || code === 0xa0 || code === 0x202f;
}

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at) | 0x20;
  return code >= 0x61 && code <= 0x7a;
}

function isAlone(text: string, start: number, end: number): boolean {
  if (isLetter(text, start - 1) || text[start - 1] === "+") return false;
  if (text[start - 1] === "." && isDigit(text, start - 2)) return false;
  if (isLetter(text, end)) return false;
  // A program that reads numbers as doubles writes a card number with ".0".
  return text[end] !== "." || !/^\.(?!0{1,2}(?!\d))\d/.test(text.slice(end, end + 4));
}

/** Adds the cards in a run: all of it, or groups of it that are as on a card. */
function addCards(text: string, run: Span, digits: number, spans: Span[]): void {
  if (digits <= MOST && isCard(text, run.start, run.end, digits)) {
    spans.push(run);
    return;
  }
  if (digits === run.end - run.start) return;
  for (let start = run.start; start < run.end;) {
    const groupEnd = endOfDigits(text, start, run.end);
    const end = endOfCard(text, start, groupEnd);
    if (end !== undefined) spans.push({ start, end });
    start = (end ?? groupEnd) + 1;
  }
}

/** Where the digits from a position on end, which is `limit` at most. */
function endOfDigits(text: string, start: number, limit: number): number {
  let end = start;
  while (end < limit && isDigit(text, end)) end += 1;
  return end;
}

/** Where a card ends that begins with a group of digits; undefined if there is none. */
function endOfCard(text: string, start: number, groupEnd: number): number | undefined {
  const length = groupEnd - start;
  if (length < SHORTEST_GROUP || length > MOST) return undefined;
  const lengths = lengthsOf(prefixAt(text, start));
  if (lengths === 0) return undefined;
  for (const { separators, end, digits } of PRINTED) {
    if (separators[0] !== length || (lengths & (1 << digits)) === 0 || isDigit(text, start + end)) continue;
    if (hasSeparators(text, start, separators) && isCard(text, start, start + end, digits)) return start + end;
  }
  return length >= FEWEST && isCard(text, start, groupEnd, length) ? groupEnd : undefined;
}

function hasSeparators(text: string, start: number, places: readonly number[]): boolean {
  for (const place of places) if (!isSeparator(text, start + place)) return false;
  return true;
}

/** The first four digits of a group as a number. */
function prefixAt(text: string, start: number): number {
  let prefix = 0;
  for (let at = start; at < start + 4; at += 1) prefix = 10 * prefix + text.charCodeAt(at) - 0x30;
  return prefix;
}

/** Whether a part of a text has so many digits, and they are a card number; what is between them does not matter. */
function isCard(text: string, start: number, end: number, expected: number): boolean {
  let digits = 0;
  let prefix = 0;
  // The formula of Luhn (ISO/IEC 7812-1): from the right, every second digit counts twice.
  let sum = 0;
  let counts = expected % 2 === 0 ? 2 : 1;
  for (let at = start; at < end; at += 1) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) continue;
    const counted = counts * digit;
    sum += counted > 9 ? counted - 9 : counted;
    counts = 3 - counts;
    if (digits < 4) prefix = 10 * prefix + digit;
    digits += 1;
  }
  return digits === expected && sum % 10 === 0 && (lengthsOf(prefix) & (1 << digits)) !== 0;
}
