"use client";

import type { UseInfiniteQueryResult, UseQueryResult } from "@tanstack/react-query";
import { useCallback } from "react";

export interface ListState {
  /** Why there are no rows, or why they are incomplete. */
  error: Error | null;
  /** Whether the first rows, or those of the next page, are loading. */
  isReading: boolean;
  /** Whether any request is in progress, including one that reads the same rows again. */
  isFetching: boolean;
  /** Whether the rows are still those of the previous view. */
  isStale: boolean;
  hasMore: boolean;
  readMore: () => void;
  retry: () => void;
}

type ReadQuery = Pick<UseQueryResult, "data" | "error" | "isFetching" | "isPlaceholderData" | "refetch">;
type Paging = Pick<
  UseInfiniteQueryResult,
  "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError" | "fetchNextPage"
>;

/**
 * The state of a list that a query reads, whole or page by page. `cutOff` is why the last page is incomplete, if it is;
 * the next page continues from there.
 */
export function useList(query: ReadQuery & Partial<Paging>, rows: readonly unknown[], cutOff?: Error): ListState {
  const { data, isFetching, isPlaceholderData, refetch } = query;
  const { hasNextPage = false, isFetchingNextPage = false, isFetchNextPageError = false, fetchNextPage } = query;
  const error = query.error ?? cutOff ?? null;
  const isEmpty = rows.length === 0;
  // A failed page is read again on request, not by scrolling.
  const isBroken = isFetchNextPageError || cutOff !== undefined;
  const canReadMore = hasNextPage && !isFetching && !isBroken;
  return {
    error,
    isReading: isFetchingNextPage || (isEmpty && error === null && (data === undefined || isPlaceholderData)),
    isFetching,
    isStale: isPlaceholderData,
    hasMore: hasNextPage,
    readMore: useCallback(() => {
      if (canReadMore) void fetchNextPage?.();
    }, [canReadMore, fetchNextPage]),
    retry: () => void (isBroken && fetchNextPage ? fetchNextPage() : refetch()),
  };
}
