import type { CallRow } from "@/lib/contract/calls";
import { type CallsView, sortCalls, sortedCalls } from "@/lib/filter/calls-view";
import { selectCalls } from "@/lib/filter/select-calls";
import { failuresText } from "@/lib/format/failures-text";
import { counted } from "@/lib/format/number";
import { streamRows } from "@/lib/queries/call-rows";
import { readFailures } from "@/lib/queries/trace-failures";
import { callTable } from "../call-table";
import { callsViewOf, columnsOf } from "../calls-options";
import { type Connection, openConnection, type Run } from "../context";
import { EXIT } from "../exit-status";

/** Rows of one request, and of one table: its columns are aligned. */
const PAGE_ROWS = 200;
const DEFAULT_ROWS = 20;

/** Lists traces, or calls. */
export const run: Run = async (context, given) => {
  const { out, notes, zone, signal } = context;
  const now = Date.now();
  const view = callsViewOf(given, { zone, now, roots: !given.is("calls") });
  const columns = columnsOf(given);
  const limit = given.is("all") ? Number.POSITIVE_INFINITY : given.count("limit", DEFAULT_ROWS);
  const connection = await openConnection(context, given);
  const table = out.growingTable();
  let count = 0;
  let isMore = false;
  for await (const page of pagesOf(connection, { view, columns, limit, now }, signal)) {
    isMore = page.isMore;
    if (given.is("json")) for (const row of page.rows) await out.json(row);
    else {
      const shown = callTable(page.rows, { zone, paths: columns });
      await table(shown.columns, shown.cells);
    }
    count += page.rows.length;
  }
  const noun = given.is("calls") ? "call" : "trace";
  if (!given.is("json") && count === 0) await notes.line(`No ${noun}s match in ${connection.projectId}.`);
  else if (!given.is("json") && isMore)
    await notes.line(`The first ${counted(count, noun)}; --limit ${count * 5} or --all lists more.`);
  if (!given.is("json") && count > 0 && view.roots) {
    const { client, projectId } = connection;
    const found = await readFailures({ projectId, ...selectCalls(view, now) }, client, signal);
    await notes.line(`${counted(found.traces, "trace")} in all: ${failuresText(found)}.`);
  }
  return EXIT.done;
};

interface Listing {
  view: CallsView;
  columns: readonly string[];
  limit: number;
  now: number;
}

/** Pages of rows up to the limit; each begins after the last row of the one before. */
async function* pagesOf(
  { client, projectId }: Connection,
  { view, columns, limit, now }: Listing,
  signal: AbortSignal,
): AsyncGenerator<{ rows: CallRow[]; isMore: boolean }> {
  const query = {
    projectId,
    ...selectCalls(view, now),
    sort_by: sortCalls(view),
    newest: sortedCalls(view),
    columns,
    extras: true,
  };
  let afterId: string | undefined;
  for (let left = limit; left > 0;) {
    // One more tells whether the list goes on.
    const most = Math.min(PAGE_ROWS, left) + 1;
    const rows: CallRow[] = [];
    const asked = { ...query, limit: most, ...(afterId === undefined ? {} : { afterId }) };
    for await (const row of streamRows(asked, client, signal)) rows.push(row);
    const isMore = rows.length === most;
    if (isMore) rows.pop();
    if (rows.length > 0) yield { rows, isMore };
    if (!isMore) return;
    left -= rows.length;
    afterId = rows.at(-1)?.id;
  }
}
