import type { TimeStats } from "@/lib/contract/call-stats";
import { type Metric, metricValue } from "@/lib/contract/metrics";
import { changeShare } from "@/lib/dashboard/chart-values";
import { metricText, valueText } from "@/lib/format/alert-words";
import { formatPercent } from "@/lib/format/number";

interface NumberValueProps {
  metric: Metric;
  stats: TimeStats;
  /** Of the same time before; undefined for all time. */
  before: TimeStats | undefined;
}

/** One value in large, and beside it that of the same time before. */
export function NumberValue({ metric, stats, before }: NumberValueProps) {
  const value = metricValue(metric, stats.totals[0]);
  const earlier = before && metricValue(metric, before.totals[0]);
  const change = changeShare(value, earlier);
  return (
    <div className="grid gap-1 py-2">
      <p className="text-[28px] leading-9 font-semibold tabular-nums">
        {value === undefined ? (
          <span title="There is nothing to measure in this range">—</span>
        ) : (
          valueText(metric, value)
        )}
      </p>
      <p className="text-meta text-muted tabular-nums">
        {metricText(metric)}
        {before &&
          `, before: ${earlier === undefined ? "nothing to measure" : valueText(metric, earlier)}${change === undefined ? "" : ` (${change > 0 ? "+" : ""}${formatPercent(change)})`}`}
      </p>
    </div>
  );
}
