/** A page of a list that grows. */
export interface ListPage<Row> {
  rows: Row[];
  /** Whether there were rows beyond it when it was read. */
  hasMore: boolean;
  /** When the list was read (milliseconds): tells one reading of it from the next. */
  readAt: number;
  /** Why the page is incomplete; the next one then continues from its last row. */
  cutOff?: Error | undefined;
  /** For a first page: the list's watermark just before it was read, if known. */
  latest?: string | null;
}

/** The pages of a list, as in the query cache. */
export interface ListPages<Page, Param = unknown> {
  pages: Page[];
  pageParams: Param[];
}

/** How the rows of a list are identified and paged. */
export interface ListShape<Row, Page> {
  idOf: (row: Row) => string;
  /** Rows of a full page. */
  pageRows: number;
  /** A first page with other rows, to replace the whole list. */
  restart: (first: Page, rows: Row[]) => Page;
}

/** New rows at the head of the list that it does not show yet, in order. */
export function unseenRows<Row>(
  { idOf }: Pick<ListShape<Row, never>, "idOf">,
  pages: readonly ListPage<Row>[],
  head: readonly Row[],
): Row[] {
  const shown = new Set(pages.flatMap(({ rows }) => rows.map(idOf)));
  return head.filter((row) => !shown.has(idOf(row)));
}

/** Whether the new head overlaps the shown rows, so that nothing is missing in between. */
export function isAdjacent<Row>(
  shape: Pick<ListShape<Row, never>, "idOf" | "pageRows">,
  pages: readonly ListPage<Row>[],
  head: readonly Row[],
): boolean {
  const isEmpty = pages.every(({ rows }) => rows.length === 0);
  return isEmpty || head.length < shape.pageRows || unseenRows(shape, pages, head).length < head.length;
}

/** The rows, with those that have changed replaced by newer versions. */
export function newerRows<Row>(
  { idOf }: Pick<ListShape<Row, never>, "idOf">,
  rows: readonly Row[],
  fresh: readonly Row[],
): Row[] {
  const byId = new Map(fresh.map((row) => [idOf(row), row]));
  return rows.map((row) => newer(row, byId.get(idOf(row))));
}

/** The list with rows replaced by newer versions; the same object when nothing changed. */
export function replaceRows<Row, Page extends ListPage<Row>, Param>(
  { idOf }: Pick<ListShape<Row, Page>, "idOf">,
  data: ListPages<Page, Param>,
  fresh: readonly Row[],
): ListPages<Page, Param> {
  const pages = data.pages.map((page) => {
    const rows = newerRows({ idOf }, page.rows, fresh);
    return rows.every((row, index) => row === page.rows[index]) ? page : { ...page, rows };
  });
  return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages };
}

/**
 * The list with its head replaced by the new one: new rows are added in order, and rows that no longer match are
 * removed. If the head does not overlap the list, it replaces the whole list. The same object when nothing changed.
 */
export function mergeHead<Row, Page extends ListPage<Row>, Param>(
  shape: ListShape<Row, Page>,
  data: ListPages<Page, Param>,
  head: readonly Row[],
): ListPages<Page, Param> {
  const { idOf, pageRows } = shape;
  const [first] = data.pages;
  if (!first) return data;
  const after =
    isAdjacent(shape, data.pages, head) && head.length >= pageRows ? rowsAfter(shape, data.pages, head) : [];
  const loaded = data.pages.flatMap(({ rows }) => rows.map(idOf));
  const merged = [...head, ...after].map(idOf);
  if (merged.length === loaded.length && merged.every((id, index) => id === loaded[index])) return data;
  if (after.length === 0) return { pages: [shape.restart(first, [...head])], pageParams: data.pageParams.slice(0, 1) };
  const isAfter = new Set(after.map(idOf));
  const pages = data.pages.map((page, index) => {
    const kept = page.rows.filter((row) => isAfter.has(idOf(row)));
    return { ...page, rows: index === 0 ? [...head, ...kept] : kept };
  });
  return { ...data, pages };
}

/** Each row once, at its first position: a row that moved between two readings is on two pages. */
export function uniqueRows<Row>({ idOf }: Pick<ListShape<Row, never>, "idOf">, pages: readonly ListPage<Row>[]): Row[] {
  const rows = new Map<string, Row>();
  for (const row of pages.flatMap((page) => page.rows)) if (!rows.has(idOf(row))) rows.set(idOf(row), row);
  return [...rows.values()];
}

/** The loaded rows below a full head: those after its last row, or if that is new, after the last row of both. */
function rowsAfter<Row>(
  { idOf }: Pick<ListShape<Row, never>, "idOf">,
  pages: readonly ListPage<Row>[],
  head: readonly Row[],
) {
  const loaded = pages.flatMap(({ rows }) => rows);
  const isHead = new Set(head.map(idOf));
  const last = head.slice(-1).map(idOf)[0];
  const lastAt = loaded.findIndex((row) => idOf(row) === last);
  const end = lastAt === -1 ? loaded.findLastIndex((row) => isHead.has(idOf(row))) : lastAt;
  return loaded.slice(end + 1).filter((row) => !isHead.has(idOf(row)));
}

function newer<Row>(row: Row, fresh: Row | undefined): Row {
  return fresh && JSON.stringify(fresh) !== JSON.stringify(row) ? fresh : row;
}
