import type { Metric } from "@/lib/contract/metrics";
import { valueText } from "@/lib/format/alert-words";
import { axisDuration, DURATION_STEPS, formatDuration } from "@/lib/format/duration";

import { moneyLook } from "./money-look";

/** How a chart formats the values of a metric: individually, on its axis, and in its table. */
export function metricLook(metric: Pick<Metric, "measure" | "currency">) {
  if (metric.measure.startsWith("latency_"))
    return { format: formatDuration, formatTicks: axisDuration, ySteps: DURATION_STEPS };
  if (metric.measure.startsWith("cost")) return moneyLook(metric.currency ?? "USD");
  return { format: (value: number) => valueText(metric, value) };
}
