"use client";

import { Chart } from "@/components/charts/chart";
import { ceilingOf, type ChartSeries } from "@/components/charts/chart-data";
import { metricLook } from "@/components/charts/metric-look";
import { useModelColor } from "@/components/ui/model-colors";
import type { TimeStats } from "@/lib/contract/call-stats";
import type { Metric } from "@/lib/contract/metrics";
import { type GroupValues, groupValues } from "@/lib/dashboard/chart-values";
import { metricText, valueText } from "@/lib/format/alert-words";
import { distinctColors, paletteColor } from "@/lib/format/category-color";

const chartPx = 150;

interface TimeChartProps {
  title: string;
  metric: Metric;
  look: "bars" | "lines";
  stats: TimeStats;
  onZoom: (from: number, to: number) => void;
}

/** A metric over time, by group if it has groups. */
export function TimeChart({ title, metric, look, stats, onZoom }: TimeChartProps) {
  const groups = groupValues(metric, stats);
  const colorOf = useGroupColors(metric, groups);
  if (stats.totals.length === 0) return <p className="text-meta text-muted">No calls in this range.</p>;
  const series = groups.map((group): ChartSeries => ({
    label: group.label || metricText(metric),
    values: group.values,
    color: colorOf(group),
    look: look === "bars" ? "bars" : "line",
  }));
  const isGrouped = (metric.group_by?.length ?? 0) > 0;
  const data = {
    starts: stats.buckets.map(({ start }) => Date.parse(start)),
    end: Date.parse(stats.buckets.at(-1)?.end ?? "1970-01-01T00:00:00Z"),
    series,
    ceiling: look === "lines" ? ceilingOf(series) : undefined,
  };
  const [only] = groups;
  return (
    <>
      <Chart
        label={metricText(metric)}
        name={title}
        data={data}
        height={chartPx}
        sync="dashboard"
        hasLegend={false}
        summary={!isGrouped && only?.whole !== undefined && <span>{valueText(metric, only.whole)}</span>}
        onZoom={onZoom}
        {...metricLook(metric)}
      />
      {isGrouped && (
        <ul aria-label={`Groups of ${title}`} className="flex flex-wrap gap-x-3 gap-y-0.5 pt-1 text-label">
          {groups.map((group) => (
            <li key={`${group.isOthers} ${group.label}`} className="inline-flex min-w-0 items-center gap-1">
              <span aria-hidden style={{ background: colorOf(group) }} className="size-2 shrink-0 rounded-full" />
              <bdi className="max-w-48 truncate" title={group.label}>
                {group.label}
              </bdi>
              <span className="text-muted tabular-nums">
                {group.whole === undefined ? "—" : valueText(metric, group.whole)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Models have the same color everywhere; other groups differ from each other. */
function useGroupColors(metric: Metric, groups: readonly GroupValues[]): (group: GroupValues) => string {
  const modelColor = useModelColor();
  const distinct = distinctColors(groups.map(({ label }) => label));
  const [field, ...more] = metric.group_by ?? [];
  return ({ label, isOthers }) => {
    if (isOthers) return "var(--control)";
    if (field === undefined) return metric.measure.startsWith("error") ? "var(--error)" : paletteColor(0);
    return field === "model" && more.length === 0 ? modelColor(label) : (distinct.get(label) ?? paletteColor(0));
  };
}
