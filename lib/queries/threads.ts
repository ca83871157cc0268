import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { Thread, ThreadsQuery } from "@/lib/contract/threads";
import { type CallsView, NEWEST_TRACES, zonedView } from "@/lib/filter/calls-view";
import type { TimeZone } from "@/lib/format/time";
import { Extension } from "./extension";
import { selectCalls } from "./select-calls";
import type { ListPage } from "@/lib/live/list-pages";

/** Number of threads on a page of the list. */
export const THREADS_PAGE_ROWS = 50;

/** The threads' sortable columns, by their word in the URL. */
const THREAD_SORT_FIELDS = {
  thread: "thread_id",
  turns: "turn_count",
  started: "start_time",
  updated: "last_updated",
  p50: "p50_turn_duration_ms",
  p99: "p99_turn_duration_ms",
  tokens: "totals.usage.total_tokens",
  cost: "totals.total_cost",
  failed: "totals.failed_turns",
  failing: "totals.failing_turns",
  feedback: "totals.feedback_count",
} as const;
export type ThreadSortKey = keyof typeof THREAD_SORT_FIELDS;

/**
 * The state of the thread list, all of which is in the URL: threads with a call that meets all conditions, limited by
 * what each whole thread has.
 */
export interface ThreadsView extends Omit<CallsView, "roots" | "sort"> {
  /** Numbers of turns. */
  minTurns: number | null;
  maxTurns: number | null;
  /** Number of failed calls. */
  minErrors: number | null;
  /** An amount, in any currency. */
  minCost: number | null;
  sort: { by: ThreadSortKey; direction: "asc" | "desc" };
}

/** The default view: every thread, last active first. */
export const ALL_THREADS: ThreadsView = {
  q: "",
  from: null,
  to: null,
  range: null,
  minTurns: null,
  maxTurns: null,
  minErrors: null,
  minCost: null,
  sort: { by: "updated", direction: "desc" },
};

/** The calls of which a listed thread has at least one. */
export function callsOfView({ q, from, to, range, zone }: ThreadsView): CallsView {
  return { ...NEWEST_TRACES, q, from, to, range, roots: false, ...(zone && { zone }) };
}

/** Whether the view limits threads by what each whole thread has. */
export const isLimited = (view: ThreadsView) => Object.keys(limitsOf(view)).length > 0;

export const isFiltered = (view: ThreadsView) =>
  view.q !== "" || view.from !== null || view.to !== null || view.range !== null || isLimited(view);

function limitsOf({ minTurns, maxTurns, minErrors, minCost }: ThreadsView): NonNullable<ThreadsQuery["filter"]> {
  return {
    ...(minTurns !== null && { min_turns: minTurns }),
    ...(maxTurns !== null && { max_turns: maxTurns }),
    ...(minErrors !== null && { min_errors: minErrors }),
    ...(minCost !== null && { min_cost: minCost }),
  };
}

/** The view with a time zone if it names days, as `zonedView` does it for calls. */
export function zonedThreads(view: ThreadsView, zone: TimeZone): ThreadsView {
  const { zone: named } = zonedView(callsOfView(view), zone);
  return named ? { ...view, zone: named } : view;
}

async function selectThreads(view: ThreadsView): Promise<Pick<ThreadsQuery, "filter" | "query">> {
  if (!isFiltered(view)) return {};
  const { query } = await selectCalls(callsOfView(view), Date.now());
  return { ...(query && { query }), ...(isLimited(view) && { filter: limitsOf(view) }) };
}

export interface ThreadsListParams {
  projectId: string;
  view: ThreadsView;
}

export type ThreadsPage = ListPage<Thread>;

/** The threads of one page, with their totals. */
export async function readThreads(
  { projectId, view }: ThreadsListParams,
  offset: number,
  client: Client,
  signal: AbortSignal,
): Promise<Thread[]> {
  const order = [{ field: THREAD_SORT_FIELDS[view.sort.by], direction: view.sort.direction }];
  const selection = await selectThreads(view);
  return streamed(
    { project_id: projectId, ...selection, sort_by: order, limit: THREADS_PAGE_ROWS, offset },
    client,
    signal,
  );
}

/** Those of some threads that there still are, with their totals. */
export function readThreadsById(
  projectId: string,
  ids: readonly string[],
  client: Client,
  signal?: AbortSignal,
): Promise<Thread[]> {
  return streamed({ project_id: projectId, filter: { thread_ids: [...ids] }, limit: ids.length }, client, signal);
}

const includeTotals = new Extension();

/** The threads of a query; without their totals if the service does not have those. */
async function streamed(query: ThreadsQuery, client: Client, signal?: AbortSignal): Promise<Thread[]> {
  const threads: Thread[] = [];
  const rows = (withTotals: boolean) =>
    client.stream("threadsStreamQuery", withTotals ? { ...query, include_totals: true } : query, { signal });
  for await (const thread of includeTotals.stream(client, rows)) threads.push(thread);
  return threads;
}

/** The threads of a project, page by page. */
export function threadsList({ projectId, view }: ThreadsListParams, client: Client = browserClient) {
  return infiniteQueryOptions({
    queryKey: ["threads", "list", { projectId, view }] as const,
    queryFn: async ({ pageParam, signal }): Promise<ThreadsPage> => {
      const readAt = Date.now();
      const rows = await readThreads({ projectId, view }, pageParam, client, signal);
      return { rows, readAt, hasMore: rows.length === THREADS_PAGE_ROWS };
    },
    initialPageParam: 0,
    getNextPageParam: ({ hasMore }, pages) =>
      hasMore ? pages.reduce((count, { rows }) => count + rows.length, 0) : undefined,
    placeholderData: keepPreviousData,
  });
}

/** The number of threads that the view selects. */
export function threadsCount({ projectId, view }: ThreadsListParams, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["threads", "count", { projectId, view }] as const,
    queryFn: async ({ signal }) => {
      const body = { project_id: projectId, ...(await selectThreads(view)) };
      return (await client.request("threadsQueryStats", body, { signal })).count;
    },
    placeholderData: keepPreviousData,
  });
}
