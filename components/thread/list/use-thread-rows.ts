"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { useLiveList } from "@/components/data-table/use-live-list";
import { feedbackPulse } from "@/lib/queries/feedback-list";
import { liveThreadsList, refreshThreads } from "@/lib/queries/live-threads";
import type { ThreadsListParams } from "@/lib/queries/threads";

/** The rows of the list of threads, kept live. */
export function useThreadRows(params: ThreadsListParams) {
  useFeedbackBeat(params);
  return useLiveList(liveThreadsList(params));
}

/** Reads the threads again after a change of feedback. */
function useFeedbackBeat(params: ThreadsListParams): void {
  const cache = useQueryClient();
  const { data: pulse } = useQuery(feedbackPulse(params.projectId));
  const beat = pulse && `${pulse.count} ${pulse.latest ?? ""}`;
  const seen = useRef(beat);
  useEffect(() => {
    // What fails now is read again after the next change of the list or of feedback.
    if (seen.current !== undefined && seen.current !== beat) refreshThreads(cache, params).catch(() => undefined);
    seen.current = beat;
  }, [cache, params, beat]);
}
