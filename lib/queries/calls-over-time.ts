import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { CallTotals, TimeStats } from "@/lib/contract/call-stats";
import { endpoints } from "@/lib/contract/endpoints";
import { toTimestamp } from "@/lib/contract/time";
import type { TimeZone } from "@/lib/format/time";
import type { CallsListParams } from "./calls";
import { type CallsSelection, rangeOf, selectCalls } from "./calls-filter";

/** Milliseconds between two readings while calls arrive: it counts more than a list reads. */
const STATS_MS = 5_000;

export interface CallsOverTime extends TimeStats {
  /** Of all that is selected; undefined when that is nothing. */
  all: CallTotals | undefined;
  /**
   * What the costs are of, in the same buckets: with traces listed, of all calls in them. Null where that is not known,
   * because a filter chooses among the traces.
   */
  costs: TimeStats | null;
}

/** What the calls of a view come to over its time range, in buckets of the time zone; undefined when there are none. */
export function callsOverTime(
  { projectId, view, zone }: CallsListParams & { zone: TimeZone },
  client: Client = browserClient,
) {
  return queryOptions({
    queryKey: ["calls", "over-time", { projectId, view: { ...view, sort: undefined }, zone }] as const,
    queryFn: async ({ signal }): Promise<CallsOverTime | null> => {
      const now = Date.now();
      const selection = selectCalls(view, now);
      const { since, until } = rangeOf(view, now);
      const start = since ?? (await firstStart(projectId, selection, client, signal));
      if (start === undefined) return null;
      const end = until ?? toTimestamp(now);
      const body = { project_id: projectId, ...selection, start, end: end > start ? end : null, timezone: zone };
      const isOfTraces = view.roots && view.q.trim() === "";
      const [stats, ofTraces] = await Promise.all([
        client.request(endpoints.callsStats, body, { signal }),
        isOfTraces ? client.request(endpoints.callsStats, { ...body, filter: null }, { signal }) : null,
      ]);
      return { ...stats, all: stats.totals[0], costs: view.roots ? ofTraces : stats };
    },
    placeholderData: keepPreviousData,
    staleTime: STATS_MS,
  });
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
  for await (const row of client.stream(endpoints.callsStreamQuery, body, { signal })) return row.started_at;
  return undefined;
}
