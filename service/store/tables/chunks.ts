import { digestOf } from "@/service/store/objects/digest";

/**
 * A table's rows are split into chunks by the digests of the rows (content-defined chunking): the same rows make the
 * same chunks however a table was created, and a change affects only the chunks around it.
 */
const FEWEST_ROWS = 64;
const MOST_ROWS = 2048;
/** One digest in 512. */
const CUT = /^A[0-7]/;

/** A run of rows that is stored under its own digest. */
export interface StoredChunk {
  digest: string;
  count: number;
  /** Ended by its last row instead of by the end of the table. */
  whole: boolean;
}

/** A run of rows to be stored. */
export interface NewChunk {
  digest: string;
  count: number;
  rows: readonly string[];
}

/** Reads the row digests of a stored chunk. */
export type ChunkReader = (digest: string) => Promise<string[]>;

/** Part of a table that is being built: a stored chunk, or row digests. */
export type Segment = StoredChunk | string[];

/** The chunks of a table, in order. Reads only those stored chunks that a change next to them affects. */
export async function chunksOf(segments: readonly Segment[], read: ChunkReader): Promise<(StoredChunk | NewChunk)[]> {
  const chunks: (StoredChunk | NewChunk)[] = [];
  let open: string[] = [];
  for (const segment of segments) {
    if (!Array.isArray(segment) && segment.whole && open.length === 0) {
      chunks.push(segment);
      continue;
    }
    for (const row of Array.isArray(segment) ? segment : await read(segment.digest)) {
      open.push(row);
      if (!isWhole(open)) continue;
      chunks.push(newChunk(open));
      open = [];
    }
  }
  if (open.length > 0) chunks.push(newChunk(open));
  return chunks;
}

/** The digest of the table that consists of these chunks. */
export function tableDigest(chunks: readonly { digest: string }[]): string {
  return digestOf(JSON.stringify(chunks.map(({ digest }) => digest)));
}

function isWhole(rows: readonly string[]): boolean {
  return rows.length >= MOST_ROWS || (rows.length >= FEWEST_ROWS && CUT.test(rows.at(-1) ?? ""));
}

function newChunk(rows: readonly string[]): NewChunk {
  return { digest: digestOf(JSON.stringify(rows)), count: rows.length, rows };
}
