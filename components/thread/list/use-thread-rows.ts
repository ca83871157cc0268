"use client";

import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";

import { useLiveList } from "@/components/data-table/use-live-list";
import { threadGroups } from "@/lib/live/thread-groups";
import { feedbackPulse } from "@/lib/queries/feedback-list";
import { liveThreadsList } from "@/lib/queries/live-threads";
import { feedbackInThreads, THREADS_PAGE_ROWS, type ThreadsListParams, threadTotals } from "@/lib/queries/threads";

import type { ThreadRow } from "./columns";

/** The rows of the list of threads, kept live, with their totals and feedback. */
export function useThreadRows(params: ThreadsListParams) {
  const { projectId } = params;
  const { list, rows: threads, pages, newRows } = useLiveList(liveThreadsList(params));
  const groups = useMemo(() => threadGroups(pages, threads, THREADS_PAGE_ROWS), [pages, threads]);
  const totals = useQueries({
    queries: groups.map((group) => threadTotals(projectId, group)),
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
  return { list, rows, newRows };
}

/** Reads the feedback on threads again after a change. */
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

/** The last reading of each thread, since changed threads are read after the pages. */
function lastOf<Value>(maps: readonly ReadonlyMap<string, Value>[], id: string): Value | undefined {
  return maps.findLast((map) => map.has(id))?.get(id);
}
