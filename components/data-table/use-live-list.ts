"use client";

import { type QueryKey, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";

import {
  isAdjacent,
  type ListPage,
  type ListPages,
  mergeHead,
  replaceRows,
  uniqueRows,
  unseenRows,
} from "@/lib/live/list-pages";
import type { LiveList } from "@/lib/queries/live-list";

import { type ListState, useList } from "./use-list";
import { useRecalledPlace } from "./use-place";

/** The new rows of a live list. */
export interface NewRows {
  /** The number of new rows above the list; undefined when they are more than a page. */
  count: number | undefined;
  /** Adds them to the list. */
  show: () => void;
  /** Set while the user is at the top of the list, where new rows are inserted at once. */
  setAtTop: (isAtTop: boolean) => void;
}

/**
 * A live list, read page by page: changed rows are replaced in place. New ones are inserted while the user is at the
 * top, and otherwise offered, so that the rows being read do not move.
 */
export function useLiveList<Row, Page extends ListPage<Row>, Param, Key extends QueryKey>(
  source: LiveList<Row, Page, Param, Key>,
): { list: ListState; rows: readonly Row[]; pages: readonly Page[]; newRows: NewRows } {
  const { queryKey } = source.list;
  const cache = useQueryClient();
  // Whoever comes back to a place further down finds the rows where they were.
  const recalled = useRecalledPlace();
  const [isAtTop, setAtTop] = useState((recalled?.offsetPx ?? 0) === 0);
  const query = useInfiniteQuery(source.list);
  const { data: live } = useQuery(source.live);
  const pages = useMemo(() => query.data?.pages ?? [], [query.data]);
  const { idOf } = source;
  const rows = useMemo(() => uniqueRows({ idOf }, pages), [idOf, pages]);

  // A head that belongs to an earlier reading of the list is older than the list.
  const known = cache.getQueryData<ListPages<Page>>(queryKey);
  const isLatest = live !== undefined && known !== undefined && live.listReadAt === known.pages[0]?.readAt;
  // Idempotent: the next render corrects the list, whether older rows were restored or new ones added.
  useEffect(() => {
    if (!isLatest) return;
    const current = replaceRows(source, known, [...live.head, ...live.below]);
    const next = isAtTop ? mergeHead(source, current, live.head) : current;
    if (next !== known) cache.setQueryData<ListPages<Page>>(queryKey, next);
  });

  const unseen = isLatest ? unseenRows(source, known.pages, live.head).length : 0;
  return {
    list: useList(query, rows, pages.at(-1)?.cutOff),
    rows,
    pages,
    newRows: {
      count: isLatest && !isAdjacent(source, known.pages, live.head) ? undefined : unseen,
      show: () => {
        if (isLatest) cache.setQueryData<ListPages<Page>>(queryKey, mergeHead(source, known, live.head));
      },
      setAtTop,
    },
  };
}
