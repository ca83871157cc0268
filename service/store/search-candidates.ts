import type { CallsQuery } from "@/lib/contract/calls";
import type { Connection } from "./database";
import { requiredNumber, requiredText } from "./row";
import { type GramRange, LONG_GRAM } from "./search-grams";
import { PAGE_COLUMNS, readPage } from "./search-pages";
import { PageReader, type Places } from "./search-postings";
import { BLOCK_CALLS, LAST_LEVEL, pageShift } from "./search-segment";
import { type Terms, gramsOf, termsOf } from "./search-terms";

/** More than this many are not worth naming: then what is looked for is mostly near. */
const MOST_CANDIDATES = 20_000;
// A merge between two statements takes away what the second looks for.
const ATTEMPTS = 3;

/** A segment as a search sees it: the pages it asked for, by their numbers. */
interface Segment {
  id: string;
  level: number;
  calls: number;
  pages: ReadonlyMap<number, Buffer>;
}

/**
 * The ids of the calls that a query may choose by what their text holds, none of which is missing; undefined when that
 * narrows nothing down, or there are too many.
 */
export async function findCandidates(
  connection: Connection,
  { project_id, query, filter }: Pick<CallsQuery, "project_id" | "query" | "filter">,
): Promise<string[] | undefined> {
  const terms = query && termsOf(query.$expr);
  if (!terms || filter?.call_ids || filter?.trace_ids) return undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    // What waits is read first: it goes from there into a segment, never back.
    const waiting = await connection.query(WAITING, [project_id, MOST_CANDIDATES + 1]);
    if (waiting.length > MOST_CANDIDATES) return undefined;
    const segments = await readSegments(connection, project_id, terms);
    // Few calls are as soon looked through.
    if (segments.length === 0) return undefined;
    const found = segments.map((segment) => ({ segment, places: placesIn(segment, terms) }));
    const count = found.reduce((sum, { places }) => sum + places.length, 0);
    if (count > MOST_CANDIDATES) return undefined;
    const indexed = await connection.query(READ_IDS, [
      project_id,
      found.flatMap(({ segment, places }) => Array.from(places, () => segment.id)),
      found.flatMap(({ places }) => Array.from(places, (place) => Math.floor(place / BLOCK_CALLS))),
      found.flatMap(({ places }) => Array.from(places, (place) => (place % BLOCK_CALLS) + 1)),
    ]);
    if (indexed.length < count) continue;
    return [...new Set([...waiting, ...indexed].map((row) => requiredText(row, "id")))];
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
  return either(placesOf(segment, terms), placesOfGrams(segment, [LONG_GRAM, LONG_GRAM]));
}

function placesOf(segment: Segment, terms: Terms): Places {
  if ("any" in terms) return terms.any.map((one) => placesOf(segment, one)).reduce(either);
  const each =
    "all" in terms
      ? terms.all.map((one) => placesOf(segment, one))
      : terms.grams.map((range) => placesOfGrams(segment, range));
  // The fewest first, so that the least is compared.
  return each.toSorted((a, b) => a.length - b.length).reduce(both);
}

/** The calls with any of the grams, which are all in one page. */
function placesOfGrams({ level, calls, pages }: Segment, [from, to]: GramRange): Places {
  const shift = pageShift(level);
  const rest = (1 << shift) - 1;
  const content = pages.get(from >>> shift);
  if (!content) return NONE;
  const reader = new PageReader(content);
  let found: Places = NONE;
  while (reader.next() && reader.gram <= (to & rest)) {
    if (reader.gram < (from & rest)) continue;
    const places = new Uint32Array(calls);
    const some = places.subarray(0, reader.read(places, 0, calls));
    found = found.length === 0 ? some : either(found, some);
  }
  return found;
}

const NONE: Places = new Uint32Array(0);

function both(a: Places, b: Places): Places {
  const common = new Uint32Array(Math.min(a.length, b.length));
  let count = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [left = 0, right = 0] = [a[i], b[j]];
    if (left === right) common[count++] = left;
    if (left <= right) i += 1;
    if (right <= left) j += 1;
  }
  return common.subarray(0, count);
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

// Page by page, which "offset 0" holds it to: a planner that knows little of the table would read all of it.
const READ_PAGES = {
  name: "search_candidates_pages",
  text: `
  select s.segment as id, s.level, s.calls, page.*
  from search_segments s
  cross join lateral (
    select distinct gram >> (array[${SHIFTS.join(", ")}])[s.level + 1] as page from unnest($2::int[]) as wanted (gram)
  ) wanted
  left join lateral (
    select ${PAGE_COLUMNS} from search_pages p
    where p.project_id = $1 and p.segment = s.segment and p.page = wanted.page offset 0) page on true
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
