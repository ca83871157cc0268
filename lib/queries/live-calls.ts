import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { CallRow } from "@/lib/contract/calls";
import { sortCalls, sortedCalls } from "@/lib/filter/calls-view";
import type { ListShape } from "@/lib/live/list-pages";
import { runningIds } from "@/lib/live/running-calls";
import { readRows, readWatermark } from "./call-rows";
import { CALLS_PAGE_ROWS, callsList, type CallsListParams, type CallsPage } from "./calls";
import { liveHead } from "./live-list";
import { selectCalls } from "./select-calls";

const shape: ListShape<CallRow, CallsPage> = {
  idOf: ({ id }) => id,
  pageRows: CALLS_PAGE_ROWS,
  restart: ({ readAt }, rows) => ({ rows, readAt, hasMore: rows.length === CALLS_PAGE_ROWS }),
};

/** The head of a trace list, and calls further down that were running. */
export function liveCalls({ projectId, view, columns }: CallsListParams, client: Client = browserClient) {
  return liveHead<CallRow, CallsPage>({
    queryKey: ["calls", "live", { projectId, view, columns }],
    readMark: async (signal) => (await readWatermark(projectId, client, signal)).latest,
    pagesIn: (cache) => cache.getQueryData(callsList({ projectId, view, columns }).queryKey)?.pages,
    readHead: async (pages, signal) => {
      const order = { sort_by: sortCalls(view), newest: sortedCalls(view) };
      const query = { projectId, ...(await selectCalls(view, pages[0]?.readAt ?? Date.now())), ...order };
      const head = await readRows({ ...query, columns, limit: CALLS_PAGE_ROWS, extras: true }, client, signal);
      const ids = runningIds(pages, head);
      if (ids.length === 0) return { head };
      const running = { projectId, filter: { call_ids: ids }, columns, extras: true };
      return { head, below: await readRows(running, client, signal) };
    },
  });
}

export function liveCallsList(params: CallsListParams) {
  return { ...shape, list: callsList(params), live: liveCalls(params) };
}
