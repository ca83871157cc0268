import { type PlainMetric, metricValue, statsOf } from "@/lib/contract/metrics";
import type { TimeStats, TimeStatsQuery } from "@/lib/contract/call-stats";
import type { AlertDefinition } from "@/lib/contract/alerts";
import { weekBefore } from "./schedule";
import type { WindowResult } from "./transition";

/** Statistics of a project, as `/calls/stats` returns them. */
export type Statistics = (query: TimeStatsQuery) => Promise<Pick<TimeStats, "totals">>;

const HUNDRED = 100;

/** The value of a metric in a window, by the same statistics as charts. */
async function valueIn(
  statistics: Statistics,
  project_id: string,
  metric: PlainMetric,
  { start, end }: { start: string; end: string },
): Promise<number | undefined> {
  const { totals } = await statistics({ project_id, start, end, granularity: WHOLE_WEEK, ...statsOf(metric) });
  return metricValue(metric, totals[0]);
}

/** One or two buckets for every window, of which only the totals are read. */
const WHOLE_WEEK = 604_800;

/** The result of a window of an alert. */
export async function measure(
  statistics: Statistics,
  project_id: string,
  { metric, condition }: Pick<AlertDefinition, "metric" | "condition">,
  window: { start: string; end: string },
): Promise<WindowResult> {
  const value = await valueIn(statistics, project_id, metric, window);
  if (value === undefined) return { type: "no_data", reason: "There is nothing to measure in the window" };
  if (condition.type === "threshold") return { type: "value", value };
  const before = { start: weekBefore(window.start), end: weekBefore(window.end) };
  const baseline = await valueIn(statistics, project_id, metric, before);
  if (baseline === undefined)
    return { type: "no_data", value, reason: "There is nothing to measure in the same window a week before" };
  if (baseline === 0)
    return { type: "no_data", value, baseline, reason: "The value was 0 in the same window a week before" };
  return { type: "value", value, baseline, percent: ((value - baseline) / Math.abs(baseline)) * HUNDRED };
}
