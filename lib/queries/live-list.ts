import {
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  queryOptions,
  type UseInfiniteQueryOptions,
  type UseQueryOptions,
} from "@tanstack/react-query";
import type { ListPage, ListShape } from "@/lib/live/list-pages";
import { nextPoll, type Poll, polledAt } from "@/lib/live/poll";
import { pacedInterval, stopwatch, WATERMARK_MS } from "./polling";

/** The head of a list as last read. */
export interface LiveHead<Row> extends Poll {
  /** The first page in its current state. */
  head: Row[];
  /** Rows further down, in their current state. */
  below: Row[];
  /** Which reading of the list it belongs to: `readAt` of its first page; undefined if there was none yet. */
  listReadAt: number | undefined;
  /** Duration of the reading, milliseconds. */
  tookMs: number;
}

/** A live list: its pages, its head, and how its rows are identified and paged. */
export interface LiveList<Row, Page extends ListPage<Row>, Param, Key extends QueryKey> extends ListShape<Row, Page> {
  list: UseInfiniteQueryOptions<Page, Error, InfiniteData<Page>, Key, Param>;
  live: UseQueryOptions<LiveHead<Row>, Error, LiveHead<Row>, QueryKey>;
}

interface HeadSource<Row, Page> {
  queryKey: QueryKey;
  /** Changes whenever the list may have changed. */
  readMark: (signal: AbortSignal) => Promise<string | null>;
  /** The pages of the list in the cache. */
  pagesIn: (cache: QueryClient) => readonly Page[] | undefined;
  readHead: (pages: readonly Page[], signal: AbortSignal) => Promise<{ head: Row[]; below?: Row[] }>;
  /** Minimum interval between two checks, milliseconds. */
  leastMs?: number;
}

/**
 * The head of a list, read again when its watermark has changed or the list itself has been read again; polled while
 * the page is visible, less often while it fails.
 */
export function liveHead<Row, Page extends ListPage<Row>>(source: HeadSource<Row, Page>) {
  const { readMark, pagesIn, readHead, leastMs = WATERMARK_MS } = source;
  return queryOptions({
    queryKey: source.queryKey,
    queryFn: async ({ signal, client: cache, queryKey }): Promise<LiveHead<Row>> => {
      const previous = cache.getQueryData<LiveHead<Row>>(queryKey) ?? headOf(pagesIn(cache));
      const { isDue, ...poll } = nextPoll(previous, await readMark(signal));
      const pages = pagesIn(cache) ?? [];
      const listReadAt = pages[0]?.readAt;
      if (previous && !isDue && previous.listReadAt === listReadAt) return { ...previous, ...poll };
      const tookMs = stopwatch();
      const { head, below = [] } = await readHead(pages, signal);
      return { ...poll, head, below, listReadAt, tookMs: tookMs() };
    },
    refetchInterval: (query) => {
      const interval = pacedInterval(query);
      return interval && Math.max(interval, leastMs);
    },
    // The interval keeps it fresh; a remount continues from the cached data.
    staleTime: WATERMARK_MS,
  });
}

/** The head of a list whose first page was read together with its watermark. */
function headOf<Row>(pages: readonly ListPage<Row>[] = []): LiveHead<Row> | undefined {
  const [first] = pages;
  if (first?.latest === undefined) return undefined;
  const { latest, rows, readAt } = first;
  return { ...polledAt(readAt, latest), head: rows, below: [], listReadAt: readAt, tookMs: 0 };
}

/** Removes rows from every list under a key, and from the heads of these lists, which would show them again. */
export async function removeRows<Row>(
  cache: QueryClient,
  keys: { list: QueryKey; live: QueryKey },
  isRemoved: (row: Row) => boolean,
): Promise<void> {
  const [list, live] = [{ queryKey: keys.list }, { queryKey: keys.live }];
  // An earlier reading would show them again too.
  await Promise.all([cache.cancelQueries(list), cache.cancelQueries(live)]);
  const kept = (rows: readonly Row[]) => rows.filter((row) => !isRemoved(row));
  cache.setQueriesData<InfiniteData<ListPage<Row>>>(
    list,
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, rows: kept(page.rows) })) },
  );
  cache.setQueriesData<LiveHead<Row>>(live, (data) => data && { ...data, head: kept(data.head) });
}
