"use client";

import { useQueryState } from "nuqs";
import { useCallback, useMemo } from "react";

import { sortParam } from "@/components/data-table/url-params";
import type { ThreadSortKey, ThreadsView } from "@/lib/queries/threads";

const sortKeys = ["thread", "turns", "started", "updated", "p50", "p99"] as const satisfies readonly ThreadSortKey[];

/** The sort key of this name, if it is one. */
export function threadSortKey(text: string | undefined): ThreadSortKey | undefined {
  return sortKeys.find((key) => key === text);
}

const sortOfThreads = sortParam(threadSortKey).withDefault({ by: "updated", direction: "desc" });

/** The view of the list of threads, kept in the URL. */
export function useThreadsView(): [ThreadsView, (sort: ThreadsView["sort"]) => void] {
  const [sort, setSort] = useQueryState("sort", sortOfThreads);
  const view = useMemo(() => ({ sort }), [sort]);
  const change = useCallback((next: ThreadsView["sort"]) => void setSort(next, { history: "push" }), [setSort]);
  return [view, change];
}
