import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { Feedback } from "@/lib/contract/feedback";
import type { FeedbackStats } from "@/lib/contract/feedback-stats";
import { toTimestamp } from "@/lib/contract/time";
import { type FeedbackView, rangeOf, selectFeedback } from "@/lib/filter/feedback-view";
import { endAfter } from "@/lib/filter/end-after";
import type { TimeZone } from "@/lib/format/time";
import { pollInterval } from "./polling";
import type { ListPage } from "@/lib/live/list-pages";
import { purgeBody } from "./feedback";
import { removeRows } from "./live-list";

/** Records of one page of the list. */
export const FEEDBACK_PAGE_ROWS = 100;
const STATS_MS = 5_000;
/** Milliseconds between two checks whether feedback was given or removed. */
export const PULSE_MS = 2_000;

export interface FeedbackListParams {
  projectId: string;
  view: FeedbackView;
}

interface PageParam {
  offset: number;
  /** When the list was first read (milliseconds): every page resolves a relative range against it. */
  readAt: number;
  /** Feedback created later is not on later pages, because it would shift them. */
  until?: string | undefined;
}

export interface FeedbackPage extends ListPage<Partial<Feedback>> {
  until?: string | undefined;
}

/** The rows of one page of a project's feedback. */
export async function readFeedbackRows(
  { projectId, view }: FeedbackListParams,
  { offset, readAt, until }: PageParam,
  client: Client,
  signal: AbortSignal,
): Promise<Partial<Feedback>[]> {
  const body = {
    project_id: projectId,
    query: selectFeedback(view, readAt, until),
    sort_by: [{ field: view.sort.by, direction: view.sort.direction }],
    limit: FEEDBACK_PAGE_ROWS,
    offset,
  };
  return (await client.request("feedbackQuery", body, { signal })).result;
}

/** A project's feedback, page by page. */
export function feedbackList({ projectId, view }: FeedbackListParams, client: Client = browserClient) {
  return infiniteQueryOptions({
    queryKey: ["feedback", "project", { projectId, view }] as const,
    queryFn: async ({ pageParam, signal }): Promise<FeedbackPage> => {
      const readAt = pageParam.readAt || Date.now();
      const rows = await readFeedbackRows({ projectId, view }, { ...pageParam, readAt }, client, signal);
      const isNewestFirst = view.sort.by === "created_at" && view.sort.direction === "desc";
      const until = pageParam.until ?? (isNewestFirst ? rows[0]?.created_at : undefined);
      return { rows, readAt, until, hasMore: rows.length === FEEDBACK_PAGE_ROWS };
    },
    initialPageParam: { offset: 0, readAt: 0 } as PageParam,
    getNextPageParam: ({ hasMore, readAt, until }, pages): PageParam | undefined =>
      hasMore ? { offset: pages.length * FEEDBACK_PAGE_ROWS, readAt, until } : undefined,
    placeholderData: keepPreviousData,
  });
}

/**
 * How much feedback a project has and when the last was created, requested while the page is visible; it changes with
 * each new record.
 */
export function feedbackPulse(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["feedback", "pulse", { projectId }] as const,
    queryFn: ({ signal }) => client.request("feedbackQueryStats", { project_id: projectId }, { signal }),
    refetchInterval: (query) => {
      const interval = pollInterval(query);
      return interval && Math.max(interval, PULSE_MS);
    },
  });
}

/** The number of feedback records that a view selects. */
export function feedbackCount({ projectId, view }: FeedbackListParams, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["feedback", "count", { projectId, view: { ...view, sort: undefined } }] as const,
    queryFn: async ({ signal }) => {
      const body = { project_id: projectId, query: selectFeedback(view, Date.now()) };
      return (await client.request("feedbackQueryStats", body, { signal })).count;
    },
    placeholderData: keepPreviousData,
  });
}

/** Statistics of a view's feedback over time, in buckets of the time zone; null when there is none. */
export function feedbackOverTime(
  { projectId, view, zone }: FeedbackListParams & { zone: TimeZone },
  client: Client = browserClient,
) {
  return queryOptions({
    queryKey: ["feedback", "over-time", { projectId, view: { ...view, sort: undefined }, zone }] as const,
    queryFn: async ({ signal }): Promise<FeedbackStats | null> => {
      const now = Date.now();
      const { since, until } = rangeOf(view, now);
      const body = { project_id: projectId, query: selectFeedback(view, now) };
      const start = since ?? (await client.request("feedbackQueryStats", body, { signal })).first;
      if (start === undefined) return null;
      const end = until !== null && until > start ? toTimestamp(endAfter(until)) : undefined;
      const range = { start, end, timezone: zone };
      return client.request("feedbackQueryStats", { ...body, ...range }, { signal });
    },
    placeholderData: keepPreviousData,
    staleTime: STATS_MS,
  });
}

/** The types of a project's feedback and how often each occurs, the most frequent first. */
export function feedbackTypes(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["feedback", "types", { projectId }] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
      const body = { project_id: projectId };
      const { first: start } = await client.request("feedbackQueryStats", body, { signal });
      if (start === undefined) return new Map();
      const { stats = [] } = await client.request("feedbackQueryStats", { ...body, start }, { signal });
      const counts = new Map<string, number>();
      for (const { feedback_type: type, count } of stats) counts.set(type, (counts.get(type) ?? 0) + count);
      return new Map([...counts].toSorted(([, a], [, b]) => b - a));
    },
    staleTime: STATS_MS,
  });
}

/** Every record that a view selects, in its order; fails instead of returning only a part. */
export function feedbackExport({ projectId, view }: FeedbackListParams, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["feedback", "export", { projectId }] as const,
    mutationFn: async () => {
      const body = {
        project_id: projectId,
        query: selectFeedback(view, Date.now()),
        sort_by: [{ field: view.sort.by, direction: view.sort.direction }],
      };
      return (await client.request("feedbackQuery", body, { isExport: true })).result;
    },
  });
}

/** Removes one record of a project: removed from the list at once, restored if the service rejects the request. */
export function removeFeedback(projectId: string, client: Client = browserClient) {
  const keys = { list: ["feedback", "project", { projectId }], live: ["feedback", "live", { projectId }] };
  return mutationOptions({
    mutationKey: ["feedback", "remove", { projectId }] as const,
    mutationFn: ({ id = "" }: Partial<Feedback>) => client.request("feedbackPurge", purgeBody({ projectId }, id)),
    onMutate: async ({ id }, { client: cache }) => {
      await removeRows<Partial<Feedback>>(cache, keys, (row) => row.id === id);
    },
    onSettled: (_answer, _error, _row, _result, { client: cache }) => {
      // Not awaited, so that undo is offered at once.
      void cache.invalidateQueries({ queryKey: ["feedback"] });
    },
  });
}
