import { Sha256 } from "./sha256";

/** Bytes that are put together into one part of a file. */
const PART_BYTES = 1 << 20;

/** A file that is written piece by piece: few large parts, and the digest of them all. */
export class FileParts {
  readonly #encoder = new TextEncoder();
  readonly #hash = new Sha256();
  readonly #parts: Blob[] = [];
  #pending: Uint8Array<ArrayBuffer>[] = [];
  #pendingBytes = 0;
  #bytes = 0;

  add(piece: string | Uint8Array<ArrayBuffer>): void {
    const bytes = typeof piece === "string" ? this.#encoder.encode(piece) : piece;
    this.#hash.add(bytes);
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    this.#bytes += bytes.length;
    // A blob may be kept on disk, an array can't.
    if (this.#pendingBytes >= PART_BYTES) this.#flush();
  }

  /** What has been written so far, bytes. */
  get size(): number {
    return this.#bytes;
  }

  /** Nothing may be added after it. */
  end(): { bytes: number; sha256: string } {
    this.#flush();
    return { bytes: this.#bytes, sha256: this.#hash.hex() };
  }

  get blob(): Blob {
    return new Blob(this.#parts);
  }

  #flush(): void {
    if (this.#pending.length > 0) this.#parts.push(new Blob(this.#pending));
    this.#pending = [];
    this.#pendingBytes = 0;
  }
}
