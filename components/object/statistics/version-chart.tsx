import { Chart } from "@/components/charts/chart";
import { ceilingOf, type ChartSeries } from "@/components/charts/chart-data";
import { ChartNotes } from "@/components/charts/chart-notes";
import { metricLook } from "@/components/charts/metric-look";
import { type Measure, metricValue } from "@/lib/contract/metrics";
import type { ObjectVersion } from "@/lib/contract/objects";
import { toTimestamp } from "@/lib/contract/time";
import { versionName } from "@/lib/contract/version-name";
import { groupValues } from "@/lib/dashboard/chart-values";
import { lastBefore } from "@/lib/filter/time-range";
import type { TimeSpan } from "@/lib/filter/time-span";
import { MEASURE_NAMES } from "@/lib/format/alert-words";
import type { VersionStats } from "@/lib/queries/version-stats";

const chartPx = 180;

interface VersionChartProps {
  measure: Measure;
  read: readonly VersionStats[];
  colorOf: (version: ObjectVersion) => string;
  onPeriod: (period: TimeSpan) => void;
}

/** A measure of the calls of each version over time. */
export function VersionChart({ measure, read, colorOf, onPeriod }: VersionChartProps) {
  const used = read.filter(({ calls }) => calls.totals.length > 0);
  const series = used.flatMap(({ version, calls }): ChartSeries[] =>
    groupValues({ measure }, calls).map(({ values }) => ({
      label: versionName(version.version_index),
      values,
      color: colorOf(version),
      look: "line",
    })),
  );
  const buckets = read[0]?.calls.buckets ?? [];
  const totals = used.flatMap(({ calls }) => calls.totals);
  if (totals.every((total) => metricValue({ measure }, total) === undefined))
    return <p className="py-4 text-meta text-muted">There is nothing to measure in this range.</p>;
  return (
    <>
      <Chart
        label={MEASURE_NAMES[measure]}
        name={`${MEASURE_NAMES[measure]} by version`}
        height={chartPx}
        data={{
          starts: buckets.map(({ start }) => Date.parse(start)),
          end: Date.parse(buckets.at(-1)?.end ?? "1970-01-01T00:00:00Z"),
          series,
          ceiling: ceilingOf(series),
        }}
        onZoom={(from, to) => onPeriod({ from: toTimestamp(from), to: lastBefore(toTimestamp(to)), range: null })}
        {...metricLook({ measure })}
      />
      <ChartNotes metric={{ measure }} look="lines" totals={totals} />
    </>
  );
}
