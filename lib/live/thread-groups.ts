import type { Thread } from "@/lib/contract/threads";

/**
 * Threads in groups whose totals are read together: each page as first read, then the threads that have changed since
 * or are new, so that a change does not read the totals of a whole page again.
 */
export function threadGroups(
  pages: readonly { read: readonly Thread[] }[],
  threads: readonly Thread[],
  groupSize: number,
): (readonly Thread[])[] {
  const read = new Map(pages.flatMap((page) => page.read.map((thread) => [thread.thread_id, JSON.stringify(thread)])));
  // The last first, so that new threads are added at the end and do not change the groups before.
  const changed = threads.filter((thread) => read.get(thread.thread_id) !== JSON.stringify(thread)).toReversed();
  const groups: (readonly Thread[])[] = pages.map((page) => page.read);
  for (let from = 0; from < changed.length; from += groupSize) groups.push(changed.slice(from, from + groupSize));
  return groups;
}
