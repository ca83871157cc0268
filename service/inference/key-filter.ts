const EMPTY = Buffer.alloc(0);
const REPLACEMENT = "[key]";
/** A shorter key, such as `none` or `ollama`, is not secret, and may occur in an answer. */
const SECRET_CHARS = 16;

/** Removes a server's key from an answer that repeats it, even if chunks split it; everything else is unchanged. */
export class KeyFilter {
  /** Plain ASCII, as the configuration has it: Latin-1 keeps all other bytes. */
  readonly #key: string;
  readonly #bytes: Buffer;
  #held: Buffer = EMPTY;

  private constructor(key: string) {
    this.#key = key;
    this.#bytes = Buffer.from(key, "latin1");
  }

  /** The filter of one answer; undefined if there is no secret. */
  static of(key: string | undefined): KeyFilter | undefined {
    return key === undefined || key.length < SECRET_CHARS ? undefined : new KeyFilter(key);
  }

  /** The bytes that can be forwarded: all except an end that may be the start of the key. */
  push(chunk: Buffer): Buffer {
    const available = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    const bytes = available.includes(this.#bytes) ? this.#without(available) : available;
    const cut = this.#partialKeyIn(bytes);
    this.#held = bytes.subarray(cut);
    return bytes.subarray(0, cut);
  }

  /** The bytes that were held back, once the answer has ended. */
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
