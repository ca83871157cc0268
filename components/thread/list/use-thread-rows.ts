"use client";

import { useInfiniteQuery, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";

import { useList } from "@/components/data-table/use-list";
import type { Thread } from "@/lib/contract/threads";
import { feedbackPulse } from "@/lib/queries/feedback-list";
import { changedThreads, moveChangedToTop, uniqueThreads, unseenThreads, withoutGone } from "@/lib/live/thread-pages";
import { liveThreads } from "@/lib/queries/live-threads";
import { feedbackInThreads, threadsList, type ThreadsListParams, threadTotals } from "@/lib/queries/threads";

import type { ThreadRow } from "./columns";

const noThreads: readonly Thread[] = [];

/** The rows of the list of threads, read page by page; changes are shown in place, or at the top. */
export function useThreadRows(params: ThreadsListParams) {
  const { projectId, view } = params;
  const cache = useQueryClient();
  const [isAtTop, setAtTop] = useState(true);
  const query = useInfiniteQuery(threadsList(params));
  const { data: live } = useQuery(liveThreads(projectId));
  const newest = live?.newest ?? noThreads;
  // New threads are inserted while the reader is at the top, and not under a reader further down.
  const [shownNewest, setShownNewest] = useState(newest);
  if (isAtTop && shownNewest !== newest) setShownNewest(newest);

  const isReadSince = live !== undefined && live.readAt > query.dataUpdatedAt;
  const pages = useMemo(() => {
    const read = query.data?.pages ?? [];
    return isReadSince ? withoutGone(read, newest) : read;
  }, [query.data, newest, isReadSince]);
  const isByActivity = view.sort.by === "updated" && view.sort.direction === "desc";
  const threads = useMemo(
    () => uniqueThreads([isByActivity ? moveChangedToTop(pages, shownNewest) : pages.flat()], newest),
    [pages, shownNewest, newest, isByActivity],
  );
  const changed = useMemo(() => changedThreads(pages, newest), [pages, newest]);
  const totals = useQueries({
    queries: [...pages, ...(changed.length > 0 ? [changed] : [])].map((part) => threadTotals(projectId, part)),
    combine: dataOf,
  });
  const feedback = useQueries({
    queries: totals.map((part) => feedbackInThreads(projectId, part)),
    combine: dataOf,
  });
  useFeedbackBeat(projectId);
  const rows = useMemo(
    () =>
      threads.map((thread): ThreadRow => {
        const { thread_id: id } = thread;
        return { thread, totals: lastOf(totals, id), feedback: lastOf(feedback, id) ?? [] };
      }),
    [threads, totals, feedback],
  );

  return {
    list: useList(query, rows),
    rows,
    /** New threads not yet in the list; undefined when they are more than a page. */
    waiting: query.isSuccess ? unseenThreads(threads, newest) : 0,
    showWaiting: () => {
      if (isByActivity && changed.length < newest.length) setShownNewest(newest);
      else void cache.resetQueries({ queryKey: threadsList(params).queryKey, exact: true });
    },
    setAtTop,
  };
}

/** Reads the feedback on threads again when some was given. */
function useFeedbackBeat(projectId: string): void {
  const cache = useQueryClient();
  const { data: pulse } = useQuery(feedbackPulse(projectId));
  const beat = pulse && `${pulse.count} ${pulse.latest ?? ""}`;
  const seen = useRef(beat);
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== beat)
      void cache.invalidateQueries({ queryKey: ["feedback", "in-threads"] });
    seen.current = beat;
  }, [cache, beat]);
}

function dataOf<Value>(results: { data?: ReadonlyMap<string, Value> | undefined }[]): ReadonlyMap<string, Value>[] {
  return results.flatMap(({ data }) => data ?? []);
}

/** Of what was read of a thread the last: what has changed is read behind the pages. */
function lastOf<Value>(maps: readonly ReadonlyMap<string, Value>[], id: string): Value | undefined {
  return maps.findLast((map) => map.has(id))?.get(id);
}
