import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { CallTotals, TimeStats } from "@/lib/contract/call-stats";
import { toTimestamp } from "@/lib/contract/time";
import { endAfter } from "@/lib/filter/end-after";
import type { TimeZone } from "@/lib/format/time";
import type { CallsListParams } from "./calls";
import { stopwatch } from "./polling";
import type { CallsSelection, CallsView } from "@/lib/filter/calls-view";
import { rangeOf, selectCalls } from "./select-calls";

/** Milliseconds between two readings while calls arrive: statistics read more than a list. */
const STATS_MS = 5_000;

export interface CallsOverTime extends TimeStats {
  /** Of all selected calls; undefined if there are none. */
  all: CallTotals | undefined;
  /** Costs in the same buckets; for a root, of its whole trace. */
  costs: TimeStats;
  /** Duration of the reading, milliseconds. */
  tookMs: number;
}

/** Statistics of a view's calls over its time range, in buckets of the time zone; undefined when there are none. */
export function callsOverTime(
  { projectId, view, zone }: CallsListParams & { zone: TimeZone },
  client: Client = browserClient,
) {
  return queryOptions({
    queryKey: ["calls", "over-time", { projectId, view: { ...view, sort: undefined }, zone }] as const,
    queryFn: async ({ signal }): Promise<CallsOverTime | null> => {
      const now = Date.now();
      const tookMs = stopwatch();
      // The range is sent in separate fields, so that hourly roll-ups can be used.
      const selection = await selectCalls({ ...view, range: null, from: null, to: null }, now);
      const range = await countedRange(projectId, view, now, client, signal);
      if (!range) return null;
      const body = { project_id: projectId, ...selection, ...range, timezone: zone };
      const [stats, ofTraces] = await Promise.all([
        client.request("callsStats", body, { signal }),
        view.roots ? client.request("callsStats", ofWholeTraces(body, view), { signal }) : undefined,
      ]);
      return { ...stats, all: stats.totals[0], costs: ofTraces ?? stats, tookMs: tookMs() };
    },
    placeholderData: keepPreviousData,
    staleTime: STATS_MS,
  });
}

/**
 * The range `[start, end)` that the calls of a view are counted in at `now`: all time begins with the first of them.
 * Undefined if there are none; `end` is null for the service's own time, if this browser's is behind it.
 */
export async function countedRange(
  projectId: string,
  view: CallsView,
  now: number,
  client: Client,
  signal: AbortSignal,
): Promise<{ start: string; end: string | null } | undefined> {
  const { since, until } = await rangeOf(view, now);
  const start = since ?? (await firstStart(projectId, await selectCalls(view, now), client, signal));
  if (start === undefined) return undefined;
  const end = toTimestamp(until === null ? now : endAfter(until));
  return { start, end: end > start ? end : null };
}

/**
 * The query for the costs of the listed traces, whole: the calls of a trace may have started before or after the range
 * that it began in. The costs of all traces of all time are those of all calls, which are cheaper to compute.
 */
function ofWholeTraces<Body extends object>(body: Body, { q, from, to, range }: CallsView) {
  const isAll = q.trim() === "" && from === null && to === null && range === null;
  return isAll ? { ...body, filter: null } : { ...body, whole_traces: true };
}

/** When the first of the selected calls started. */
async function firstStart(
  projectId: string,
  selection: CallsSelection,
  client: Client,
  signal: AbortSignal,
): Promise<string | undefined> {
  const body = {
    project_id: projectId,
    ...selection,
    sort_by: [{ field: "started_at", direction: "asc" as const }],
    limit: 1,
    columns: ["id", "started_at"],
  };
  let first: string | undefined;
  for await (const row of client.stream("callsStreamQuery", body, { signal })) first ??= row.started_at;
  return first;
}
