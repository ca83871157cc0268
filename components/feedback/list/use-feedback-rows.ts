"use client";

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";

import { feedbackCount, feedbackList, type FeedbackListParams, feedbackPulse } from "@/lib/queries/feedback-list";

import type { ListedFeedback } from "./columns";

const none: readonly ListedFeedback[] = [];

/** The rows of a project's feedback, read page by page; what arrives comes in at the top, or is offered below it. */
export function useFeedbackRows(params: FeedbackListParams) {
  const cache = useQueryClient();
  const [isAtTop, setAtTop] = useState(true);
  const options = feedbackList(params);
  const list = useInfiniteQuery(options);
  const { data: pulse } = useQuery(feedbackPulse(params.projectId));
  const { data: count, isPlaceholderData: isOldCount } = useQuery(feedbackCount(params));
  const rows = useMemo(() => uniqueById(list.data?.pages.flatMap((page) => page.rows) ?? none), [list.data]);
  const { hasNextPage, isFetching, fetchNextPage } = list;

  const refresh = useCallback(() => {
    void cache.invalidateQueries({ queryKey: ["feedback", "project"] });
    void cache.invalidateQueries({ queryKey: ["feedback", "count"] });
    void cache.invalidateQueries({ queryKey: ["feedback", "over-time"] });
  }, [cache]);
  const beat = pulse && `${pulse.count} ${pulse.latest ?? ""}`;
  const [shownBeat, setShownBeat] = useState(beat);
  // What came comes in where the reader is at the top; the first beat is that of the list just read.
  if (beat !== undefined && beat !== shownBeat && (shownBeat === undefined || isAtTop)) setShownBeat(beat);
  const readBeat = useRef(shownBeat);
  useEffect(() => {
    const isFirst = readBeat.current === undefined;
    if (readBeat.current === shownBeat) return;
    readBeat.current = shownBeat;
    if (!isFirst) refresh();
  }, [shownBeat, refresh]);

  return {
    rows,
    count,
    /** Whether the count is still that of the view before. */
    isOldCount,
    error: list.error,
    isReading: isFetching,
    isStale: list.isPlaceholderData,
    hasMore: hasNextPage,
    /** Whether feedback came since what is shown was read. */
    isBehind: beat !== shownBeat,
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
