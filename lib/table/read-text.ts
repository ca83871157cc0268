/** An error in a file, with its line, counted from 1. */
export interface ReadProblem {
  line: number;
  message: string;
}

/**
 * The text of a file, piece by piece, with the share of the file that has been read. Throws `NotUtf8` at the first
 * invalid byte.
 */
export async function* textOf(file: Blob): AsyncGenerator<{ text: string; share: number }> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (bytes?: Uint8Array) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch (error) {
      if (error instanceof TypeError) throw new NotUtf8();
      throw error;
    }
  };
  let read = 0;
  for (let from = 0; from < file.size; from += PIECE_BYTES) {
    const bytes = new Uint8Array(await file.slice(from, from + PIECE_BYTES).arrayBuffer());
    read += bytes.byteLength;
    const text = decode(bytes);
    yield { text, share: read / file.size };
  }
  const rest = decode();
  if (rest !== "") yield { text: rest, share: 1 };
}

const PIECE_BYTES = 1024 * 1024;

/** A file in another encoding. */
class NotUtf8 extends Error {
  override readonly name = "NotUtf8";
  constructor() {
    super("The file is not UTF-8. Save it as UTF-8 and choose it again.");
  }
}
