import type { Span } from "./match";

/** A text as it is searched, and where its parts are in the text that it was made from. It is never longer. */
export interface SearchedForm {
  text: string;
  sourceOf(span: Span): Span;
}

/** How many times something may be encoded: `%252540` and `&amp;#64;` are found. */
const MOST_PASSES = 3;

const INVISIBLE = "\\p{Default_Ignorable_Code_Point}";
/** All but the spaces that the ready-made rules know. */
const SPACES = "\\u1680\\u2000-\\u200a\\u205f\\u3000";
/** Dashes that stand within words and numbers. Longer ones are between words, except between digits. */
const DASHES = "\\u2010-\\u2012\\u2212\\ufe58\\ufe63\\uff0d";
const LONG_DASH = "(?<=\\d)[\\u2013-\\u2015](?=\\d)";
/** Zeros of other scripts, each followed by the other digits in order. */
const ZEROS = "٠۰߀०০੦૦୦௦౦೦൦๐໐༠၀០";
const DIGITS = Array.from(ZEROS, (zero) => `${zero}-${String.fromCharCode(zero.charCodeAt(0) + 9)}`).join("");
/** Letters, digits and `%+-./:=@_` in full width, small forms of two of them, and styled letters and digits. */
const WIDE =
  "\\uff05\\uff0b\\uff0e-\\uff1a\\uff1d\\uff20-\\uff3a\\uff3f\\uff41-\\uff5a\\ufe52\\ufe6b\\u2024\\u{1d400}-\\u{1d7ff}";

const NAMED: Record<string, string> = {
  amp: "&",
  commat: "@",
  period: ".",
  lowbar: "_",
  plus: "+",
  percnt: "%",
  equals: "=",
  colon: ":",
  quot: '"',
  hyphen: "-",
  dash: "-",
  nbsp: " ",
  ensp: " ",
  emsp: " ",
  thinsp: " ",
  shy: "",
  zwnj: "",
  zwj: "",
  ZeroWidthSpace: "",
  NoBreak: "",
};
const ENTITY = `&(?:#(?:\\d{1,7}|[xX][\\da-fA-F]{1,6});?|(?:${Object.keys(NAMED).join("|")});)`;
const CONTINUED = "%[89abAB][\\da-fA-F]";
/** Characters of UTF-8 in URLs, without control characters. */
const PERCENT =
  `%(?:[2-7][\\da-fA-F]|[cdCD][\\da-fA-F]${CONTINUED}|[eE][\\da-fA-F](?:${CONTINUED}){2}|` +
  `[fF][0-4](?:${CONTINUED}){3})`;
/** JSON in a text that is not JSON, at any depth. */
const WHITE_SPACE: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
const ESCAPE = '(?<!\\\\)\\\\+(?:u[\\da-fA-F]{4}|[nrtbf"/])';

const LOOK_ALIKES = `${INVISIBLE}+|[${SPACES}${DASHES}${DIGITS}${WIDE}]|${LONG_DASH}|${ENTITY}|${PERCENT}`;
const IN_JSON = new RegExp(LOOK_ALIKES, "gu");
const IN_TEXT = new RegExp(`${LOOK_ALIKES}|${ESCAPE}`, "gu");

/** All other look-alikes: none is in Latin letters, so that a text stored with one byte a character need not be searched. */
const NOT_LATIN = /[\u034f-\uffff]/;

const IS_INVISIBLE = new RegExp(`^${INVISIBLE}`, "u");
const IS_SPACE = new RegExp(`^[${SPACES}]`, "u");
const IS_DASH = new RegExp(`^[${DASHES}\\u2013-\\u2015]`, "u");

/**
 * The text without invisible characters, with the usual spaces, dashes, letters and digits instead of those that look like them, and
 * with entities, percent-encoding and escapes of JSON decoded; undefined if that changes nothing.
 */
export const searchedForm = (text: string): SearchedForm | undefined =>
  text.includes("\\") || isSuspect(text) ? formOf(text, IN_TEXT) : undefined;

/** The same for JSON whose strings are not decoded, to find out whether they may have a match; escapes stay. */
export const searchedJson = (json: string): string => (isSuspect(json) ? (formOf(json, IN_JSON)?.text ?? json) : json);

/**
 * Whether a text may have look-alikes outside of JSON's escapes. Native search for single characters costs a tenth of what
 * searching for the look-alikes does, and is all that most texts take.
 */
function isSuspect(text: string): boolean {
  return text.includes("&") || text.includes("%") || text.includes("\u00ad") || NOT_LATIN.test(text);
}

function formOf(text: string, lookAlikes: RegExp): SearchedForm | undefined {
  let form: SearchedForm | undefined;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const next = rewritten(form?.text ?? text, lookAlikes);
    if (!next) break;
    const before = form;
    form = before ? { text: next.text, sourceOf: (span) => before.sourceOf(next.sourceOf(span)) } : next;
  }
  return form;
}

/** The text with each look-alike replaced by what it stands for; undefined without any. */
function rewritten(text: string, lookAlikes: RegExp): SearchedForm | undefined {
  if (text.search(lookAlikes) === -1) return undefined;
  const pieces: string[] = [];
  const changes = new Changes();
  const meanings = new Map<string, string | undefined>();
  let from = 0;
  let length = 0;
  for (const { 0: found, index } of text.matchAll(lookAlikes)) {
    const meant = meanings.has(found) ? meanings.get(found) : meaningOf(found);
    meanings.set(found, meant);
    if (meant === undefined) continue;
    pieces.push(text.slice(from, index), meant);
    length += index - from;
    changes.add({ start: index, end: index + found.length }, { start: length, end: length + meant.length });
    length += meant.length;
    from = index + found.length;
  }
  if (from === 0) return undefined;
  pieces.push(text.slice(from));
  return { text: pieces.join(""), sourceOf: (span) => changes.sourceOf(span) };
}

/** Undefined for what stands for no character. */
function meaningOf(found: string): string | undefined {
  if (found.startsWith("&")) return found[1] === "#" ? characterOf(found.slice(2)) : NAMED[found.slice(1, -1)];
  if (found.startsWith("%")) return fromUrl(found);
  if (found.startsWith("\\")) return unescaped(found);
  if (IS_INVISIBLE.test(found)) return "";
  if (IS_SPACE.test(found)) return " ";
  if (IS_DASH.test(found)) return "-";
  const code = found.charCodeAt(0);
  for (const zero of ZEROS) {
    const digit = code - zero.charCodeAt(0);
    if (digit >= 0 && digit <= 9) return String(digit);
  }
  const plain = found.normalize("NFKC");
  return plain.length <= found.length ? plain : undefined;
}

function characterOf(reference: string): string | undefined {
  const digits = reference.replace(";", "");
  const code = /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number.parseInt(digits, 10);
  const isCharacter = code >= 0x20 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}

function fromUrl(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

function unescaped(escape: string): string {
  const [, code, letter = ""] = /(?:u([\da-fA-F]{4})|(.))$/.exec(escape) ?? [];
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  return WHITE_SPACE[letter] ?? letter;
}

/** Which parts of a text were replaced by which, in their order. */
class Changes {
  readonly #sourceStarts: number[] = [];
  readonly #sourceEnds: number[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  add(source: Span, meant: Span): void {
    this.#sourceStarts.push(source.start);
    this.#sourceEnds.push(source.end);
    this.#starts.push(meant.start);
    this.#ends.push(meant.end);
  }

  /** All that the characters of a span, which is not empty, were written as. */
  sourceOf({ start, end }: Span): Span {
    return { start: this.#positionOf(start, this.#sourceStarts), end: this.#positionOf(end - 1, this.#sourceEnds) };
  }

  /** Where the character at a position begins, or ends, in the source: `sides` has that of the parts that were replaced. */
  #positionOf(at: number, sides: readonly number[]): number {
    const change = this.#lastUpTo(at);
    const end = this.#ends[change];
    if (end !== undefined && at < end) return sides[change] ?? at;
    const isEnd = sides === this.#sourceEnds ? 1 : 0;
    return at + isEnd + (this.#sourceEnds[change] ?? 0) - (end ?? 0);
  }

  /** The last of the changes that begin at a position or before it; -1 if there is none. */
  #lastUpTo(at: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
