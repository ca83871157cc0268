const EMPTY = Buffer.alloc(0);
const REPLACEMENT = "[key]";
/** A shorter key, such as `none` or `ollama`, is not secret, and may occur in an answer. */
const SECRET_CHARS = 16;

/**
 * Removes a server's key and other secrets from an answer that repeats them, even if chunks split them; everything else
 * is unchanged.
 */
export class KeyFilter {
  readonly #filters: readonly TextFilter[];

  private constructor(filters: readonly TextFilter[]) {
    this.#filters = filters;
  }

  /** The filter of one answer; undefined if there is no secret. */
  static of(secrets: readonly string[]): KeyFilter | undefined {
    const long = secrets.filter(({ length }) => length >= SECRET_CHARS);
    return long.length === 0 ? undefined : new KeyFilter(long.map((secret) => new TextFilter(secret)));
  }

  /** The bytes that can be forwarded: all except an end that may be the start of a secret. */
  push(chunk: Buffer): Buffer {
    return this.#filters.reduce((bytes, filter) => filter.push(bytes), chunk);
  }

  /** The bytes that were held back, once the answer has ended. */
  remaining(): Buffer {
    return this.#filters.reduce((bytes, filter) => Buffer.concat([filter.push(bytes), filter.remaining()]), EMPTY);
  }
}

class TextFilter {
  /** Plain ASCII, as the configuration has it: Latin-1 keeps all other bytes. */
  readonly #key: string;
  readonly #bytes: Buffer;
  #held: Buffer = EMPTY;

  constructor(key: string) {
    this.#key = key;
    this.#bytes = Buffer.from(key, "latin1");
  }

  push(chunk: Buffer): Buffer {
    const available = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    const bytes = available.includes(this.#bytes) ? this.#without(available) : available;
    const cut = this.#partialKeyIn(bytes);
    this.#held = bytes.subarray(cut);
    return bytes.subarray(0, cut);
  }

  remaining(): Buffer {
    return this.#held;
  }

  #without(bytes: Buffer): Buffer {
    return Buffer.from(bytes.toString("latin1").replaceAll(this.#key, REPLACEMENT), "latin1");
  }

  /** The start of an incomplete key at the end of the bytes; their length when there is none. */
  #partialKeyIn(bytes: Buffer): number {
    for (let at = Math.max(bytes.length - this.#bytes.length + 1, 0); at < bytes.length; at += 1)
      if (bytes[at] === this.#bytes[0] && this.#bytes.subarray(0, bytes.length - at).equals(bytes.subarray(at)))
        return at;
    return bytes.length;
  }
}
