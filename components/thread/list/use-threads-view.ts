"use client";

import { useQueryState } from "nuqs";
import { useCallback, useMemo } from "react";

import type { ThreadsView } from "@/lib/queries/threads";

import { sortOfThreads } from "./threads-params";

/** The view of the list of threads, kept in the URL. */
export function useThreadsView(): [ThreadsView, (sort: ThreadsView["sort"]) => void] {
  const [sort, setSort] = useQueryState("sort", sortOfThreads);
  const view = useMemo(() => ({ sort }), [sort]);
  const change = useCallback((next: ThreadsView["sort"]) => void setSort(next, { history: "push" }), [setSort]);
  return [view, change];
}
