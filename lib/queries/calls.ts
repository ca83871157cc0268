import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ApiError } from "@/lib/client/api-error";
import { browserClient, connectionGate } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { ConnectionGate } from "@/lib/client/connection-gate";
import type { CallRow, CallsFilter } from "@/lib/contract/calls";
import type { Query } from "@/lib/contract/expression";
import { type CallsView, selectCalls, sortCalls, sortedCalls } from "@/lib/filter/calls-view";
import type { ListPage } from "@/lib/live/list-pages";
import { yieldToMain } from "@/lib/client/yield-to-main";

/** Rows of one page of the trace list. */
export const CALLS_PAGE_ROWS = 100;
/** Milliseconds between two checks for changes. */
export const WATERMARK_MS = 1000;
const FAILED_POLL_MS = 15_000;

/** The columns that a list shows, without payloads; `overview` has their previews. */
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

/** Every second, rarely while it fails, and never after the user declined to sign in again. */
export function pollInterval({ state }: { state: { status: string; error: Error | null } }): number | false {
  if (state.status !== "error") return WATERMARK_MS;
  return state.error instanceof ApiError && state.error.status === 401 ? false : FAILED_POLL_MS;
}

/** Milliseconds since it was made; 0 if a request was waiting for an unavailable service. */
export function stopwatch(gate: Pick<ConnectionGate, "waits"> = connectionGate): () => number {
  const [began, waits] = [performance.now(), gate.waits];
  return () => (gate.waits === waits ? performance.now() - began : 0);
}

/** Like `pollInterval`, but slow readings are repeated less often: they take at most a quarter of the time. */
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
  /** Additional paths of values inside payloads; keep the array stable. */
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

interface RowsQuery {
  projectId: string;
  filter?: CallsFilter;
  query?: Query;
  sort_by?: { field: string; direction: "asc" | "desc" }[];
  newest?: number;
  limit?: number;
  afterId?: string;
  /** Requested in addition to `ROW_COLUMNS`. */
  columns?: readonly string[];
  /** Whether the rows come with their costs and feedback, where the service has that: see `isWhole`. */
  extras?: boolean;
}

/** Whether a row came with its cost and feedback. */
export function isWhole(row: CallRow): boolean {
  return row.feedback !== undefined;
}

/** Clients of services that refuse `include_extras`. */
const withoutExtras = new WeakSet<Client>();

/** All rows of one response; throws `cut_off` instead of returning only a part. */
export async function readRows(query: RowsQuery, client: Client, signal: AbortSignal): Promise<CallRow[]> {
  const rows: CallRow[] = [];
  for await (const row of yieldToMain(streamRows(query, client, signal))) rows.push(row);
  return rows;
}

async function* streamRows(query: RowsQuery, client: Client, signal: AbortSignal): AsyncGenerator<CallRow> {
  const { projectId, afterId, columns = [], extras = false, ...rest } = query;
  const body = {
    ...rest,
    project_id: projectId,
    columns: [...ROW_COLUMNS, ...columns],
    include_overview: true,
    ...(afterId === undefined ? {} : { after_id: afterId }),
  };
  if (extras && !withoutExtras.has(client)) {
    try {
      yield* client.stream("callsStreamQuery", { ...body, include_extras: true }, { signal });
      return;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "invalid") throw error;
    }
  }
  yield* client.stream("callsStreamQuery", body, { signal });
  // It refused the field, and nothing else.
  if (extras) withoutExtras.add(client);
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
      const query = { projectId, ...selectCalls(view, readAt), ...sorted };
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
      const selection = selectCalls(view, Date.now());
      const { count } = await client.request("callsQueryStats", { project_id: projectId, ...selection }, { signal });
      return count;
    },
    placeholderData: keepPreviousData,
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

export interface Watermark {
  latest: string | null;
  isEmpty: boolean;
}

export async function readWatermark(projectId: string, client: Client, signal: AbortSignal): Promise<Watermark> {
  const body = { project_id: projectId, limit: 1 };
  const { count, latest } = await client.request("callsQueryStats", body, { signal });
  return { latest: latest ?? null, isEmpty: count === 0 };
}
