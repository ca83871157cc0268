import { type FileHandle, open, rename, rm } from "node:fs/promises";
import type { Output } from "./terminal/output";

const PIECE_CHARS = 1 << 16;

/** Where an export is written: a file, which appears when it is complete, or standard output. */
export interface Sink {
  write(text: string): Promise<void>;
}

/** Writes a file, or standard output for `-` or no path; a file that could not be completed is not left behind. */
export async function writeTo(
  file: string | undefined,
  { out, isJson }: { out: Output; isJson: boolean },
  fill: (sink: Sink) => Promise<void>,
): Promise<void> {
  if (file === undefined || file === "-") return fillStandardOutput(out, isJson, fill);
  const part = `${file}.${process.pid}.part`;
  const handle = await open(part, "wx");
  try {
    const sink = new PiecesSink((text) => writeAll(handle, text));
    await fill(sink);
    await sink.flush();
    await handle.close();
    await rename(part, file);
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
}

async function fillStandardOutput(out: Output, isJson: boolean, fill: (sink: Sink) => Promise<void>): Promise<void> {
  const sink = new PiecesSink((text) => out.data(text, isJson));
  await fill(sink);
  await sink.flush();
}

async function writeAll(handle: FileHandle, text: string): Promise<void> {
  await handle.writeFile(text);
}

/** Combines short texts, since each writing takes a while. */
class PiecesSink implements Sink {
  readonly #writeOut: (text: string) => Promise<void>;
  #pending: string[] = [];
  #chars = 0;

  constructor(writeOut: (text: string) => Promise<void>) {
    this.#writeOut = writeOut;
  }

  async write(text: string): Promise<void> {
    this.#pending.push(text);
    this.#chars += text.length;
    if (this.#chars >= PIECE_CHARS) await this.flush();
  }

  async flush(): Promise<void> {
    const text = this.#pending.join("");
    this.#pending = [];
    this.#chars = 0;
    if (text !== "") await this.#writeOut(text);
  }
}
