import { invalidField } from "@/lib/contract/validate";
import type { ChunkReader, Segment, StoredChunk } from "./chunks";

/** A table being changed: stored chunks are read only if a change falls into them. */
export class TableDraft {
  readonly segments: Segment[];
  readonly #read: ChunkReader;
  #count: number;

  constructor(chunks: readonly StoredChunk[], read: ChunkReader) {
    this.segments = [...chunks];
    this.#read = read;
    this.#count = chunks.reduce((sum, { count }) => sum + count, 0);
  }

  append(row: string): void {
    const last = this.segments.at(-1);
    if (Array.isArray(last)) last.push(row);
    else this.segments.push([row]);
    this.#count += 1;
  }

  /** Inserts a row before the one at `index`. Throws `invalid` with `path` for an index beyond the end. */
  async insert(index: number, row: string, path: string): Promise<void> {
    if (index === this.#count) return this.append(row);
    const { rows, at } = await this.#locate(index, path);
    rows.splice(at, 0, row);
    this.#count += 1;
  }

  /** Removes the row at `index` and returns it. Throws `invalid` with `path` if there is none. */
  async pop(index: number, path: string): Promise<string> {
    const { rows, at } = await this.#locate(index, path);
    this.#count -= 1;
    return rows.splice(at, 1).join("");
  }

  async #locate(index: number, path: string): Promise<{ rows: string[]; at: number }> {
    let at = index;
    for (const [place, segment] of this.segments.entries()) {
      const count = Array.isArray(segment) ? segment.length : segment.count;
      if (at < count) {
        const rows = Array.isArray(segment) ? segment : await this.#read(segment.digest);
        this.segments[place] = rows;
        return { rows, at };
      }
      at -= count;
    }
    const message = `is out of range: the table has ${this.#count} rows at this step`;
    throw invalidField(path, message);
  }
}
