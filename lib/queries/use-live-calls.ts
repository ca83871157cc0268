"use client";

import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { CallRow } from "@/lib/contract/calls";
import {
  CALLS_PAGE_ROWS,
  callsList,
  type CallsListParams,
  pacedInterval,
  readRows,
  readWatermark,
  stopwatch,
  WATERMARK_MS,
} from "./calls";
import { selectCalls, sortCalls, sortedCalls } from "@/lib/filter/calls-view";
import { isAdjacent, mergeHead, replaceRows, runningIds, unseenRows } from "@/lib/live/call-pages";
import { nextPoll, type Poll } from "@/lib/live/poll";

/** The head of a list as it was read last. */
export interface LiveCalls extends Poll {
  /** The first page as it is now. */
  head: CallRow[];
  /** Calls further down that were running when last read. */
  wereRunning: CallRow[];
  /** Milliseconds that reading them took. */
  tookMs: number;
}

/** Changes of a list since it was read; polls a cheap watermark each second while the page is visible. */
export function liveCalls({ projectId, view, columns }: CallsListParams, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["calls", "live", { projectId, view, columns }] as const,
    queryFn: async ({ signal, client: cache, queryKey }): Promise<LiveCalls> => {
      const previous = cache.getQueryData<LiveCalls>(queryKey);
      const { latest } = await readWatermark(projectId, client, signal);
      const { isDue, ...poll } = nextPoll(previous, latest);
      if (!isDue && previous) return { ...previous, ...poll };
      const tookMs = stopwatch();
      const pages = cache.getQueryData(callsList({ projectId, view, columns }).queryKey)?.pages ?? [];
      const order = { sort_by: sortCalls(view), newest: sortedCalls(view) };
      const query = { projectId, ...selectCalls(view, pages[0]?.readAt ?? Date.now()), ...order };
      const head = await readRows({ ...query, columns, limit: CALLS_PAGE_ROWS }, client, signal);
      const ids = runningIds(pages, head);
      const wereRunning =
        ids.length > 0 ? await readRows({ projectId, filter: { call_ids: ids }, columns }, client, signal) : [];
      return { ...poll, head, wereRunning, tookMs: tookMs() };
    },
    refetchInterval: pacedInterval,
    // The interval is what keeps it fresh; a remount continues from the cached data.
    staleTime: WATERMARK_MS,
  });
}

export interface NewCalls {
  /** How many calls wait above the list; undefined when they are more than a page. */
  count: number | undefined;
  /** Puts them on the list. */
  show: () => void;
}

/**
 * Keeps a trace list live: rows that changed are replaced in place; new ones come in while `isAtTop`, and are otherwise
 * offered, so that nothing moves under the reader.
 */
export function useLiveCalls(params: CallsListParams, isAtTop: boolean): NewCalls {
  const cache = useQueryClient();
  const { data: live } = useQuery(liveCalls(params));
  const { queryKey } = callsList(params);
  const list = cache.getQueryData(queryKey);

  // Idempotent: whatever brought older rows back, or new ones, the list is right after the next rendering.
  useEffect(() => {
    if (!live || !list) return;
    const current = replaceRows(list, [...live.head, ...live.wereRunning]);
    const next = isAtTop ? mergeHead(current, live.head, CALLS_PAGE_ROWS) : current;
    if (next !== list) cache.setQueryData(queryKey, next);
  });

  if (!live || !list) return { count: 0, show: () => undefined };
  return {
    count: isAdjacent(list.pages, live.head, CALLS_PAGE_ROWS) ? unseenRows(list.pages, live.head).length : undefined,
    show: () => cache.setQueryData(queryKey, mergeHead(list, live.head, CALLS_PAGE_ROWS)),
  };
}
