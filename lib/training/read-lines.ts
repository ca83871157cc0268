import { TRAINING_BYTES } from "@/lib/contract/limits";

const PIECE_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;

/** A line of a file: its text, or why it cannot be read. */
export type Line = { number: number; start: number } & ({ text: string } | { message: string });

/**
 * The lines of a file that are not blank, piece by piece, with the number of bytes read so far. Holds at most one line.
 */
export async function* readLines(file: Blob): AsyncGenerator<{ lines: Line[]; read: number }> {
  const splitter = new LineSplitter();
  for (let from = 0; from < file.size; from += PIECE_BYTES) {
    const bytes = new Uint8Array(await file.slice(from, from + PIECE_BYTES).arrayBuffer());
    yield { lines: splitter.push(bytes), read: from + bytes.length };
  }
  yield { lines: splitter.end(), read: file.size };
}

class LineSplitter {
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #number = 1;
  #start = 0;
  #bytes = 0;
  /** Pieces of a line that has not ended yet. */
  #pieces: Uint8Array[] = [];

  push(bytes: Uint8Array): Line[] {
    const lines: Line[] = [];
    let from = 0;
    for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, from)) {
      this.#add(bytes.subarray(from, end));
      lines.push(...this.#take(1));
      from = end + 1;
    }
    this.#add(bytes.subarray(from));
    return lines;
  }

  end(): Line[] {
    return this.#take(0);
  }

  #add(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    if (this.#bytes <= TRAINING_BYTES) this.#pieces.push(bytes);
    else this.#pieces = [];
  }

  #take(lineFeed: number): Line[] {
    const line = { number: this.#number, start: this.#start };
    const [pieces, bytes] = [this.#pieces, this.#bytes];
    this.#number += 1;
    this.#start += bytes + lineFeed;
    this.#pieces = [];
    this.#bytes = 0;
    if (bytes > TRAINING_BYTES) return [{ ...line, message: "is longer than the limit for a training job" }];
    try {
      const text = this.#decoder.decode(concatBytes(pieces, bytes));
      return text.trim() === "" ? [] : [{ ...line, text }];
    } catch (error) {
      if (error instanceof TypeError) return [{ ...line, message: "not UTF-8; save the file as UTF-8" }];
      throw error;
    }
  }
}

function concatBytes(pieces: readonly Uint8Array[], bytes: number): Uint8Array {
  const [only, ...more] = pieces;
  if (only && more.length === 0) return only;
  const all = new Uint8Array(bytes);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
