/**
 * The letters that often follow a letter in English and in code. Tokenizers have whole words of such pairs, and cut
 * other letters, as of identifiers in base64, into pieces of one or two.
 */
const FOLLOWERS: Readonly<Record<string, string>> = {
  a: "bcdgilmnprstuvwy",
  b: "aejloruy",
  c: "aehiklortu",
  d: "abdeiorsu",
  e: "acdefglmnpqrstvwxy",
  f: "aefiortu",
  g: "einrt",
  h: "aeiortu",
  i: "abcdefglmnoprstv",
  j: "es",
  k: "ei",
  l: "adeilostuy",
  m: "abeimopsu",
  n: "acdefgiklnopstuy",
  o: "abcdfgijklmnoprstuvw",
  p: "aeilmoprstu",
  q: "u",
  r: "acdegilmnorstuvy",
  s: "acehiopstuy",
  t: "acehioprstuy",
  u: "abdeilmnprst",
  v: "aei",
  w: "aehinors",
  x: "apt",
  y: "nops",
};

/** Combinations of JSON that are one token each. */
const ONE_TOKEN = new Set([
  '":',
  '":"',
  '","',
  '",',
  '":{"',
  '":["',
  '"},{"',
  '{"',
  '"}',
  '"]',
  '["',
  "():",
  "...",
  "//",
]);

/** The most tokens that a code point usually takes, by the first code point of each range, in descending order. */
const RANGES: readonly (readonly [from: number, tokens: number])[] = [
  [0x20000, 4],
  [0x1f300, 3],
  [0x10000, 4],
  [0xe000, 3],
  [0xac00, 2.3],
  [0x9fff, 3],
  [0x4e00, 2],
  [0x3400, 3],
  [0x3000, 1.4],
  [0x2000, 2],
  [0x1200, 3],
  [0x0900, 1.3],
  [0x0370, 1],
  [0x0300, 2],
  [0x0100, 1.4],
  [0x0000, 1],
];

const LETTERS = 26;
/** Whether a letter often follows another, at `first * LETTERS + second`. */
const OFTEN = new Uint8Array(LETTERS * LETTERS);
for (const [letter, followers] of Object.entries(FOLLOWERS))
  for (const follower of followers)
    OFTEN[indexOf(letter.charCodeAt(0)) * LETTERS + indexOf(follower.charCodeAt(0))] = 1;

/**
 * How many tokens a text takes at most in OpenAI's o200k_base, without its table of 200,000 tokens: a count by classes
 * of characters that is meant to be too high rather than too low. Prose, JSON and code take 60 to 90 percent of it. The
 * test states the error for each kind of text.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(scan(text, Number.POSITIVE_INFINITY).tokens);
}

/** The longest start of a text that takes at most this many tokens. Surrogate pairs stay whole. */
export function cutToTokens(text: string, budget: number): string {
  return text.slice(0, scan(text, budget).end);
}

/** Counts tokens up to a budget, and where the piece begins that exceeds it. */
function scan(text: string, budget: number): { tokens: number; end: number } {
  let tokens = 0;
  let at = 0;
  while (at < text.length) {
    const end = pieceEnd(text, at);
    const sum = tokens + pieceTokens(text, at, end);
    if (sum > budget) return { tokens, end: at };
    tokens = sum;
    at = end;
  }
  return { tokens, end: at };
}

type Kind = "lower" | "upper" | "digit" | "space" | "sign" | "other";

function kindOf(code: number): Kind {
  if (code >= 97 && code <= 122) return "lower";
  if (code >= 65 && code <= 90) return "upper";
  if (code >= 48 && code <= 57) return "digit";
  if (code === 32 || code === 10 || code === 9 || code === 13) return "space";
  return code > 32 && code < 127 ? "sign" : "other";
}

/**
 * The end of the piece of a text that begins at a position: a word, where an uppercase letter begins another one; up to
 * three digits; white space; signs; or a single character.
 */
function pieceEnd(text: string, start: number): number {
  const kind = kindOf(text.charCodeAt(start));
  if (kind === "other") return start + ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1);
  const most = kind === "digit" ? start + 3 : text.length;
  let end = start + 1;
  while (end < most && kindOf(text.charCodeAt(end)) === kind) end += 1;
  if (kind !== "upper" || end >= text.length || kindOf(text.charCodeAt(end)) !== "lower") return end;
  // The last uppercase letter begins the word that follows.
  if (end - start > 1) return end - 1;
  while (end < text.length && kindOf(text.charCodeAt(end)) === "lower") end += 1;
  return end;
}

function pieceTokens(text: string, start: number, end: number): number {
  const length = end - start;
  switch (kindOf(text.charCodeAt(start))) {
    case "lower":
    case "upper":
      return wordTokens(text, start, end);
    case "digit":
      return 1;
    case "space":
      // A single space is part of the word that follows, but not of digits.
      if (length > 1 || text[start] !== " ") return 1 + length / 16;
      return kindOf(text.charCodeAt(end)) === "digit" ? 1 : 0.15;
    case "sign":
      return length === 1 || ONE_TOKEN.has(text.slice(start, end)) ? 1 : Math.ceil(length / 1.4);
    case "other": {
      const point = text.codePointAt(start) ?? 0;
      return RANGES.find(([from]) => point >= from)?.[1] ?? 1;
    }
  }
}

function wordTokens(text: string, start: number, end: number): number {
  let rare = 0;
  for (let at = start + 1; at < end; at += 1) {
    if (OFTEN[indexOf(text.charCodeAt(at - 1)) * LETTERS + indexOf(text.charCodeAt(at))] === 0) rare += 1;
  }
  return 1 + rare * 0.75 + Math.max(0, end - start - 8) * 0.15;
}

/** The position of a letter in the alphabet, in any case. */
function indexOf(code: number): number {
  return (code | 32) - 97;
}

/** Whether lines take at most so many tokens; most lines are asked about again and again. */
export function fitsWithin(budget: number): (lines: readonly string[]) => boolean {
  const known = new Map<string, number>();
  return (lines) => {
    let left = budget;
    for (const line of lines) {
      const tokens = known.get(line) ?? estimateTokens(line) + 1;
      known.set(line, tokens);
      left -= tokens;
      if (left < 0) return false;
    }
    return true;
  };
}
