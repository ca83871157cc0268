"use client";

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";

import { feedbackList, type FeedbackListParams, feedbackPulse } from "@/lib/queries/feedback-list";

import type { ListedFeedback } from "./columns";

const none: readonly ListedFeedback[] = [];

/** The rows of a project's feedback, read page by page; what arrives comes in at the top, or is offered below it. */
export function useFeedbackRows(params: FeedbackListParams) {
  const cache = useQueryClient();
  const [isAtTop, setAtTop] = useState(true);
  const options = feedbackList(params);
  const list = useInfiniteQuery(options);
  const { data: pulse, isPlaceholderData } = useQuery(feedbackPulse(params));
  const rows = useMemo(() => uniqueById(list.data?.pages.flatMap((page) => page.rows) ?? none), [list.data]);
  const { hasNextPage, isFetching, fetchNextPage } = list;

  const refresh = useCallback(() => {
    void cache.invalidateQueries({ queryKey: ["feedback", "project"] });
    void cache.invalidateQueries({ queryKey: ["feedback", "over-time"] });
  }, [cache]);
  const beat = pulse && !isPlaceholderData ? `${pulse.count} ${pulse.latest ?? ""}` : undefined;
  const known = useRef<{ params: FeedbackListParams; beat: string }>(undefined);
  useEffect(() => {
    if (beat === undefined) return;
    // The first beat of a view is that of the list just read.
    if (known.current?.params !== params) known.current = { params, beat };
    if (known.current.beat === beat || !isAtTop) return;
    known.current = { params, beat };
    refresh();
  }, [beat, params, isAtTop, refresh]);
  const { by, direction } = params.view.sort;
  const isNewestFirst = by === "created_at" && direction === "desc";
  const newest = rows[0]?.created_at;

  return {
    rows,
    count: pulse?.count,
    error: list.error,
    isReading: isFetching,
    isStale: list.isPlaceholderData,
    hasMore: hasNextPage,
    /** Whether newer records wait above those that are shown. */
    isBehind: isNewestFirst && !isAtTop && newest !== undefined && newest < (pulse?.latest ?? ""),
    refresh,
    readMore: useCallback(() => {
      if (hasNextPage && !isFetching) void fetchNextPage();
    }, [hasNextPage, isFetching, fetchNextPage]),
    retry: () => void list.refetch(),
    setAtTop,
  };
}

/** A record that moved between two pages is on both. */
function uniqueById(rows: readonly ListedFeedback[]): readonly ListedFeedback[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
