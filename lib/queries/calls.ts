import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ApiError } from "@/lib/client/api-error";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { CallRow } from "@/lib/contract/calls";
import { type CallsView, sortCalls, sortedCalls } from "@/lib/filter/calls-view";
import type { ListPage } from "@/lib/live/list-pages";
import { readWatermark, streamRows } from "./call-rows";
import { pollInterval } from "./polling";
import { selectCalls } from "./select-calls";

/** Rows of one page of the trace list. */
export const CALLS_PAGE_ROWS = 100;
/** How often a text search asks how far the index is. */
const INDEX_MS = 5_000;
const noColumns: readonly string[] = [];

export interface CallsListParams {
  projectId: string;
  view: CallsView;
  /** Additional paths of attributes and of values inside payloads; keep the array stable. */
  columns?: readonly string[];
}

interface CallsPageParam {
  /** When the list was first read (milliseconds): every page resolves a relative range against it. */
  readAt: number;
  afterId?: string;
}

export interface CallsPage extends ListPage<CallRow> {
  cutOff?: ApiError | undefined;
}

/**
 * The trace list, page by page. A page begins after the last row of the previous one, so rows that arrive in the
 * meantime neither shift nor repeat rows; they are added by `liveCalls`.
 */
export function callsList({ projectId, view, columns = noColumns }: CallsListParams, client: Client = browserClient) {
  return infiniteQueryOptions({
    queryKey: ["calls", "list", { projectId, view, columns }] as const,
    queryFn: async ({ pageParam, signal }): Promise<CallsPage> => {
      const readAt = pageParam.readAt || Date.now();
      const { afterId } = pageParam;
      const order = { sort_by: sortCalls(view), newest: sortedCalls(view) };
      const sorted = { ...order, limit: CALLS_PAGE_ROWS, columns, extras: true };
      const query = { projectId, ...(await selectCalls(view, readAt)), ...sorted };
      const rows: CallRow[] = [];
      try {
        for await (const row of streamRows({ ...query, afterId }, client, signal)) rows.push(row);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "cut_off") throw error;
        return { rows, readAt, hasMore: true, cutOff: error };
      }
      return { rows, readAt, hasMore: rows.length === CALLS_PAGE_ROWS };
    },
    initialPageParam: { readAt: 0 } as CallsPageParam,
    getNextPageParam: ({ readAt, hasMore }, pages): CallsPageParam | undefined => {
      if (!hasMore) return undefined;
      const last = pages.findLast((page) => page.rows.length > 0)?.rows.at(-1);
      return { readAt, ...(last ? { afterId: last.id } : {}) };
    },
    placeholderData: keepPreviousData,
    // The watermark keeps it fresh; reading every page again on focus would be wasted.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

/** The number of calls that the view selects. */
export function callsCount({ projectId, view }: CallsListParams, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["calls", "count", { projectId, view }] as const,
    queryFn: async ({ signal }) => {
      const selection = await selectCalls(view, Date.now());
      const { count } = await client.request("callsQueryStats", { project_id: projectId, ...selection }, { signal });
      return count;
    },
    placeholderData: keepPreviousData,
  });
}

/**
 * Until when the text that the view searches is indexed; null while the index does not lag behind, or if the view
 * searches no text.
 */
export function callsIndexed({ projectId, view }: CallsListParams, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["calls", "indexed", { projectId, view }] as const,
    queryFn: async ({ signal }) => {
      const body = { project_id: projectId, ...(await selectCalls(view, Date.now())), limit: 0 };
      return (await client.request("callsQueryStats", body, { signal })).indexed_until ?? null;
    },
    refetchInterval: INDEX_MS,
    enabled: view.q !== "",
  });
}

/** When anything in the project's calls was last written, requested every second while the page is visible. */
export function callsWatermark(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["calls", "watermark", { projectId }] as const,
    queryFn: ({ signal }) => readWatermark(projectId, client, signal),
    refetchInterval: pollInterval,
  });
}
