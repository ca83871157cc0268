import { queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client, RequestOf } from "@/lib/client/client";
import { FAILED, HAS_FAILING_STEP } from "@/lib/contract/conditions";
import { STATS_GROUPS } from "@/lib/contract/limits";
import type { Days } from "@/lib/dashboard/day-numbers";
import { readRows } from "./call-rows";
import { polledDays, pollInterval, stopwatch } from "./polling";

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** One or two buckets, of which only the totals are read. */
const WHOLE_WEEK = 604_800;
const FAILURES = 5;

type Counted = Omit<RequestOf<"callsStats">, "project_id" | "start" | "end">;

/** What the calls of two days are compared by, with the groups that it is counted by: a version is one of an op. */
const MOVES = [
  { by: "op", group_by: ["op"] },
  { by: "model", group_by: ["model"] },
  { by: "version", group_by: ["op", "version"] },
] as const;

const at = (ms: number) => new Date(ms).toISOString();

function reader(projectId: string, client: Client, signal: AbortSignal) {
  return (counted: Counted, fromMs: number, toMs: number) => {
    const body = { project_id: projectId, granularity: WHOLE_WEEK, ...counted, start: at(fromMs), end: at(toMs) };
    return client.request("callsStats", body, { signal });
  };
}

const NUMBERS_MS = { least: 10_000, most: 60_000 };
/** Of the time that a reading took until it is repeated, so that it takes little of the service's time. */
const NUMBERS_PAUSE = 50;

/** Milliseconds until the numbers of days are read again: ten seconds, and up to a minute where that is slow. */
export function numbersInterval(query: {
  state: { status: string; error: Error | null; data: { tookMs: number } | undefined };
}): number | false {
  const interval = pollInterval(query);
  const pause = Math.min(NUMBERS_PAUSE * (query.state.data?.tookMs ?? 0), NUMBERS_MS.most);
  return interval && Math.max(interval, NUMBERS_MS.least, pause);
}

/**
 * The last 24 hours, the 24 hours before and the 7 days before the last 24 hours: of the traces, of those with a failing step, of all calls,
 * and the feedback by type.
 */
export function projectDays(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["calls", "days", { projectId }] as const,
    queryFn: async ({ signal }) => {
      const [now, tookMs] = [Date.now(), stopwatch()];
      const read = reader(projectId, client, signal);
      const days = async (counted: Counted): Promise<Days> => {
        const [day, before, week] = await Promise.all([
          read(counted, now - DAY_MS, now),
          read(counted, now - 2 * DAY_MS, now - DAY_MS),
          read(counted, now - DAY_MS - WEEK_MS, now - DAY_MS),
        ]);
        return { day, before, week };
      };
      const [traces, failing, calls, feedback] = await Promise.all([
        days({ filter: { trace_roots_only: true } }),
        days({ filter: { trace_roots_only: true }, query: { $expr: HAS_FAILING_STEP } }),
        days({}),
        days({ feedback: {}, group_by: ["feedback_type"] }),
      ]);
      return { traces, failing, calls, feedback, tookMs: tookMs() };
    },
    staleTime: NUMBERS_MS.least / 2,
    refetchInterval: numbersInterval,
  });
}

/** The calls of the last 24 hours and of the 24 hours before, by op, model and version. */
export function projectMoves(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["calls", "moves", { projectId }] as const,
    queryFn: async ({ signal }) => {
      const now = Date.now();
      const read = reader(projectId, client, signal);
      return Promise.all(
        MOVES.map(async ({ by, group_by: groupBy }) => {
          const counted = { group_by: [...groupBy], groups: STATS_GROUPS };
          const [day, before] = await Promise.all([
            read(counted, now - DAY_MS, now),
            read(counted, now - 2 * DAY_MS, now - DAY_MS),
          ]);
          return { by, day, before };
        }),
      );
    },
    ...polledDays,
  });
}

/** The newest traces that failed. */
export function newestFailures(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["calls", "failures", { projectId }] as const,
    queryFn: ({ signal }) => {
      const query = { $expr: FAILED };
      const sort_by = [{ field: "started_at", direction: "desc" as const }];
      const filter = { trace_roots_only: true };
      return readRows({ projectId, filter, query, sort_by, limit: FAILURES }, client, signal);
    },
    ...polledDays,
  });
}
