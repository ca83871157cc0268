"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";

import type { CallRow } from "@/lib/contract/calls";
import { callsList, type CallsListParams } from "@/lib/queries/calls";
import { useLiveCalls } from "@/lib/queries/use-live-calls";

/** The rows of the trace list and all that can be done with them. */
export interface CallRows {
  rows: readonly CallRow[];
  /** Why the rows end where they do, when it is not their end. */
  error: Error | null;
  isReading: boolean;
  /** Whether the rows shown are still those of the view before. */
  isStale: boolean;
  hasMore: boolean;
  /** Calls that wait above the list; undefined when they are more than a page. */
  waiting: number | undefined;
  showWaiting: () => void;
  readMore: () => void;
  retry: () => void;
  setAtTop: (isAtTop: boolean) => void;
}

const none: readonly CallRow[] = [];

/** Reads the list page by page and keeps it live. */
export function useCallRows(params: CallsListParams): CallRows {
  const cache = useQueryClient();
  const [isAtTop, setAtTop] = useState(true);
  const options = callsList(params);
  const list = useInfiniteQuery(options);
  const { count: waiting, show: showWaiting } = useLiveCalls(params, isAtTop);
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? none, [list.data]);
  const { hasNextPage, isFetching, fetchNextPage } = list;

  // A list that was cut off goes on from its last row, but only when asked to.
  const cutOff = list.data?.pages.at(-1)?.cutOff;
  const error = list.error ?? cutOff ?? null;
  const canReadMore = hasNextPage && !isFetching && error === null;
  const readMore = useCallback(() => {
    if (canReadMore) void fetchNextPage();
  }, [canReadMore, fetchNextPage]);
  const retry = () => {
    if (list.isFetchNextPageError || cutOff) void fetchNextPage();
    else void cache.resetQueries({ queryKey: options.queryKey, exact: true });
  };

  return {
    rows,
    error,
    isReading: isFetching,
    isStale: list.isPlaceholderData,
    hasMore: hasNextPage,
    waiting,
    showWaiting,
    readMore,
    retry,
    setAtTop,
  };
}
