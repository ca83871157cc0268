"use client";

import type { UseInfiniteQueryResult, UseQueryResult } from "@tanstack/react-query";
import { useCallback } from "react";

/** The loading state of a list. */
export interface ListState {
  /** Why there are no rows, or why they end where they do. */
  error: Error | null;
  /** Whether the first rows, or those of the next page, are on their way. */
  isReading: boolean;
  /** Whether a request is under way, also one that reads the same rows again. */
  isFetching: boolean;
  /** Whether the rows are still those of the view before. */
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
 * The state of a list that a query reads, whole or page by page. `cutOff` is why the last page ends before its end,
 * where it does; the next page continues from there.
 */
export function useList(query: ReadQuery & Partial<Paging>, rows: readonly unknown[], cutOff?: Error): ListState {
  const { data, isFetching, isPlaceholderData, refetch } = query;
  const { hasNextPage = false, isFetchingNextPage = false, isFetchNextPageError = false, fetchNextPage } = query;
  const error = query.error ?? cutOff ?? null;
  const isEmpty = rows.length === 0;
  // A page that failed is read again when the reader asks for it, and not by scrolling.
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
