import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ApiError } from "@/lib/client/api-error";
import { browserClient, connectionGate } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { ConnectionGate } from "@/lib/client/connection-gate";
import type { CallRow, CallsFilter } from "@/lib/contract/calls";
import type { Query } from "@/lib/contract/expression";
import { type CallsView, selectCalls, sortCalls, sortedCalls } from "@/lib/filter/calls-view";
import { yieldToMain } from "@/lib/client/yield-to-main";

/** Rows of one page of the trace list. */
export const CALLS_PAGE_ROWS = 100;
/** Milliseconds between two checks whether anything was written. */
export const WATERMARK_MS = 1000;
const FAILED_POLL_MS = 15_000;

/** What a list shows; the payloads stay where they are, `overview` has their previews. */
export const ROW_COLUMNS = [
  "id",
  "project_id",
  "op_name",
  "display_name",
  "trace_id",
  "parent_id",
  "thread_id",
  "ext_user_id",
  "started_at",
  "ended_at",
  "exception",
] as const;

/** Each second, seldom while it fails, and not at all after the reader declined to sign in again. */
export function pollInterval({ state }: { state: { status: string; error: Error | null } }): number | false {
  if (state.status !== "error") return WATERMARK_MS;
  return state.error instanceof ApiError && state.error.status === 401 ? false : FAILED_POLL_MS;
}

/** Milliseconds since it was made; 0 where a request waited meanwhile for an unavailable service. */
export function stopwatch(gate: Pick<ConnectionGate, "waits"> = connectionGate): () => number {
  const [began, waits] = [performance.now(), gate.waits];
  return () => (gate.waits === waits ? performance.now() - began : 0);
}

/** As `pollInterval`, but what takes long to read is read less often: no more than a quarter of the time. */
export function pacedInterval(query: {
  state: { status: string; error: Error | null; data: { tookMs: number } | undefined };
}): number | false {
  const interval = pollInterval(query);
  return interval && Math.max(interval, 3 * (query.state.data?.tookMs ?? 0));
}

const noColumns: readonly string[] = [];

export interface CallsListParams {
  projectId: string;
  view: CallsView;
  /** Paths of values inside payloads that the list shows too; keep the array stable. */
  columns?: readonly string[];
}

interface CallsPageParam {
  /** When the list was first read (milliseconds): every page resolves a relative range against it. */
  readAt: number;
  afterId?: string;
}

export interface CallsPage {
  rows: CallRow[];
  readAt: number;
  /** Why the page ends before its end; the next one then continues from its last row. */
  cutOff?: ApiError;
}

interface RowsQuery {
  projectId: string;
  filter?: CallsFilter;
  query?: Query;
  sort_by?: { field: string; direction: "asc" | "desc" }[];
  newest?: number;
  limit?: number;
  afterId?: string;
  /** Beside `ROW_COLUMNS`. */
  columns?: readonly string[];
}

/** All rows of one answer; throws `cut_off` rather than returning a part. */
export async function readRows(query: RowsQuery, client: Client, signal: AbortSignal): Promise<CallRow[]> {
  const rows: CallRow[] = [];
  for await (const row of yieldToMain(streamRows(query, client, signal))) rows.push(row);
  return rows;
}

function streamRows({ projectId, afterId, columns = [], ...rest }: RowsQuery, client: Client, signal: AbortSignal) {
  const body = {
    ...rest,
    project_id: projectId,
    columns: [...ROW_COLUMNS, ...columns],
    include_overview: true,
    ...(afterId === undefined ? {} : { after_id: afterId }),
  };
  return client.stream("callsStreamQuery", body, { signal });
}

/**
 * The trace list, page by page. A page begins after the last row of the one before, so rows that arrive meanwhile move
 * nothing and repeat nothing; they come in through `liveCalls`.
 */
export function callsList({ projectId, view, columns = noColumns }: CallsListParams, client: Client = browserClient) {
  return infiniteQueryOptions({
    queryKey: ["calls", "list", { projectId, view, columns }] as const,
    queryFn: async ({ pageParam, signal }): Promise<CallsPage> => {
      const readAt = pageParam.readAt || Date.now();
      const { afterId } = pageParam;
      const order = { sort_by: sortCalls(view), newest: sortedCalls(view) };
      const sorted = { ...order, limit: CALLS_PAGE_ROWS, columns };
      const query = { projectId, ...selectCalls(view, readAt), ...sorted };
      const rows: CallRow[] = [];
      try {
        for await (const row of streamRows({ ...query, afterId }, client, signal)) rows.push(row);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "cut_off") throw error;
        return { rows, readAt, cutOff: error };
      }
      return { rows, readAt };
    },
    initialPageParam: { readAt: 0 } as CallsPageParam,
    getNextPageParam: ({ rows, readAt, cutOff }, pages): CallsPageParam | undefined => {
      if (!cutOff && rows.length < CALLS_PAGE_ROWS) return undefined;
      const last = pages.findLast((page) => page.rows.length > 0)?.rows.at(-1);
      return { readAt, ...(last ? { afterId: last.id } : {}) };
    },
    placeholderData: keepPreviousData,
    // Freshness comes from the watermark; reading every page again on focus would cost for nothing.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

/** How many calls the view selects. */
export function callsCount({ projectId, view }: CallsListParams, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["calls", "count", { projectId, view }] as const,
    queryFn: async ({ signal }) => {
      const selection = selectCalls(view, Date.now());
      const { count } = await client.request("callsQueryStats", { project_id: projectId, ...selection }, { signal });
      return count;
    },
    placeholderData: keepPreviousData,
  });
}

/** When anything in the project's calls was last written, asked each second while the page is visible. */
export function callsWatermark(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["calls", "watermark", { projectId }] as const,
    queryFn: ({ signal }) => readWatermark(projectId, client, signal),
    refetchInterval: pollInterval,
  });
}

export interface Watermark {
  latest: string | null;
  isEmpty: boolean;
}

export async function readWatermark(projectId: string, client: Client, signal: AbortSignal): Promise<Watermark> {
  const body = { project_id: projectId, limit: 1 };
  const { count, latest } = await client.request("callsQueryStats", body, { signal });
  return { latest: latest ?? null, isEmpty: count === 0 };
}
