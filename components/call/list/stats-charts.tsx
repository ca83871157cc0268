"use client";

import { useQuery } from "@tanstack/react-query";

import { Chart } from "@/components/charts/chart";
import { ceilingOf, type ChartSeries } from "@/components/charts/chart-data";
import { moneyLook } from "@/components/charts/money-look";
import { useTimeZone } from "@/components/ui/use-time-zone";
import { ApiError, isMissingEndpoint } from "@/lib/client/api-error";
import type { CallTotals, TimeStats } from "@/lib/contract/call-stats";
import type { PlainMetric } from "@/lib/contract/metrics";
import { toTimestamp } from "@/lib/contract/time";
import { lastBefore } from "@/lib/filter/time-range";
import { paletteColor } from "@/lib/format/category-color";
import { axisDuration, DURATION_STEPS, formatDuration } from "@/lib/format/duration";
import { formatCount } from "@/lib/format/number";
import type { CallsListParams } from "@/lib/queries/calls";
import { callsOverTime } from "@/lib/queries/calls-over-time";
import { useMay } from "@/lib/queries/use-may";

import { ChartsSkeleton } from "./charts-skeleton";
import { MetricLinks } from "./metric-links";
import type { ChangeView } from "./use-calls-view";

const chartPx = 84;

/** Charts of the listed calls over time; a range dragged or selected by keyboard becomes the list's range. */
export function StatsCharts({ params, onChange }: { params: CallsListParams; onChange: ChangeView }) {
  const zone = useTimeZone();
  const mayChange = useMay(params.projectId, "member");
  const { data, error, isPlaceholderData } = useQuery(callsOverTime({ ...params, zone }));
  const zoom = (from: number, to: number) =>
    onChange({ from: toTimestamp(from), to: lastBefore(toTimestamp(to)), range: null });
  if (error) {
    // A service without statistics has no charts; an invalid filter is reported below the filter box.
    if (!(error instanceof ApiError) || isMissingEndpoint(error)) return undefined;
    return <p className="px-4 py-2 text-meta text-muted">Could not load the charts: {error.message}</p>;
  }
  // If nothing is listed there is nothing to draw.
  if (data !== undefined && !data?.all?.count) return undefined;
  if (!data) return <ChartsSkeleton />;
  const chart = (series: ChartSeries[]) => ({ ...bucketsOf(data), series });
  const latency: ChartSeries[] = [
    { ...bars(data, "p50", "var(--category-1)", (one) => one.latency_p50_ms ?? null, null), look: "line" },
    { ...bars(data, "p95", "var(--category-2)", (one) => one.latency_p95_ms ?? null, null), look: "line" },
  ];
  const { q, roots } = params.view;
  const filter = q.trim() === "" ? "" : roots ? `(${q})` : q;
  const linksTo = (label: string, metric: Pick<PlainMetric, "measure" | "currency">, calls = filter) =>
    mayChange && <MetricLinks projectId={params.projectId} label={label} metric={metric} filter={calls} />;
  const ofRoots = roots ? `${filter} parent:none`.trim() : filter;
  const { costs } = data;
  const currencies = [...new Set(costs.stats.flatMap(({ total_cost: cost }) => Object.keys(cost)))];
  const [currency] = currencies;
  return (
    <div
      aria-busy={isPlaceholderData}
      className="grid gap-x-6 gap-y-2 px-4 pt-1 pb-2 aria-busy:opacity-50 sm:grid-cols-2 md:grid-cols-3"
    >
      <Chart
        label="Calls"
        actions={linksTo("Calls", { measure: "calls" }, ofRoots)}
        height={chartPx}
        sync="calls"
        onZoom={zoom}
        format={formatCount}
        data={chart([
          bars(data, "Failed", "var(--error)", ({ errors }) => errors, 0),
          bars(data, "Not failed", "var(--control)", ({ count, errors }) => count - errors, 0),
        ])}
      />
      <Chart
        label="Latency"
        actions={linksTo("Latency", { measure: "latency_p95" }, ofRoots)}
        height={chartPx}
        sync="calls"
        onZoom={zoom}
        format={formatDuration}
        formatTicks={axisDuration}
        ySteps={DURATION_STEPS}
        data={{ ...chart(latency), ceiling: ceilingOf(latency) }}
      />
      {currency !== undefined && (
        <Chart
          label={currencies.length > 1 ? `Cost in ${currency}` : "Cost"}
          // The cost of the whole traces that a filter selects cannot be said as a metric.
          actions={(!roots || filter === "") && linksTo("Cost", { measure: "cost", currency })}
          height={chartPx}
          sync="calls"
          onZoom={zoom}
          {...moneyLook(currency)}
          data={chart([bars(costs, currency, paletteColor(0), (one) => one.total_cost[currency] ?? 0, 0)])}
        />
      )}
    </div>
  );
}

function bucketsOf({ buckets }: TimeStats) {
  return {
    starts: buckets.map(({ start }) => Date.parse(start)),
    end: Date.parse(buckets.at(-1)?.end ?? "1970-01-01T00:00:00Z"),
  };
}

function bars(
  { buckets, stats }: TimeStats,
  label: string,
  color: string,
  valueOf: (totals: CallTotals) => number | null,
  absent: number | null,
): ChartSeries {
  const values: (number | null)[] = buckets.map(() => absent);
  for (const one of stats) values[one.bucket] = valueOf(one);
  return { label, values, color, look: "bars" };
}
