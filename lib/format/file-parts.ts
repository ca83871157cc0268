import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** Bytes that are combined into one part of a file. */
const PART_BYTES = 1 << 20;

/** A file that is written piece by piece: a few large parts, and their digest. */
export class FileParts {
  readonly #encoder = new TextEncoder();
  // The browser's own function needs all bytes at once.
  readonly #hash = sha256.create();
  readonly #parts: Blob[] = [];
  #pending: Uint8Array<ArrayBuffer>[] = [];
  #pendingBytes = 0;
  #bytes = 0;

  add(piece: string | Uint8Array<ArrayBuffer>): void {
    const bytes = typeof piece === "string" ? this.#encoder.encode(piece) : piece;
    this.#hash.update(bytes);
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    this.#bytes += bytes.length;
    // A blob may be stored on disk, an array cannot.
    if (this.#pendingBytes >= PART_BYTES) this.#flush();
  }

  /** Bytes written so far. */
  get size(): number {
    return this.#bytes;
  }

  /** Nothing can be added after this. */
  end(): { bytes: number; sha256: string } {
    this.#flush();
    return { bytes: this.#bytes, sha256: bytesToHex(this.#hash.digest()) };
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
