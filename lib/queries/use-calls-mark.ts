"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { callsList, type CallsListParams } from "./calls";
import { liveCalls } from "./live-calls";

/** The watermark of the rows that a list shows, for what is read beside them; undefined while it is unknown. */
export function useCallsMark(params: CallsListParams): string | null | undefined {
  const { data: live } = useQuery(liveCalls(params));
  const { data: read, isPlaceholderData } = useInfiniteQuery({ ...callsList(params), enabled: false });
  if (live) return live.latest;
  return isPlaceholderData ? undefined : read?.pages[0]?.latest;
}
