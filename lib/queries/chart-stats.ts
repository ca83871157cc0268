import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { TimeStats } from "@/lib/contract/call-stats";
import type { Chart } from "@/lib/contract/dashboards";
import { STATS_GROUPS } from "@/lib/contract/limits";
import { selectionOf, statsOf } from "@/lib/contract/metrics";
import { toTimestamp } from "@/lib/contract/time";
import { NEWEST_TRACES, zonedView } from "@/lib/filter/calls-view";
import type { TimeSpan } from "@/lib/filter/time-span";
import type { TimeZone } from "@/lib/format/time";
import { countedRange } from "./calls-over-time";
import { pollInterval, stopwatch } from "./polling";
import { selectCalls } from "./select-calls";

/** Groups that one chart draws; all others are counted together. */
const DRAWN_GROUPS = 10;
/** Milliseconds between two readings of a range that ends now. */
const READ_MS = 30_000;
/** One or two buckets for most ranges, of which only the totals are read. */
const WHOLE_WEEK = 604_800;

export interface ChartStats {
  stats: TimeStats;
  /** Of the same time before, for a number in a range that has a beginning. */
  before: TimeStats | undefined;
  /** Duration of the reading, milliseconds. */
  tookMs: number;
}

interface ChartParams {
  projectId: string;
  chart: Pick<Chart, "metric" | "filter" | "look">;
  period: TimeSpan;
  zone: TimeZone;
}

/**
 * The statistics that a chart's values are in; null if the project has no calls. Charts of the same calls, groups and
 * look share them, whatever they measure.
 */
export function chartStats({ projectId, chart, period, zone }: ChartParams, client: Client = browserClient) {
  const { metric, filter, look } = chart;
  const { group_by: groupBy, feedback, count_traces: countsTraces } = statsOf(metric);
  const isTimed = look === "bars" || look === "lines";
  const isNumber = look === "number";
  const grouping =
    groupBy?.length && !isNumber ? { group_by: groupBy, groups: isTimed ? DRAWN_GROUPS : STATS_GROUPS } : {};
  const counted = {
    ...grouping,
    feedback,
    count_traces: countsTraces,
    ...(isTimed ? {} : { granularity: WHOLE_WEEK }),
  };
  // Of traces that failed: what their roots have, besides what the filter says.
  const ofTraces = selectionOf({ measure: metric.measure });
  const view = zonedView({ ...NEWEST_TRACES, q: filter, roots: false, ...period }, zone);
  return queryOptions({
    queryKey: ["calls", "chart", { projectId, counted, ofTraces, view, zone, isNumber }] as const,
    queryFn: async ({ signal }): Promise<ChartStats | null> => {
      const [now, tookMs] = [Date.now(), stopwatch()];
      const [{ query }, range] = await Promise.all([
        selectCalls({ ...view, range: null, from: null, to: null }, now),
        // All time begins with the project's first call, so that the charts of a dashboard have the same axis.
        countedRange(projectId, { ...view, q: "" }, now, client, signal),
      ]);
      if (!range) return null;
      const selected = selectionOf({ measure: metric.measure, query });
      const read = ({ start, end }: { start: string; end: string | null }) =>
        client.request(
          "callsStats",
          { project_id: projectId, ...selected, ...counted, start, end, timezone: zone },
          { signal },
        );
      const earlier = isNumber && (period.from !== null || period.range !== null) ? timeBefore(range) : undefined;
      const [stats, before] = await Promise.all([read(range), earlier && read(earlier)]);
      return { stats, before, tookMs: tookMs() };
    },
    placeholderData: keepPreviousData,
    staleTime: READ_MS / 2,
    refetchInterval: (query) => {
      const interval = period.to === null && pollInterval(query);
      return interval && Math.max(interval, READ_MS, 4 * (query.state.data?.tookMs ?? 0));
    },
  });
}

/** The range of the same length that ends where this one begins. */
function timeBefore({ start, end }: { start: string; end: string | null }): { start: string; end: string } | undefined {
  if (end === null) return undefined;
  const [from, to] = [Date.parse(start), Date.parse(end)];
  return { start: toTimestamp(from - (to - from)), end: start };
}
