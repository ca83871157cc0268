"use client";

import { createParser, useQueryState } from "nuqs";
import { useCallback, useMemo } from "react";

import type { ThreadSortKey, ThreadsView } from "@/lib/queries/threads";

const sortKeys = ["thread", "turns", "started", "updated", "p50", "p99"] as const satisfies readonly ThreadSortKey[];

/** The sort key of this name, if it is one. */
export function threadSortKey(text: string | undefined): ThreadSortKey | undefined {
  return sortKeys.find((key) => key === text);
}

/** `updated.desc` in the URL. */
const parseAsSort = createParser<ThreadsView["sort"]>({
  parse: (text) => {
    const [by, direction] = text.split(".");
    const key = threadSortKey(by);
    return key && (direction === "asc" || direction === "desc") ? { by: key, direction } : null;
  },
  serialize: ({ by, direction }) => `${by}.${direction}`,
  eq: (a, b) => a.by === b.by && a.direction === b.direction,
}).withDefault({ by: "updated", direction: "desc" });

/** The view of the list of threads, kept in the URL. */
export function useThreadsView(): [ThreadsView, (sort: ThreadsView["sort"]) => void] {
  const [sort, setSort] = useQueryState("sort", parseAsSort);
  const view = useMemo(() => ({ sort }), [sort]);
  const change = useCallback((next: ThreadsView["sort"]) => void setSort(next, { history: "push" }), [setSort]);
  return [view, change];
}
