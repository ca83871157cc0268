"use client";

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";

import { useList } from "@/components/data-table/use-list";
import { feedbackCount, feedbackList, type FeedbackListParams, feedbackPulse } from "@/lib/queries/feedback-list";

import type { ListedFeedback } from "./columns";

const noRows: readonly ListedFeedback[] = [];

/** The rows of a project's feedback, read page by page; what arrives comes in at the top, or is offered below it. */
export function useFeedbackRows(params: FeedbackListParams) {
  const cache = useQueryClient();
  const [isAtTop, setAtTop] = useState(true);
  const query = useInfiniteQuery(feedbackList(params));
  const { data: pulse } = useQuery(feedbackPulse(params.projectId));
  const { data: count, isPlaceholderData: isOldCount } = useQuery(feedbackCount(params));
  const rows = useMemo(() => uniqueById(query.data?.pages.flatMap((page) => page.rows) ?? noRows), [query.data]);

  const refresh = useCallback(() => {
    void cache.invalidateQueries({ queryKey: ["feedback", "project"] });
    void cache.invalidateQueries({ queryKey: ["feedback", "count"] });
    void cache.invalidateQueries({ queryKey: ["feedback", "over-time"] });
  }, [cache]);
  const beat = pulse && `${pulse.count} ${pulse.latest ?? ""}`;
  const [shownBeat, setShownBeat] = useState(beat);
  // New records are inserted while the reader is at the top; the first watermark is that of the list just read.
  if (beat !== undefined && beat !== shownBeat && (shownBeat === undefined || isAtTop)) setShownBeat(beat);
  const readBeat = useRef(shownBeat);
  useEffect(() => {
    const isFirst = readBeat.current === undefined;
    if (readBeat.current === shownBeat) return;
    readBeat.current = shownBeat;
    if (!isFirst) refresh();
  }, [shownBeat, refresh]);

  return {
    list: useList(query, rows),
    rows,
    count,
    /** Whether the count is still that of the view before. */
    isOldCount,
    /** Whether feedback arrived since the shown rows were read. */
    isBehind: beat !== shownBeat,
    refresh,
    setAtTop,
  };
}

/** A record that moved between two pages is on both. */
function uniqueById(rows: readonly ListedFeedback[]): readonly ListedFeedback[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
