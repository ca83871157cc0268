import { queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { Thread } from "@/lib/contract/threads";
import { pollInterval, readWatermark, WATERMARK_MS } from "./calls";
import { nextPoll, type Poll } from "./live-calls";
import { readThreads, THREADS_PAGE_ROWS } from "./threads";

// Telling threads reads all turns of a project: at most a fifth of the time is spent on it.
const PACE = 4;

export interface LiveThreads extends Poll {
  /** The threads that were active last, as they are now, the last one first. */
  newest: Thread[];
  /** Milliseconds that reading them took. */
  tookMs: number;
}

/** The threads that were active last, read anew when anything was written while the page is visible. */
export function liveThreads(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["threads", "live", { projectId }] as const,
    queryFn: async ({ signal, client: cache, queryKey }): Promise<LiveThreads> => {
      const previous = cache.getQueryData<LiveThreads>(queryKey);
      const { latest } = await readWatermark(projectId, client, signal);
      const { isDue, ...poll } = nextPoll(previous, latest);
      if (previous && !isDue) return { ...previous, ...poll };
      const began = performance.now();
      const sort = { by: "updated", direction: "desc" } as const;
      const newest = await readThreads({ projectId, view: { sort } }, 0, client, signal);
      return { ...poll, newest, tookMs: performance.now() - began };
    },
    refetchInterval: (query) => {
      const interval = pollInterval(query);
      return interval && Math.max(interval, PACE * (query.state.data?.tookMs ?? 0));
    },
    staleTime: WATERMARK_MS,
  });
}

/** Each thread once, in the order read, and of two readings of one the later. */
export function uniqueThreads(pages: readonly (readonly Thread[])[], newest: readonly Thread[]): Thread[] {
  const threads = new Map<string, Thread>();
  for (const thread of pages.flat()) if (!threads.has(thread.thread_id)) threads.set(thread.thread_id, thread);
  for (const thread of newest) {
    const known = threads.get(thread.thread_id);
    if (known && isNewer(thread, known)) threads.set(thread.thread_id, thread);
  }
  return [...threads.values()];
}

/** Those of the newest threads that have changed since the pages were read, or are on none of them. */
export function changedThreads(pages: readonly (readonly Thread[])[], newest: readonly Thread[]): Thread[] {
  const known = new Map(pages.flat().map((thread) => [thread.thread_id, thread]));
  return newest.filter((thread) => {
    const before = known.get(thread.thread_id);
    return !before || isNewer(thread, before);
  });
}

/** The list by last activity with what has changed on top. */
export function raiseChanged(pages: readonly (readonly Thread[])[], newest: readonly Thread[]): Thread[] {
  const raised = changedThreads(pages, newest);
  return uniqueThreads([raised, ...pages], []);
}

/** How many of the newest threads a list lacks; undefined when that is a whole page of them, and maybe more. */
export function unseenThreads(rows: readonly Thread[], newest: readonly Thread[]): number | undefined {
  const shown = new Set(rows.map(({ thread_id: id }) => id));
  const unseen = newest.filter(({ thread_id: id }) => !shown.has(id)).length;
  return unseen < THREADS_PAGE_ROWS ? unseen : undefined;
}

function isNewer(thread: Thread, known: Thread): boolean {
  return thread.last_updated >= known.last_updated && JSON.stringify(thread) !== JSON.stringify(known);
}
