import type { Thread } from "@/lib/contract/threads";

/** Threads of one page, of the list and of the newest. */
export const THREADS_PAGE_ROWS = 50;

/** Each thread once, in the order read, with its latest reading. */
export function uniqueThreads(pages: readonly (readonly Thread[])[], newest: readonly Thread[]): Thread[] {
  const threads = new Map<string, Thread>();
  for (const thread of pages.flat()) if (!threads.has(thread.thread_id)) threads.set(thread.thread_id, thread);
  for (const thread of newest) {
    const known = threads.get(thread.thread_id);
    if (known && isNewer(thread, known)) threads.set(thread.thread_id, thread);
  }
  return [...threads.values()];
}

/** The pages without the threads that would be among the newest, read later, if there still were any. */
export function withoutGone(
  pages: readonly (readonly Thread[])[],
  newest: readonly Thread[],
): readonly (readonly Thread[])[] {
  const known = new Set(newest.map(({ thread_id: id }) => id));
  const last = newest.length < THREADS_PAGE_ROWS ? "" : (newest.at(-1)?.last_updated ?? "");
  return pages.map((page) => page.filter((thread) => known.has(thread.thread_id) || thread.last_updated <= last));
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
export function moveChangedToTop(pages: readonly (readonly Thread[])[], newest: readonly Thread[]): Thread[] {
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
