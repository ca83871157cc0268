import type { CallsQuery } from "@/lib/contract/calls";
import type { Expression } from "@/lib/contract/expression";
import type { Connection } from "@/service/store/connections/database";
import { borrowersOf } from "@/service/store/calls/borrowed";
import { requiredNumber, requiredText } from "@/service/store/sql/row";
import { type GramRange, LONG_GRAM } from "./grams";
import { PAGE_COLUMNS, readPage } from "./pages";
import { PageReader, type Places } from "./postings";
import { BLOCK_CALLS, LAST_LEVEL, pageShift } from "./segment";
import { type Terms, gramsOf, relatedIn, termsOf } from "./terms";

/** With more candidates than this, reading all calls takes no longer. */
const MOST_CANDIDATES = 50_000;
// A merge between two statements can remove the segment that the second one reads.
const ATTEMPTS = 3;

type Searched = Pick<CallsQuery, "project_id" | "query" | "filter">;

/** The calls that can match a query by their text: a superset of those that do. */
export interface Candidates {
  /** Their approximate number, and the number of all calls. */
  count: number;
  of: number;
  /** Undefined if the index changes too often to be read. */
  ids(): Promise<string[] | undefined>;
}

/** Looks a query up in the text index; undefined if that excludes no calls, or leaves too many. */
export async function searchIndex(
  connection: Connection,
  { project_id, query, filter }: Searched,
): Promise<Candidates | undefined> {
  const terms = query && termsOf(query.$expr);
  if (!terms || filter?.call_ids || filter?.trace_ids) return undefined;
  const found = await lookUp(connection, project_id, terms);
  if (!found) return undefined;
  const { count, indexed, waiting } = found;
  const of = indexed.reduce((sum, { segment }) => sum + segment.calls, waiting.length);
  return { count, of, ids: () => readIds(connection, project_id, terms, found) };
}

/** The conditions of a query's relations that text limits, each with calls that include all that meet it. */
export type RelatedIds = ReadonlyMap<Expression, readonly string[]>;

/** Calls that include all that a query selects, and all that its relations look for. */
export interface FoundCalls {
  /** Undefined if the index does not limit them. */
  ids: readonly string[] | undefined;
  related: RelatedIds;
}

/** Looks a query and the conditions of its relations up in the text index. */
export async function findCandidates(connection: Connection, query: Searched): Promise<FoundCalls> {
  const candidates = await searchIndex(connection, query);
  return { ids: await candidates?.ids(), related: await findRelated(connection, query) };
}

/** The calls that can meet the conditions of a query's relations by their text, for those that the index limits. */
export async function findRelated(connection: Connection, { project_id, query }: Searched): Promise<RelatedIds> {
  const related = new Map<Expression, readonly string[]>();
  for (const condition of query ? relatedIn(query.$expr) : []) {
    const terms = termsOf(condition);
    const found = terms && (await lookUp(connection, project_id, terms));
    const ids = found && (await readIds(connection, project_id, terms, found));
    if (ids) related.set(condition, ids);
  }
  return related;
}

/** A segment during a search: the pages that were read, by their numbers. */
interface Segment {
  id: string;
  level: number;
  calls: number;
  pages: ReadonlyMap<number, Buffer>;
}

interface Found {
  waiting: string[];
  indexed: { segment: Segment; places: Places }[];
  count: number;
}

async function lookUp(connection: Connection, projectId: string, terms: Terms): Promise<Found | undefined> {
  // The queue is read first: calls move from there into a segment, never back.
  const waiting = await connection.query(WAITING, [projectId, MOST_CANDIDATES + 1]);
  if (waiting.length > MOST_CANDIDATES) return undefined;
  const segments = await readSegments(connection, projectId, terms);
  // Reading a few calls is as fast without the index.
  if (segments.length === 0) return undefined;
  const indexed = segments.map((segment) => ({ segment, places: placesIn(segment, terms) }));
  const count = indexed.reduce((sum, { places }) => sum + places.length, waiting.length);
  if (count > MOST_CANDIDATES) return undefined;
  return { waiting: waiting.map((row) => requiredText(row, "id")), indexed, count };
}

async function readIds(connection: Connection, projectId: string, terms: Terms, first: Found) {
  let found: Found | undefined = first;
  for (let attempt = 0; found && attempt < ATTEMPTS; attempt += 1) {
    const { waiting, indexed, count } = found;
    const rows = await connection.query(READ_IDS, [
      projectId,
      indexed.flatMap(({ segment, places }) => Array.from(places, () => segment.id)),
      indexed.flatMap(({ places }) => Array.from(places, (place) => Math.floor(place / BLOCK_CALLS))),
      indexed.flatMap(({ places }) => Array.from(places, (place) => (place % BLOCK_CALLS) + 1)),
    ]);
    if (rows.length === count - waiting.length) {
      const ids = [...waiting, ...rows.map((row) => requiredText(row, "id"))];
      return [...new Set([...ids, ...(await borrowersOf(connection, projectId, ids))])];
    }
    found = await lookUp(connection, projectId, terms);
  }
  return undefined;
}

async function readSegments(connection: Connection, projectId: string, terms: Terms): Promise<Segment[]> {
  const grams = [LONG_GRAM, ...gramsOf(terms).map(([from]) => from)];
  const rows = await connection.query(READ_PAGES, [projectId, [...new Set(grams)]]);
  const segments = new Map<string, Segment & { pages: Map<number, Buffer> }>();
  for (const row of rows) {
    const id = requiredText(row, "id");
    const segment = segments.get(id) ?? {
      id,
      level: requiredNumber(row, "level"),
      calls: requiredNumber(row, "calls"),
      pages: new Map(),
    };
    segments.set(id, segment);
    if (row.content === null) continue;
    const { page, content } = readPage(row);
    segment.pages.set(page, content);
  }
  return [...segments.values()];
}

function placesIn(segment: Segment, terms: Terms): Places {
  return either(placesOf(segment, terms), new GramEntry(segment, [LONG_GRAM, LONG_GRAM]).places());
}

function placesOf(segment: Segment, terms: Terms): Places {
  if ("any" in terms) return terms.any.map((one) => placesOf(segment, one)).reduce(either);
  if ("all" in terms) return terms.all.map((one) => placesOf(segment, one)).reduce(both);
  const entries = terms.grams.map((range) => new GramEntry(segment, range));
  // The rarest first, so that intersections are small, and often soon empty.
  const [rarest, ...others] = entries.toSorted((a, b) => a.guess - b.guess);
  let places = rarest?.places() ?? NONE;
  for (const other of others) {
    if (places.length === 0) break;
    places = other.keep(places);
  }
  return places;
}

/** The calls of a segment with a gram, or with any of a range, which are all in one page. */
class GramEntry {
  readonly guess: number;
  readonly #calls: number;
  /** The entry of the gram, if it is not a range. */
  readonly #reader: PageReader | undefined;
  readonly #inRange: Places;

  constructor({ level, calls, pages }: Segment, [from, to]: GramRange) {
    const shift = pageShift(level);
    const rest = (1 << shift) - 1;
    const content = pages.get(from >>> shift);
    const reader = content && readerAt(content, from & rest);
    this.#calls = calls;
    this.#reader = from === to && reader?.gram === (from & rest) ? reader : undefined;
    this.#inRange = from === to || !reader ? NONE : placesUpTo(reader, to & rest, calls);
    this.guess = this.#reader?.guess(calls) ?? this.#inRange.length;
  }

  places(): Places {
    if (!this.#reader) return this.#inRange;
    const places = new Uint32Array(this.#calls);
    return places.subarray(0, this.#reader.read(places, 0, this.#calls));
  }

  keep(places: Places): Places {
    return this.#reader ? this.#reader.keep(places) : both(places, this.#inRange);
  }
}

/** A reader at the first entry of a page that is not before a gram; undefined if there is none. */
function readerAt(content: Buffer, gram: number): PageReader | undefined {
  const reader = new PageReader(content);
  while (reader.next()) if (reader.gram >= gram) return reader;
  return undefined;
}

function placesUpTo(reader: PageReader, gram: number, calls: number): Places {
  let found: Places = NONE;
  for (let isThere = true; isThere && reader.gram <= gram; isThere = reader.next()) {
    const places = new Uint32Array(calls);
    found = either(found, places.subarray(0, reader.read(places, 0, calls)));
  }
  return found;
}

const NONE: Places = new Uint32Array(0);

function both(a: Places, b: Places): Places {
  const among = new Set(b);
  return a.filter((place) => among.has(place));
}

function either(a: Places, b: Places): Places {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  return Uint32Array.from(new Set([...a, ...b])).sort();
}

const WAITING = {
  name: "search_candidates_waiting",
  text: `
  select unnest(q.calls) as id from search_queue q where q.project_id = $1 limit $2`,
};

const SHIFTS = Array.from({ length: LAST_LEVEL + 1 }, (_, level) => pageShift(level));

// "offset 0" forces a lookup page by page: without table statistics the planner would read the whole table.
const READ_PAGES = {
  name: "search_candidates_pages",
  text: `
  select s.segment as id, s.level, s.calls, page.*
  from search_segments s
  cross join lateral (
    select distinct gram >> (array[${SHIFTS.join(", ")}])[s.level + 1] as page from unnest($2::int[]) as searched (gram)
  ) searched
  left join lateral (
    select ${PAGE_COLUMNS} from search_pages p
    where p.project_id = $1 and p.segment = s.segment and p.page = searched.page offset 0) page on true
  where s.project_id = $1`,
};

const READ_IDS = {
  name: "search_candidates_ids",
  text: `
  select block.id
  from unnest($2::uuid[], $3::int[], $4::int[]) as found (segment, block, place)
  cross join lateral (
    select i.ids[found.place] as id from search_ids i
    where i.project_id = $1 and i.segment = found.segment and i.block = found.block offset 0) block`,
};
