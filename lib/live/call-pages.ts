import type { CallRow } from "@/lib/contract/calls";

/** Most running calls whose end is looked for at each change. */
const RUNNING_WATCHED = 100;

/** The pages of a list, as the query cache keeps them. */
interface Pages<Page, Param> {
  pages: Page[];
  pageParams: Param[];
}

interface CallsPage {
  rows: CallRow[];
  /** Why the page ends before its end. */
  cutOff?: Error | undefined;
}

/** Visible calls that may have ended meanwhile and are not among the rows just read. */
export function runningIds(pages: readonly CallsPage[], newHead: readonly CallRow[]): string[] {
  const known = new Set(newHead.map(({ id }) => id));
  const running = pages.flatMap(({ rows }) => rows.filter(isRunning)).filter(({ id }) => !known.has(id));
  return running.slice(0, RUNNING_WATCHED).map(({ id }) => id);
}

/** Rows at the head of the list that it does not show yet, first ones first. */
export function unseenRows(pages: readonly CallsPage[], head: readonly CallRow[]): CallRow[] {
  const shown = new Set(pages.flatMap(({ rows }) => rows.map(({ id }) => id)));
  return head.filter(({ id }) => !shown.has(id));
}

/** Whether the new head reaches down to the shown rows, so that nothing is missing in between. */
export function isAdjacent(pages: readonly CallsPage[], head: readonly CallRow[], pageRows: number): boolean {
  const isEmpty = pages.every(({ rows }) => rows.length === 0);
  return isEmpty || head.length < pageRows || unseenRows(pages, head).length < head.length;
}

/** The list with newer versions of its rows in their places; the same object when nothing changed. */
export function replaceRows<Page extends CallsPage, Param>(
  data: Pages<Page, Param>,
  fresh: readonly CallRow[],
): Pages<Page, Param> {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const pages = data.pages.map((page) => {
    const rows = page.rows.map((row) => newer(row, byId.get(row.id)));
    return rows.every((row, index) => row === page.rows[index]) ? page : { ...page, rows };
  });
  return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages };
}

/**
 * The list with its head replaced by the new one: new rows are in order, rows that no longer match are gone. Where the
 * head does not reach down to the list, it takes the place of all of it. The same object when nothing changed.
 */
export function mergeHead<Page extends CallsPage, Param>(
  data: Pages<Page, Param>,
  head: readonly CallRow[],
  pageRows: number,
): Pages<Page, Param> {
  const [first] = data.pages;
  if (!first) return data;
  const restarted = {
    pages: [{ ...first, rows: [...head], cutOff: undefined }],
    pageParams: data.pageParams.slice(0, 1),
  };
  if (!isAdjacent(data.pages, head, pageRows)) return restarted;
  const loaded = data.pages.flatMap(({ rows }) => rows);
  const isHead = new Set(head.map(({ id }) => id));
  const after = head.length < pageRows ? [] : loaded.slice(loaded.findLastIndex(({ id }) => isHead.has(id)) + 1);
  const merged = [...head, ...after];
  if (merged.length === loaded.length && merged.every(({ id }, index) => id === loaded[index]?.id)) return data;
  if (after.length === 0) return restarted;
  const isAfter = new Set(after.map(({ id }) => id));
  const pages = data.pages.map((page, index) => {
    const kept = page.rows.filter(({ id }) => isAfter.has(id));
    return { ...page, rows: index === 0 ? [...head, ...kept] : kept };
  });
  return { ...data, pages };
}

function isRunning({ overview }: CallRow): boolean {
  return overview?.status === "running";
}

function newer(row: CallRow, fresh: CallRow | undefined): CallRow {
  return fresh && JSON.stringify(fresh) !== JSON.stringify(row) ? fresh : row;
}
