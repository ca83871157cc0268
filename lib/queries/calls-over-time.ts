import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { CallTotals, TimeStats } from "@/lib/contract/call-stats";
import { toTimestamp } from "@/lib/contract/time";
import type { TimeZone } from "@/lib/format/time";
import { type CallsListParams, stopwatch } from "./calls";
import { type CallsSelection, type CallsView, rangeOf, selectCalls } from "@/lib/filter/calls-view";

/** Milliseconds between two readings while calls arrive: it counts more than a list reads. */
const STATS_MS = 5_000;

export interface CallsOverTime extends TimeStats {
  /** Of all that is selected; undefined when that is nothing. */
  all: CallTotals | undefined;
  /** What they cost, in the same buckets; of a root what its whole trace does. */
  costs: TimeStats;
  /** Milliseconds that reading them took. */
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
      const { since, until } = rangeOf(view, now);
      // The range has fields of its own, which summed-up hours can serve.
      const selection = selectCalls({ ...view, range: null, from: null, to: null }, now);
      const start = since ?? (await firstStart(projectId, selectCalls(view, now), client, signal));
      if (start === undefined) return null;
      // The list's range has its end in it.
      const end = toTimestamp(until === null ? now : Date.parse(until) + 1);
      const body = { project_id: projectId, ...selection, start, end: end > start ? end : null, timezone: zone };
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

/** What asks for the costs of traces: those of all are those of all calls, which is cheaper to know. */
function ofWholeTraces<Body extends object>(body: Body, { q }: CallsView) {
  return q.trim() === "" ? { ...body, filter: null } : { ...body, whole_traces: true };
}

/** When the first of the selected calls began. */
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
