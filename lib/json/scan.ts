import { JSON_DEPTH } from "./depth";
import { closingQuote } from "./decode";

export type JsonSyntaxReason = "syntax" | "depth" | "duplicate_key";

/** Invalid JSON, or JSON that the project does not accept; `offset` counts UTF-16 units from its start. */
export class JsonSyntaxError extends Error {
  override readonly name = "JsonSyntaxError";
  readonly offset: number;
  readonly reason: JsonSyntaxReason;

  constructor(message: string, offset: number, reason: JsonSyntaxReason = "syntax") {
    super(message);
    this.offset = offset;
    this.reason = reason;
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const LETTER_U = 0x75;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
/** A value that is nested too deeply is still read to its end, up to this depth. */
const REFUSED_DEPTH = 100_000;
const LITERALS = ["true", "false", "null"];
const NOT_CUT: CutFrom = { levels: 0, path: [], behind: "the end of the text", place: (offset) => offset };
const ESCAPES = '"\\/bfnrt';

/** The position of a text in the document that it was cut from; errors refer to that document. */
export type CutFrom = {
  /** Number of containers around it. */
  levels: number;
  /** Keys and positions of its path. */
  path: readonly (string | number)[];
  /** What may follow it there, for error messages. */
  behind: string;
  /** The position of a character in the document. */
  place: (offset: number) => number;
};

/**
 * A cursor over JSON text, strict according to RFC 8259. Walk a container with `if (scanner.open()) do { …consume one
 * value… } while (scanner.more())`. In a trusted text (one that has passed a strict scan), depth is not checked and
 * strings are not scanned.
 */
export class JsonScanner {
  text: string;
  /** The cursor's position. */
  at: number;
  /** Inside an object: start and end of the key (quotes included) of the value under the cursor. */
  keyStart = 0;
  keyEnd = 0;
  readonly #trusted: boolean;
  readonly #from: CutFrom;
  #depth: number;
  /** The closing characters still expected, outermost first. */
  readonly #owed: number[] = [];

  constructor(text: string, options: { trusted?: boolean; at?: number; depth?: number; from?: CutFrom } = {}) {
    this.text = text;
    this.#trusted = options.trusted ?? false;
    this.#from = options.from ?? NOT_CUT;
    this.#depth = options.depth ?? JSON_DEPTH;
    this.at = options.at ?? 0;
  }

  /** Puts the cursor into another text, which is trusted if the first one was. */
  move(text: string, at: number): void {
    this.text = text;
    this.at = at;
    this.#owed.length = 0;
  }

  /** Skips white space, then returns whether anything is left. */
  space(): boolean {
    const { text } = this;
    let at = this.at;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
      at += 1;
    }
    this.at = at;
    return at < text.length;
  }

  /** The position of a character in the document that the text was cut from, else in the text itself. */
  placeOf(offset: number): number {
    return this.#from.place(offset);
  }

  /** Whether the cursor is on an array or object. */
  get onContainer(): boolean {
    const code = this.text.charCodeAt(this.at);
    return code === OPEN_BRACE || code === OPEN_BRACKET;
  }

  /**
   * Steps into the container under the cursor, to its first value; false when it is empty and the cursor is now after
   * it.
   */
  open(): boolean {
    const close = this.text.charCodeAt(this.at) === OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET;
    if (!this.#trusted && this.#owed.length + this.#from.levels >= this.#depth) {
      const place = this.placeOf(this.at);
      throw new JsonSyntaxError(`JSON is nested deeper than ${this.#depth} levels`, place, "depth");
    }
    this.at += 1;
    this.space();
    if (this.text.charCodeAt(this.at) === close) {
      this.at += 1;
      return false;
    }
    this.#owed.push(close);
    if (close === CLOSE_BRACE) this.#key();
    return true;
  }

  /** After a value: steps to the next one of the same container, or out of the container, returning false. */
  more(): boolean {
    const close = this.#owed.at(-1);
    this.space();
    const code = this.text.charCodeAt(this.at);
    if (code === COMMA) {
      this.at += 1;
      this.space();
      if (close === CLOSE_BRACE) this.#key();
      return true;
    }
    if (code !== close) this.fail(close === CLOSE_BRACE ? "a comma or }" : "a comma or ]");
    this.#owed.pop();
    this.at += 1;
    return false;
  }

  /** Skips the value under the cursor, whatever it is. */
  skip(): void {
    const outside = this.#owed.length;
    for (;;) {
      if (!this.onContainer) this.#scalar();
      else if (this.open()) continue;
      while (this.#owed.length > outside && !this.more());
      if (this.#owed.length === outside) return;
    }
  }

  /** Where the cursor is, to come back to. */
  mark(): { at: number; outside: number } {
    return { at: this.at, outside: this.#owed.length };
  }

  /** Puts the cursor back to where it was, in the same container or further inside. */
  reset({ at, outside }: { at: number; outside: number }): void {
    this.at = at;
    this.#owed.length = outside;
  }

  /** Like `skip`, but returns whether the value stays within the depth limit instead of throwing when it does not. */
  skipWithinDepth(): boolean {
    const start = this.at;
    const outside = this.#owed.length;
    try {
      this.skip();
      return true;
    } catch (error) {
      if (!(error instanceof JsonSyntaxError) || error.reason !== "depth") throw error;
    }
    const depth = this.#depth;
    this.at = start;
    this.#owed.length = outside;
    this.#depth = REFUSED_DEPTH;
    this.skip();
    this.#depth = depth;
    return false;
  }

  /** Like `skipWithinDepth`, in parts of about so many characters, after each of which it yields. */
  *skipWithinDepthInParts(chars: number): Generator<void, boolean> {
    const start = this.at;
    const outside = this.#owed.length;
    try {
      yield* this.#skipInParts(chars);
      return true;
    } catch (error) {
      if (!(error instanceof JsonSyntaxError) || error.reason !== "depth") throw error;
    }
    const depth = this.#depth;
    this.at = start;
    this.#owed.length = outside;
    this.#depth = REFUSED_DEPTH;
    yield* this.#skipInParts(chars);
    this.#depth = depth;
    return false;
  }

  *#skipInParts(chars: number): Generator<void> {
    const outside = this.#owed.length;
    let next = this.at + chars;
    for (;;) {
      if (!this.onContainer) this.#scalar();
      else if (this.open()) continue;
      while (this.#owed.length > outside && !this.more());
      if (this.#owed.length === outside) return;
      if (this.at < next) continue;
      next = this.at + chars;
      yield;
    }
  }

  /** Skips trailing white space, and throws when anything else is left. */
  end(): void {
    if (this.space()) this.fail(this.#from.behind);
  }

  fail(expected: string, offset = this.at): never {
    const place = this.placeOf(offset);
    throw new JsonSyntaxError(
      `Not valid JSON at character ${place}: expected ${expected}, found ${found(this.text, offset)}`,
      place,
    );
  }

  #key(): void {
    if (this.text.charCodeAt(this.at) !== QUOTE) this.fail("a key in double quotes");
    this.keyStart = this.at;
    this.#string();
    this.keyEnd = this.at;
    this.space();
    if (this.text.charCodeAt(this.at) !== COLON) this.fail("a colon");
    this.at += 1;
    this.space();
  }

  #scalar(): void {
    const code = this.text.charCodeAt(this.at);
    if (code === QUOTE) return this.#string();
    if (code === MINUS || isDigit(code)) return this.#number();
    const literal = LITERALS.find((word) => this.text.startsWith(word, this.at));
    if (literal === undefined) this.fail("a value");
    this.at += literal.length;
  }

  #string(): void {
    this.at = this.#trusted ? this.#trustedStringEnd() : this.#strictStringEnd();
  }

  #strictStringEnd(): number {
    const { text } = this;
    const { length } = text;
    let at = this.at + 1;
    while (at < length) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) return at + 1;
      if (code === BACKSLASH) at = this.#escapeEnd(at);
      else if (code < 0x20) this.fail("an escape for this control character", at);
      else at += 1;
    }
    return this.fail("a closing double quote", length);
  }

  #escapeEnd(at: number): number {
    const { text } = this;
    if (text.charCodeAt(at + 1) !== LETTER_U) {
      const letter = text[at + 1];
      if (letter === undefined || !ESCAPES.includes(letter)) this.fail("a valid JSON escape", at + 1);
      return at + 2;
    }
    for (let digit = at + 2; digit < at + 6; digit += 1) {
      if (!isHexDigit(text.charCodeAt(digit))) this.fail("four hexadecimal digits", digit);
    }
    return at + 6;
  }

  // Native search is far faster than a loop over megabytes of string.
  #trustedStringEnd(): number {
    const quote = closingQuote(this.text, this.at + 1);
    return quote === -1 ? this.fail("a closing double quote", this.text.length) : quote + 1;
  }

  #number(): void {
    if (this.text.charCodeAt(this.at) === MINUS) this.at += 1;
    if (this.text.charCodeAt(this.at) === ZERO) this.at += 1;
    else this.#digits();
    if (this.text.charCodeAt(this.at) === DOT) {
      this.at += 1;
      this.#digits();
    }
    const exponent = this.text[this.at];
    if (exponent !== "e" && exponent !== "E") return;
    this.at += 1;
    const sign = this.text[this.at];
    if (sign === "+" || sign === "-") this.at += 1;
    this.#digits();
  }

  #digits(): void {
    const { text } = this;
    let at = this.at;
    while (at < text.length && isDigit(text.charCodeAt(at))) at += 1;
    if (at === this.at) this.fail("a digit");
    this.at = at;
  }
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function isHexDigit(code: number): boolean {
  const lower = code | 0x20;
  return isDigit(code) || (lower >= 0x61 && lower <= 0x66);
}

function found(text: string, offset: number): string {
  const code = text.codePointAt(offset);
  if (code === undefined) return "the end";
  const printable = code > 0x20 && code < 0x7f;
  return printable ? String.fromCodePoint(code) : `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}
