import type { Writable } from "node:stream";
import { writeJsonLine } from "@/lib/json/text";
import { EXIT, Stopped } from "../exit-status";
import { type Paint, paintFor } from "./paint";
import { safeJson, safeText } from "./safe-text";
import { type Column, TableText } from "./table-text";

type Stream = Writable & { isTTY?: boolean | undefined; columns?: number | undefined };

interface OutputOptions {
  environment: Readonly<Record<string, string | undefined>>;
  /** Called when nobody reads the stream any more. */
  onClosed: (reason: Stopped) => void;
}

/** Standard output or error. Whatever is written waits until the reader has taken what was written before. */
export class Output {
  readonly paint: Paint;
  readonly isTerminal: boolean;
  readonly #stream: Stream;
  #closed: Stopped | undefined;

  constructor(stream: Stream, { environment, onClosed }: OutputOptions) {
    this.#stream = stream;
    this.isTerminal = stream.isTTY === true;
    this.paint = paintFor(stream, environment);
    stream.on("error", (error: NodeJS.ErrnoException) => {
      // The reader has what it wants, as `head` has.
      this.#closed = new Stopped(error.code === "EPIPE" ? EXIT.done : EXIT.failed);
      onClosed(this.#closed);
    });
  }

  /** The columns of the terminal; undefined where lines may have any length. */
  get width(): number | undefined {
    return this.isTerminal ? (this.#stream.columns ?? undefined) : undefined;
  }

  /** A line of our own, which may have colors. */
  line(text = ""): Promise<void> {
    return this.raw(`${text}\n`);
  }

  /** Text of others, in any number of lines. */
  text(text: string): Promise<void> {
    return this.line(safeText(text));
  }

  /** A value as a line of JSON; to a terminal with characters that it could obey escaped. */
  json(value: unknown): Promise<void> {
    return this.data(writeJsonLine(value), true);
  }

  /** A part of a file: exact, except to a terminal. */
  data(text: string, isJson: boolean): Promise<void> {
    if (!this.isTerminal) return this.raw(text);
    return this.raw(isJson ? safeJson(text) : safeText(text));
  }

  async table(columns: readonly Column[], rows: readonly (readonly string[])[], hasHeader = true): Promise<void> {
    await this.growingTable(hasHeader)(columns, rows);
  }

  /** A table that is written row by row, as they come. */
  growingTable(hasHeader = true): (columns: readonly Column[], rows: readonly (readonly string[])[]) => Promise<void> {
    const table = new TableText({ width: this.width, paint: this.paint, hasHeader });
    return async (columns, rows) => {
      for (const line of table.lines(columns, rows)) await this.line(line);
    };
  }

  raw(text: string): Promise<void> {
    if (this.#closed) return Promise.reject(this.#closed);
    return new Promise((resolve, reject) => {
      this.#stream.write(text, (error) => (error ? reject(this.#closed ?? new Stopped(EXIT.done)) : resolve()));
    });
  }
}
