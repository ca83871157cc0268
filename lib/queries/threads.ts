import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { CallCost } from "@/lib/contract/call-costs";
import type { CallRow } from "@/lib/contract/calls";
import { isOneOf } from "@/lib/contract/conditions";
import type { Feedback } from "@/lib/contract/feedback";
import { callRef } from "@/lib/contract/refs";
import type { Thread } from "@/lib/contract/threads";
import type { TraceCosts } from "@/lib/trace/cost";
import { type ThreadTotals, totalsByThread } from "@/lib/trace/thread-totals";
import { readRows, readWatermark } from "./call-rows";
import { pollInterval, WATERMARK_MS } from "./polling";
import type { FeedbackRow } from "./feedback";
import type { ListPage } from "@/lib/live/list-pages";
import { nextPoll, type Poll } from "@/lib/live/poll";

/** Number of threads on a page of the list. */
export const THREADS_PAGE_ROWS = 50;
/** Maximum number of calls that are read for the totals of a page's threads; with more there are no totals. */
const TOTALLED_CALLS = 20_000;
/** Number of calls per request for feedback. */
const REFS_AT_ONCE = 2_000;

/** The threads' sortable columns, by their word in the URL. */
const THREAD_SORT_FIELDS = {
  thread: "thread_id",
  turns: "turn_count",
  started: "start_time",
  updated: "last_updated",
  p50: "p50_turn_duration_ms",
  p99: "p99_turn_duration_ms",
} as const;
export type ThreadSortKey = keyof typeof THREAD_SORT_FIELDS;

/** The state of the thread list, all of which is in the URL. */
export interface ThreadsView {
  sort: { by: ThreadSortKey; direction: "asc" | "desc" };
}

export interface ThreadsListParams {
  projectId: string;
  view: ThreadsView;
}

export interface ThreadsPage extends ListPage<Thread> {
  /** Its rows as read, without later changes. */
  read: Thread[];
}

/** The rows of one page of threads. */
export async function readThreads(
  { projectId, view }: ThreadsListParams,
  offset: number,
  client: Client,
  signal: AbortSignal,
): Promise<Thread[]> {
  const threads: Thread[] = [];
  const body = {
    project_id: projectId,
    sort_by: [{ field: THREAD_SORT_FIELDS[view.sort.by], direction: view.sort.direction }],
    limit: THREADS_PAGE_ROWS,
    offset,
  };
  for await (const thread of client.stream("threadsStreamQuery", body, { signal })) threads.push(thread);
  return threads;
}

/** The threads of a project, page by page. */
export function threadsList({ projectId, view }: ThreadsListParams, client: Client = browserClient) {
  return infiniteQueryOptions({
    queryKey: ["threads", "list", { projectId, view }] as const,
    queryFn: async ({ pageParam, signal }): Promise<ThreadsPage> => {
      const readAt = Date.now();
      const rows = await readThreads({ projectId, view }, pageParam, client, signal);
      return { rows, read: rows, readAt, hasMore: rows.length === THREADS_PAGE_ROWS };
    },
    initialPageParam: 0,
    getNextPageParam: ({ hasMore }, pages) =>
      hasMore ? pages.reduce((count, { rows }) => count + rows.length, 0) : undefined,
    placeholderData: keepPreviousData,
  });
}

/** Tokens, costs and failures of some threads, counting each token once; empty if they have too many calls. */
export function threadTotals(projectId: string, threads: readonly Thread[], client: Client = browserClient) {
  const ids = threads.map(({ thread_id: id }) => id);
  const firstTurns = new Set(threads.map(({ first_turn_id: id }) => id));
  const written = threads.map(({ last_updated: at }) => at).join();
  return queryOptions({
    queryKey: ["threads", "totals", { projectId, ids, written }] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, ThreadTotals>> => {
      const body = { project_id: projectId, limit: TOTALLED_CALLS };
      const own = { ...body, filter: { thread_ids: ids }, columns: ["id", "trace_id"] };
      const traces = new Set<string>();
      let count = 0;
      for await (const { trace_id: trace } of client.stream("callsStreamQuery", own, { signal })) {
        count += 1;
        if (trace !== undefined) traces.add(trace);
      }
      if (count >= TOTALLED_CALLS || count === 0) return new Map();
      // A turn's tokens are also in calls below it that do not have the thread id.
      const all = {
        ...body,
        filter: { trace_ids: [...traces] },
        columns: ["id", "trace_id", "parent_id", "thread_id", "started_at", "exception", "summary.costs"],
        include_costs: true,
        include_overview: true,
      };
      const { readCosts } = await import("@/lib/trace/read-costs");
      const rows: CallRow[] = [];
      const costs = new Map<string, Readonly<Record<string, CallCost>>>();
      for await (const { summary, ...row } of client.stream("callsStreamQuery", all, { signal })) {
        rows.push(row);
        const found = summary && readCosts(summary);
        if (found) costs.set(row.id, found);
      }
      if (rows.length >= TOTALLED_CALLS) return new Map();
      return totalsByThread(rows, costs, firstTurns);
    },
    enabled: ids.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
}

export type FeedbackInThread = Pick<Feedback, "feedback_type" | "payload">;

/** The feedback on all calls of some threads, by thread, oldest first. */
export function feedbackInThreads(
  projectId: string,
  totals: ReadonlyMap<string, ThreadTotals>,
  client: Client = browserClient,
) {
  const threadOf = new Map(
    [...totals].flatMap(([thread, { callIds }]) => callIds.map((id) => [callRef(projectId, id), thread])),
  );
  return queryOptions({
    queryKey: ["feedback", "in-threads", { projectId, ids: [...totals.keys()], calls: threadOf.size }] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, FeedbackInThread[]>> => {
      const found = new Map<string, FeedbackInThread[]>();
      const refs = [...threadOf.keys()];
      for (let from = 0; from < refs.length; from += REFS_AT_ONCE) {
        const body = {
          project_id: projectId,
          fields: ["core_ref" as const, "feedback_type" as const, "payload" as const],
          query: { $expr: isOneOf("core_ref", refs.slice(from, from + REFS_AT_ONCE)) },
          sort_by: [{ field: "created_at", direction: "asc" as const }],
        };
        const { result } = await client.request("feedbackQuery", body, { signal });
        for (const { core_ref: ref, feedback_type, payload } of result) {
          const thread = ref === undefined ? undefined : threadOf.get(ref);
          if (thread === undefined || !feedback_type || !payload) continue;
          found.set(thread, [...(found.get(thread) ?? []), { feedback_type, payload }]);
        }
      }
      return found;
    },
    enabled: threadOf.size > 0,
    placeholderData: keepPreviousData,
  });
}

interface LiveThread extends Poll {
  rows: CallRow[];
}

/** The calls of a thread and of its traces, without payloads; read again after every write. */
export function threadCalls(projectId: string, threadId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["threads", "calls", { projectId, threadId }] as const,
    queryFn: async ({ signal, client: cache, queryKey }): Promise<LiveThread> => {
      const previous = cache.getQueryData<LiveThread>(queryKey);
      const { latest } = await readWatermark(projectId, client, signal);
      const { isDue, ...poll } = nextPoll(previous, latest);
      if (previous && !isDue) return { ...previous, ...poll };
      const query = { projectId, columns: ["turn_id"], sort_by: [{ field: "started_at", direction: "asc" as const }] };
      const own = await readRows({ ...query, filter: { thread_ids: [threadId] } }, client, signal);
      const traces = [...new Set(own.flatMap(({ trace_id: id }) => id ?? []))];
      // A turn's tokens are also in calls below it that do not have the thread id.
      const rows =
        traces.length === 0 ? [] : await readRows({ ...query, filter: { trace_ids: traces } }, client, signal);
      return { ...poll, rows };
    },
    select: ({ rows }) => rows,
    refetchInterval: pollInterval,
    staleTime: WATERMARK_MS,
  });
}

/** The cost of each model in a thread's calls, by call and model. */
export function threadCosts(
  projectId: string,
  threadId: string,
  traceIds: readonly string[],
  client: Client = browserClient,
) {
  return queryOptions({
    queryKey: ["threads", "costs", { projectId, threadId, traceIds }] as const,
    queryFn: async ({ signal }): Promise<TraceCosts> => {
      const { readCosts } = await import("@/lib/trace/read-costs");
      const costs = new Map<string, Readonly<Record<string, CallCost>>>();
      const body = {
        project_id: projectId,
        filter: { trace_ids: [...traceIds] },
        columns: ["id", "summary.costs"],
        include_costs: true,
      };
      for await (const { id, summary } of client.stream("callsStreamQuery", body, { signal })) {
        const own = summary && readCosts(summary);
        if (own) costs.set(id, own);
      }
      return costs;
    },
    placeholderData: keepPreviousData,
  });
}

/** The feedback on some calls, by call id. */
export function feedbackOnCalls(projectId: string, callIds: readonly string[], client: Client = browserClient) {
  return queryOptions({
    queryKey: ["feedback", "list", { projectId, callIds }] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, FeedbackRow[]>> => {
      const ids = new Map(callIds.map((id) => [callRef(projectId, id), id]));
      const body = { project_id: projectId, query: { $expr: isOneOf("core_ref", [...ids.keys()]) } };
      const byCall = new Map<string, FeedbackRow[]>();
      for (const row of (await client.request("feedbackQuery", body, { signal })).result) {
        const id = row.core_ref === undefined ? undefined : ids.get(row.core_ref);
        if (id !== undefined) byCall.set(id, [...(byCall.get(id) ?? []), row]);
      }
      return byCall;
    },
    enabled: callIds.length > 0,
    placeholderData: keepPreviousData,
  });
}
