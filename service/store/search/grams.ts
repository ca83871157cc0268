/**
 * Grams for the search index: the pieces of one, two or three characters of a text, each as a number of `GRAM_BITS`
 * bits. A text that contains a needle has all grams of the needle; the converse must be checked.
 */
export const GRAM_BITS = 28;

/** Maximum number of grams that begin at one UTF-16 unit of a text. */
export const GRAMS_A_UNIT = 3;

/** Calls that are too long to be indexed have only this gram, and are candidates of every search. */
export const LONG_GRAM = 0;

/** A gram, or a range of grams (inclusive). */
export type GramRange = readonly [from: number, to: number];

const FIRST_BITS = 17;
const SECOND_BITS = GRAM_BITS - FIRST_BITS;

/**
 * Folds the case of a text, character by character. The result is the same before and after a database's `lower`, so
 * that a search finds at least what the database does.
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  return NOT_ASCII.test(lower) ? lower.replaceAll(UNEQUAL_FOLDS, (found) => FOLDS.get(found) ?? "") : lower;
}

// Lower case depends on the position (sigma), the language (dotless i), or the version of Unicode.
const FOLDS = new Map([
  ["ς", "σ"],
  ["ı", "i"],
  ["\uA7CB", "ɤ"],
  ["\uA7DC", "ƛ"],
  ["\u0307", ""],
]);
const UNEQUAL_FOLDS = new RegExp(`[${[...FOLDS.keys()].join("")}]`, "g");
// oxlint-disable-next-line no-control-regex -- ASCII begins with them
const NOT_ASCII = /[^\u0000-\u007f]/;
const UNASSIGNED = /\p{Cn}/u;

/**
 * Writes the grams of a folded text, some more than once, into `grams`, which has space for `GRAMS_A_UNIT` times its
 * length; returns how many.
 */
export function writeGrams(folded: string, grams: Uint32Array): number {
  let count = 0;
  let [before, last] = [0, 0];
  for (let at = 0; at < folded.length; at += 1) {
    const unit = folded.charCodeAt(at);
    if (unit < WIDE) grams[count++] = singleGram(unit);
    if (at > 0) grams[count++] = pairGram(last, unit);
    if (at > 1 && unit < WIDE && last < WIDE && before < WIDE) grams[count++] = tripleGram(before, last, unit);
    [before, last] = [last, unit];
  }
  return count;
}

/** Grams of every text that contains the needle, in any case; undefined if there are none. */
export function needleGrams(needle: string): GramRange[] | undefined {
  const folded = foldText(needle);
  // An older version of Unicode may not include these letters or their case.
  if (UNASSIGNED.test(folded)) return undefined;
  if (folded.length === 0) return undefined;
  if (folded.length === 1) return [singleGrams(folded.charCodeAt(0))];
  const telling = new Set(
    folded.length === 2 ? [pairGram(folded.charCodeAt(0), folded.charCodeAt(1))] : triples(folded),
  );
  const step = Math.ceil(telling.size / MOST_GRAMS);
  return [...telling].filter((_, place) => place % step === 0).map((gram) => [gram, gram]);
}

// Beyond this many, a further gram excludes almost nothing.
const MOST_GRAMS = 24;

/** Pairs that are part of a triple are left out. */
function triples(folded: string): number[] {
  const grams: number[] = [];
  for (let at = 1; at < folded.length; at += 1) {
    const [before, last, unit] = [folded.charCodeAt(at - 2), folded.charCodeAt(at - 1), folded.charCodeAt(at)];
    if (unit >= WIDE || last >= WIDE) grams.push(pairGram(last, unit));
    else if (before < WIDE) grams.push(tripleGram(before, last, unit));
  }
  return grams;
}

/**
 * From this code point on, scripts have so many characters that two of them are as selective as three of other scripts.
 */
const WIDE = 0x2e80;

/**
 * Pairs that begin with the same wide character are consecutive numbers, so that a single character can be searched as
 * a range.
 */
function pairGram(first: number, second: number): number {
  if (first < WIDE) return mix(Math.imul(first, PRIMES[0]) ^ Math.imul(second, PRIMES[1])) >>> (32 - GRAM_BITS);
  return (firstBits(first) << SECOND_BITS) | (mix(Math.imul(first, PRIMES[1]) ^ second) >>> (32 - SECOND_BITS));
}

function tripleGram(first: number, second: number, third: number): number {
  const mixed = Math.imul(first, PRIMES[1]) ^ Math.imul(second, PRIMES[2]) ^ Math.imul(third, PRIMES[0]);
  return mix(mixed) >>> (32 - GRAM_BITS);
}

const singleGram = (unit: number) => mix(Math.imul(unit, PRIMES[2])) >>> (32 - GRAM_BITS);

/** A wide character is found by the pairs that start with it, because the index has only pairs. */
function singleGrams(unit: number): GramRange {
  if (unit < WIDE) return [singleGram(unit), singleGram(unit)];
  const from = firstBits(unit) << SECOND_BITS;
  return [from, from + (1 << SECOND_BITS) - 1];
}

const firstBits = (unit: number) => mix(unit) >>> (32 - FIRST_BITS);

const PRIMES = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d] as const;

/** Spreads the bits of a number over all 32 (the finalizer of MurmurHash3). */
function mix(bits: number): number {
  let hash = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
