import { readLines } from "@/lib/client/json-lines";
import { JsonText, writeJsonLine } from "@/lib/json/text";
import type { TableRow } from "@/lib/contract/tables";
import { CsvColumns } from "@/lib/table/export-text";

export type ExportFormat = "jsonl" | "csv";

/** Rows read at a time, and characters kept in memory before the browser may store them on disk. */
const PART_ROWS = 1_000;
const PIECE_CHARS = 4_000_000;

interface ExportOptions {
  count: number;
  format: ExportFormat;
  /** Rows of the view from a position on. */
  read: (offset: number, limit: number) => Promise<readonly TableRow[]>;
  /** Called with the completed share. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** All rows of a view as a file. Throws instead of returning only a part. */
export async function exportRows({ count, format, read, onProgress, signal }: ExportOptions): Promise<Blob> {
  const lines = new Pieces();
  const columns = new CsvColumns();
  let written = 0;
  while (written < count) {
    const rows = await read(written, PART_ROWS);
    signal.throwIfAborted();
    if (rows.length === 0) throw new Error(`The table has ${count} rows, but only ${written} were received.`);
    for (const { val } of rows) {
      lines.add(writeJsonLine(val));
      if (format === "csv") columns.add(val);
    }
    written += rows.length;
    onProgress(written / count);
  }
  const json = lines.blob("application/jsonl");
  if (format === "jsonl") return json;
  // Only now are all columns known.
  const table = new Pieces();
  table.add(columns.header());
  for await (const line of readLines(json.stream(), signal)) table.add(columns.line(new JsonText(line.trim())));
  return table.blob("text/csv");
}

/** Splits a long text into pieces. */
class Pieces {
  readonly #blobs: Blob[] = [];
  #open: string[] = [];
  #chars = 0;

  add(text: string): void {
    this.#open.push(text);
    this.#chars += text.length;
    if (this.#chars >= PIECE_CHARS) this.#close();
  }

  blob(type: string): Blob {
    this.#close();
    return new Blob(this.#blobs, { type });
  }

  #close(): void {
    this.#blobs.push(new Blob(this.#open));
    this.#open = [];
    this.#chars = 0;
  }
}
