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
  pollInterval,
  readRows,
  readWatermark,
  WATERMARK_MS,
} from "./calls";
import { type CallsView, selectCalls, sortCalls } from "./calls-filter";
import { isAdjacent, nextPoll, type Poll, prependRows, replaceRows, runningIds, unseenRows } from "./live-calls";

interface LiveCalls extends Poll {
  /** The first page as it is now. */
  head: CallRow[];
  /** Calls further down that were running when last read. */
  wereRunning: CallRow[];
}

/** What came to a list since it was read; asks a cheap watermark each second while the page is visible. */
export function liveCalls({ projectId, view }: CallsListParams, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["calls", "live", { projectId, view }] as const,
    queryFn: async ({ signal, client: cache, queryKey }): Promise<LiveCalls> => {
      const previous = cache.getQueryData<LiveCalls>(queryKey);
      const { latest } = await readWatermark(projectId, client, signal);
      const { isDue, ...poll } = nextPoll(previous, latest);
      if (!isDue && previous) return { ...previous, ...poll };
      const pages = cache.getQueryData(callsList({ projectId, view }).queryKey)?.pages ?? [];
      const query = { projectId, ...selectCalls(view, pages[0]?.readAt ?? Date.now()), sort_by: sortCalls(view) };
      const head = await readRows({ ...query, limit: CALLS_PAGE_ROWS }, client, signal);
      const ids = runningIds(pages, head);
      const wereRunning =
        ids.length > 0 ? await readRows({ projectId, filter: { call_ids: ids } }, client, signal) : [];
      return { ...poll, head, wereRunning };
    },
    refetchInterval: pollInterval,
    // The interval is what keeps it fresh; a remount goes on from what is known.
    staleTime: WATERMARK_MS,
  });
}

export interface NewCalls {
  /** How many calls wait above the list; undefined when more than a page came and only reading anew shows all. */
  count: number | undefined;
  /** Puts them on the list, or reads it anew. */
  show: () => void;
}

/**
 * Keeps a trace list live: rows that changed are replaced where they stand; new ones are put on top while `isAtTop`,
 * and otherwise offered, so that nothing moves under the reader.
 */
export function useLiveCalls(params: CallsListParams, isAtTop: boolean): NewCalls {
  const cache = useQueryClient();
  const { data: live } = useQuery(liveCalls(params));
  const { queryKey } = callsList(params);
  const list = cache.getQueryData(queryKey);
  const head = isNewestFirst(params.view) ? live?.head : undefined;
  const unseen = list && head ? unseenRows(list.pages, head) : [];
  const isWhole = !list || !head || isAdjacent(list.pages, head, CALLS_PAGE_ROWS);

  // Idempotent: whatever brought older rows back, or new ones, the list is right after the next rendering.
  useEffect(() => {
    if (!live || !list) return;
    const current = replaceRows(list, [...live.head, ...live.wereRunning]);
    const next = isAtTop && isWhole ? prependRows(current, unseen) : current;
    if (next !== list) cache.setQueryData(queryKey, next);
  });

  const show = () => {
    if (!isWhole) void cache.resetQueries({ queryKey, exact: true });
    else if (list) cache.setQueryData(queryKey, prependRows(list, unseen));
  };
  return { count: isWhole ? unseen.length : undefined, show };
}

function isNewestFirst({ sort }: CallsView): boolean {
  return sort.by === "started" && sort.direction === "desc";
}
