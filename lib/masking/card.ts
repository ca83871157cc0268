import { type Matcher, NO_SPANS, type Span } from "./match";

/** Digits, with at most one space or dash between two. */
const RUN = /\d(?:[ \u00a0\u202f-]?\d){12,}/g;
const HAS_RUN = /\d(?:[ \u00a0\u202f-]?\d){12}/;
const GROUP = /\d+/g;
const FEWEST = 13;
const MOST = 19;

/** The groups in which numbers are printed on cards, of any length in all; more groups first. */
const PRINTED = [
  [4, 4, 4, 4, 3],
  [4, 4, 4, 4],
  [4, 4, 4, 3],
  [4, 6, 5],
  [4, 6, 4],
  [6, 13],
  [6, 10],
];

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

/**
 * Card numbers of 13 to 19 digits of the large networks whose check digit is right, with or without spaces or dashes.
 * Digits beside letters, in longer runs of digits, behind a plus or in decimal fractions are no card numbers.
 */
export const cardMatcher: Matcher = {
  numbers: true,
  shortest: FEWEST,
  mayMatch: (text) => HAS_RUN.test(text),
  find(text) {
    if (!HAS_RUN.test(text)) return NO_SPANS;
    const spans: Span[] = [];
    for (const { 0: run, index } of text.matchAll(RUN)) {
      if (isAlone(text, index, index + run.length)) for (const span of cardsIn(run)) spans.push(moved(span, index));
    }
    return spans.length === 0 ? NO_SPANS : spans;
  },
};

const moved = ({ start, end }: Span, by: number): Span => ({ start: start + by, end: end + by });

function isAlone(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 2), start);
  // A program that reads numbers as doubles writes a card number with ".0".
  return !/[A-Za-z+]$|\d\.$/.test(before) && !/^(?:[A-Za-z]|\.(?!0{1,2}(?!\d))\d)/.test(text.slice(end, end + 4));
}

/** Cards in a run: all of it, or groups of it that are as on a card. */
function cardsIn(run: string): Span[] {
  if (isCard(digitsOf(run))) return [{ start: 0, end: run.length }];
  const groups = [...run.matchAll(GROUP)].map(({ 0: digits, index }) => ({ start: index, end: index + digits.length }));
  if (groups.length === 1) return [];
  const cards: Span[] = [];
  for (let first = 0; first < groups.length;) {
    const last = lastOfCard(run, groups, first);
    const [start, end] = [groups[first]?.start, groups[last ?? -1]?.end];
    if (start !== undefined && end !== undefined) cards.push({ start, end });
    first = (last ?? first) + 1;
  }
  return cards;
}

/** The last group of a card that begins with a group; undefined if there is none. */
function lastOfCard(run: string, groups: readonly Span[], first: number): number | undefined {
  const hasLength = (place: number, length: number) => {
    const group = groups[place];
    return group !== undefined && group.end - group.start === length;
  };
  const isCardTo = (last: number) => isCard(digitsOf(run.slice(groups[first]?.start, groups[last]?.end)));
  for (const shape of PRINTED) {
    const last = first + shape.length - 1;
    if (shape.every((length, place) => hasLength(first + place, length)) && isCardTo(last)) return last;
  }
  return isCardTo(first) ? first : undefined;
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, "");

function isCard(digits: string): boolean {
  if (digits.length < FEWEST || digits.length > MOST) return false;
  const isIssued = NETWORKS.some(([from, to, lengths]) => {
    const prefix = digits.slice(0, from.length);
    return from <= prefix && prefix <= to && lengths.includes(digits.length);
  });
  return isIssued && hasCheckDigit(digits);
}

/** The formula of Luhn (ISO/IEC 7812-1): from the right, every second digit counts twice. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits.charAt(digits.length - 1 - place));
    const counted = place % 2 === 0 ? digit : digit * 2;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}
