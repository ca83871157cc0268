import { randomUUID } from "node:crypto";
import type { Connection } from "@/service/store/connections/database";
import { requiredNumber, requiredText } from "@/service/store/sql/row";
import { PAGE_COLUMNS, type StoredPage, insertPages, readPage } from "./pages";
import { PageReader, PageWriter } from "./postings";
import { GRAM_BITS } from "./grams";
import { BLOCK_CALLS, LAST_LEVEL, MERGED_SEGMENTS, type Page, pageShift } from "./segment";

const PAGES_AT_A_TIME = 8;

/** A segment to be merged, and the new position of its first call. */
interface Source {
  segment: string;
  calls: number;
  base: number;
}

/**
 * Merges the oldest segments of a level into one if there are enough, so that a search reads few segments however many
 * calls there are.
 */
export async function mergeSegments(connection: Connection, projectId: string): Promise<void> {
  for (let level = 0; level < LAST_LEVEL; level += 1) {
    const rows = await connection.query(CHOOSE, [projectId, level, MERGED_SEGMENTS]);
    if (rows.length < MERGED_SEGMENTS) continue;
    let base = 0;
    const sources = rows.map((row): Source => {
      const source = { segment: requiredText(row, "segment"), calls: requiredNumber(row, "calls"), base };
      base += Math.ceil(source.calls / BLOCK_CALLS) * BLOCK_CALLS;
      return source;
    });
    await merge(connection, projectId, level, sources, base);
  }
}

async function merge(connection: Connection, projectId: string, level: number, sources: Source[], calls: number) {
  const merged = randomUUID();
  const segments = sources.map(({ segment }) => segment);
  const firstBlocks = sources.map(({ base }) => base / BLOCK_CALLS);
  await connection.query(INSERT_MERGED, [projectId, merged, level + 1, calls, segments]);
  await connection.query(MOVE_IDS, [projectId, merged, segments, firstBlocks]);
  const merger = new Merger(level, sources, calls);
  const pages = 2 ** (GRAM_BITS - pageShift(level));
  for (let from = 0; from < pages; from += PAGES_AT_A_TIME) {
    const rows = await connection.query(READ_PAGES, [projectId, segments, from, from + PAGES_AT_A_TIME]);
    await insertPages(connection, projectId, merged, merger.merge(rows.map(readPage)));
  }
  for (const table of ["search_pages", "search_ids", "search_segments"])
    await connection.query(`delete from ${table} where project_id = $1 and segment = any($2::uuid[])`, [
      projectId,
      segments,
    ]);
}

class Merger {
  readonly #level: number;
  readonly #sources: ReadonlyMap<string, Source>;
  readonly #calls: number;
  readonly #places: Uint32Array;
  readonly #writer = new PageWriter();

  constructor(level: number, sources: readonly Source[], calls: number) {
    this.#level = level;
    this.#sources = new Map(sources.map((source) => [source.segment, source]));
    this.#calls = calls;
    this.#places = new Uint32Array(calls);
  }

  /** The merged pages; the stored ones are read page by page. */
  *merge(stored: readonly StoredPage[]): Generator<Page> {
    for (let from = 0; from < stored.length;) {
      const page = stored[from]?.page ?? 0;
      const next = stored.findIndex((other, place) => place > from && other.page !== page);
      const to = next === -1 ? stored.length : next;
      yield* this.#split(page, stored.slice(from, to));
      from = to;
    }
  }

  /** One page of each source, cut into those of the next level. */
  *#split(page: number, stored: readonly StoredPage[]): Generator<Page> {
    const shift = pageShift(this.#level + 1);
    let readers = stored
      .map(({ segment, content }) => ({ reader: new PageReader(content), source: this.#sourceOf(segment) }))
      .filter(({ reader }) => reader.next())
      .toSorted((a, b) => a.source.base - b.source.base);
    let part = 0;
    while (readers.length > 0) {
      const gram = Math.min(...readers.map(({ reader }) => reader.gram));
      if (gram >>> shift !== part && !this.#writer.isEmpty) yield this.#take(page, part);
      part = gram >>> shift;
      let count = 0;
      for (const { reader, source } of readers)
        if (reader.gram === gram) count = reader.read(this.#places, count, source.calls, source.base);
      this.#writer.add(gram & ((1 << shift) - 1), this.#places.subarray(0, count), this.#calls);
      readers = readers.filter(({ reader }) => reader.gram !== gram || reader.next());
    }
    if (!this.#writer.isEmpty) yield this.#take(page, part);
  }

  #sourceOf(segment: string): Source {
    const source = this.#sources.get(segment);
    if (!source) throw new Error("a page of a segment that is not merged");
    return source;
  }

  #take(page: number, part: number): Page {
    return { page: page * MERGED_SEGMENTS + part, content: this.#writer.take() };
  }
}

const CHOOSE = {
  name: "search_choose_segments",
  text: `
  select segment, calls from search_segments s where s.project_id = $1 and level = $2
  order by created_at, segment limit $3 for update skip locked`,
};

const INSERT_MERGED = {
  name: "search_insert_merged",
  text: `
  insert into search_segments (project_id, segment, level, calls, last_start)
  select $1::text, $2::uuid, $3::int, $4::int, max(s.last_start) from search_segments s
  where s.project_id = $1 and s.segment = any($5::uuid[])`,
};

const MOVE_IDS = {
  name: "search_move_ids",
  text: `
  insert into search_ids (project_id, segment, block, ids)
  select i.project_id, $2::uuid, i.block + source.first_block, i.ids
  from unnest($3::uuid[], $4::int[]) as source (segment, first_block)
  join search_ids i on i.project_id = $1 and i.segment = source.segment`,
};

const READ_PAGES = {
  name: "search_read_pages",
  text: `
  select ${PAGE_COLUMNS} from search_pages p
  where p.project_id = $1 and p.segment = any($2::uuid[]) and p.page >= $3 and p.page < $4 order by p.page`,
};
