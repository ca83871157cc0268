const EMPTY = Buffer.alloc(0);
const INSTEAD = "[key]";
/** A shorter one, as `none` or `ollama`, is no secret but a word that an answer may have. */
const SECRET_CHARS = 16;

/** Takes a server's key out of an answer that repeats it, also where chunks cut it in two; all else stays as it is. */
export class KeyFilter {
  /** Plain ASCII, as the configuration has it: Latin-1 keeps all other bytes. */
  readonly #key: string;
  readonly #bytes: Buffer;
  #held: Buffer = EMPTY;

  private constructor(key: string) {
    this.#key = key;
    this.#bytes = Buffer.from(key, "latin1");
  }

  /** The filter of one answer; undefined where there is no secret. */
  static of(key: string | undefined): KeyFilter | undefined {
    return key === undefined || key.length < SECRET_CHARS ? undefined : new KeyFilter(key);
  }

  /** What may go on: all but an end that may be the beginning of the key. */
  push(chunk: Buffer): Buffer {
    const joined = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    const bytes = joined.includes(this.#bytes) ? this.#without(joined) : joined;
    const cut = this.#beginningIn(bytes);
    this.#held = bytes.subarray(cut);
    return bytes.subarray(0, cut);
  }

  /** What was held back, once nothing more comes. */
  rest(): Buffer {
    return this.#held;
  }

  #without(bytes: Buffer): Buffer {
    return Buffer.from(bytes.toString("latin1").replaceAll(this.#key, INSTEAD), "latin1");
  }

  /** Where the key begins that the bytes end in the middle of; behind them when they do not. */
  #beginningIn(bytes: Buffer): number {
    for (let at = Math.max(bytes.length - this.#bytes.length + 1, 0); at < bytes.length; at += 1)
      if (bytes[at] === this.#bytes[0] && this.#bytes.subarray(0, bytes.length - at).equals(bytes.subarray(at)))
        return at;
    return bytes.length;
  }
}
