import { FileParts } from "@/lib/format/file-parts";
import type { BodyPart } from "@/lib/training/job-body";

/** Number of bytes of a file that are read at once; pieces close to each other are taken from the same reading. */
const WINDOW_BYTES = 1 << 18;

export interface BuiltBody {
  body: Blob;
  bytes: number;
  /** Of the body, in hexadecimal. */
  sha256: string;
  /** The idempotency key by which the service recognizes this body. */
  key: string;
}

/** Builds a body from its files, a piece at a time. */
export async function buildBody(
  parts: Iterable<BodyPart>,
  files: ReadonlyMap<number, Blob>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (bytes: number) => void },
): Promise<BuiltBody> {
  const written = new FileParts();
  const reader = new WindowReader(files);
  for (const part of parts) {
    if (typeof part === "string") {
      written.add(part);
      continue;
    }
    for (let at = part.start; at < part.end;) {
      const bytes = reader.held(part.file, at, part.end) ?? (await reader.read(part.file, at, part.end));
      signal.throwIfAborted();
      written.add(bytes);
      at += bytes.length;
    }
    onProgress(written.size);
  }
  const { bytes, sha256 } = written.end();
  return { body: written.blob, bytes, sha256, key: crypto.randomUUID() };
}

/** Reads files by windows of a fixed length, and keeps the last one. */
class WindowReader {
  readonly #files: ReadonlyMap<number, Blob>;
  #file = -1;
  #start = 0;
  #bytes = new Uint8Array(new ArrayBuffer(0));

  constructor(files: ReadonlyMap<number, Blob>) {
    this.#files = files;
  }

  /** The beginning of a range that is in the window; undefined if there is none. */
  held(file: number, start: number, end: number): Uint8Array<ArrayBuffer> | undefined {
    const from = start - this.#start;
    if (file !== this.#file || from < 0 || from >= this.#bytes.length) return undefined;
    return this.#bytes.subarray(from, end - this.#start);
  }

  async read(file: number, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    const blob = this.#files.get(file);
    const bytes = await blob
      ?.slice(start, start + WINDOW_BYTES)
      .arrayBuffer()
      .catch((cause: unknown) => {
        throw new Error("A file was changed or removed after it was read. Choose it again.", { cause });
      });
    [this.#file, this.#start, this.#bytes] = [file, start, new Uint8Array(bytes ?? new ArrayBuffer(0))];
    const held = this.held(file, start, end);
    if (!held || held.length === 0) throw new Error("A file was shortened after it was read. Choose it again.");
    return held;
  }
}
