"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";

import { useList } from "@/components/data-table/use-list";
import type { CallRow } from "@/lib/contract/calls";
import { callsList, type CallsListParams } from "@/lib/queries/calls";
import { useLiveCalls } from "@/lib/queries/use-live-calls";

const noRows: readonly CallRow[] = [];

/** The rows of the trace list, read page by page and kept live. */
export function useCallRows(params: CallsListParams) {
  const [isAtTop, setAtTop] = useState(true);
  const query = useInfiniteQuery(callsList(params));
  const { count: waiting, show: showWaiting } = useLiveCalls(params, isAtTop);
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? noRows, [query.data]);

  return {
    rows,
    list: useList(query, rows, query.data?.pages.at(-1)?.cutOff),
    /** New calls not yet in the list; undefined when they are more than a page. */
    waiting,
    showWaiting,
    setAtTop,
  };
}
