import { counted, formatCount } from "@/lib/format/number";
import type { ReadRow } from "@/lib/table/read-json";

/**
 * Maximum number of rows, and of their characters, in one request: with at most three bytes each, well below the
 * largest body.
 */
const PART_ROWS = 50_000;
const PART_CHARS = 8_000_000;
/** The largest row that fits into a request. */
export const ROW_CHARS = 9_000_000;

/** Groups rows into requests; lines that could not be read are left out. */
export async function* partsOf(pieces: AsyncIterable<readonly ReadRow[]>): AsyncGenerator<string[]> {
  let part: string[] = [];
  let chars = 0;
  for await (const rows of pieces)
    for (const row of rows) {
      if ("message" in row) continue;
      if (row.json.length > ROW_CHARS)
        throw new Error(
          `The row on line ${row.line} has ${counted(row.json.length, "character")}; the limit is ${formatCount(ROW_CHARS)}. Shorten it or leave it out.`,
        );
      if (part.length > 0 && (part.length >= PART_ROWS || chars + row.json.length > PART_CHARS)) {
        yield part;
        part = [];
        chars = 0;
      }
      part.push(row.json);
      chars += row.json.length;
    }
  if (part.length > 0) yield part;
}
