import { type WriteStream, createWriteStream, renameSync, statSync } from "node:fs";
import { finished } from "node:stream/promises";

const MAX_BYTES = 16 * 1024 * 1024;

/**
 * A log of limited size: when full it is renamed to `<file>.1`, replacing the previous one, and a new one is started.
 */
export class LogFile {
  readonly #file: string;
  #stream: WriteStream;
  #bytes: number;

  constructor(file: string) {
    this.#file = file;
    this.#bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    this.#stream = this.#open();
  }

  writeLine(line: string): void {
    if (this.#bytes > MAX_BYTES) {
      this.#stream.end();
      this.#keepOld();
      this.#stream = this.#open();
      this.#bytes = 0;
    }
    this.#bytes += Buffer.byteLength(line) + 1;
    this.#stream.write(`${line}\n`);
  }

  /** Settles when everything is written. */
  async close(): Promise<void> {
    this.#stream.end();
    await finished(this.#stream).catch(() => undefined);
  }

  #keepOld(): void {
    try {
      renameSync(this.#file, `${this.#file}.1`);
    } catch {
      // Someone has moved it away: a new one is started anyway.
    }
  }

  #open(): WriteStream {
    // A full disk must not end the processes that the log is about.
    return createWriteStream(this.#file, { flags: "a", mode: 0o600 }).on("error", () => undefined);
  }
}
