const FIRST_BYTES = 4096;

/** Collects bytes that arrive in pieces. */
export class ByteBuffer {
  #bytes = new Uint8Array(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Its memory usage, bytes. */
  get heldBytes(): number {
    return this.#bytes.length;
  }

  push(bytes: Uint8Array): void {
    this.#grow(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  pushByte(byte: number): void {
    this.#grow(1);
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }

  /** The bytes received so far; valid until the next change. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Clears the buffer, and releases the memory of a large piece. */
  clear(): void {
    this.#length = 0;
    this.#bytes = new Uint8Array(0);
  }

  #grow(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(FIRST_BYTES, needed, this.#bytes.length * 2));
    grown.set(this.view());
    this.#bytes = grown;
  }
}
