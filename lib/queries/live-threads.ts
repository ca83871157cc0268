import type { QueryClient } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { Thread } from "@/lib/contract/threads";
import { type ListShape, newerRows, replaceRows } from "@/lib/live/list-pages";
import { readWatermark } from "./call-rows";
import { liveHead } from "./live-list";
import {
  readThreads,
  readThreadsById,
  THREADS_PAGE_ROWS,
  threadsList,
  type ThreadsListParams,
  type ThreadsPage,
} from "./threads";

const byActivity = { by: "updated", direction: "desc" } as const;

const shape: ListShape<Thread, ThreadsPage> = {
  idOf: ({ thread_id: id }) => id,
  pageRows: THREADS_PAGE_ROWS,
  restart: ({ readAt }, rows) => ({ rows, readAt, hasMore: rows.length === THREADS_PAGE_ROWS }),
};

/** The head of a list of threads, and if that has another order, the most recently active threads. */
export function liveThreads({ projectId, view }: ThreadsListParams, client: Client = browserClient) {
  return liveHead<Thread, ThreadsPage>({
    queryKey: ["threads", "live", { projectId, view }],
    readMark: async (signal) => (await readWatermark(projectId, client, signal)).latest,
    pagesIn: (cache) => cache.getQueryData(threadsList({ projectId, view }).queryKey)?.pages,
    readHead: async (_pages, signal) => {
      const head = await readThreads({ projectId, view }, 0, client, signal);
      if (view.sort.by === byActivity.by && view.sort.direction === byActivity.direction) return { head };
      return { head, below: await readThreads({ projectId, view: { ...view, sort: byActivity } }, 0, client, signal) };
    },
  });
}

export function liveThreadsList(params: ThreadsListParams) {
  return { ...shape, list: threadsList(params), live: liveThreads(params) };
}

/** Reads the listed threads again, each in its place: feedback on their calls changes their totals, not the list. */
export async function refreshThreads(
  cache: QueryClient,
  params: ThreadsListParams,
  client: Client = browserClient,
): Promise<void> {
  const list = threadsList(params).queryKey;
  const live = liveThreads(params).queryKey;
  // An earlier reading of the head would bring the earlier totals back.
  await cache.cancelQueries({ queryKey: live });
  const ids = cache.getQueryData(list)?.pages.flatMap(({ rows }) => rows.map(shape.idOf)) ?? [];
  for (let from = 0; from < ids.length; from += THREADS_PAGE_ROWS) {
    const fresh = await readThreadsById(params.projectId, ids.slice(from, from + THREADS_PAGE_ROWS), client);
    cache.setQueryData(list, (data) => data && replaceRows(shape, data, fresh));
    cache.setQueryData(
      live,
      (head) =>
        head && { ...head, head: newerRows(shape, head.head, fresh), below: newerRows(shape, head.below, fresh) },
    );
  }
}
