import type { AlertCondition } from "@/lib/contract/alerts";
import type { Measure, PlainMetric } from "@/lib/contract/metrics";
import { formatDuration } from "@/lib/format/duration";
import { formatMoney } from "@/lib/format/money";
import { formatPercent } from "@/lib/format/number";

/** What people call the measures. */
export const MEASURE_NAMES: Readonly<Record<Measure, string>> = {
  calls: "Calls",
  traces: "Traces",
  failed_traces: "Failed traces",
  failing_traces: "Traces with a failing step",
  errors: "Failed calls",
  error_rate: "Error rate",
  latency_p50: "Latency p50",
  latency_p95: "Latency p95",
  latency_p99: "Latency p99",
  input_tokens: "Input tokens",
  output_tokens: "Output tokens",
  total_tokens: "Total tokens",
  cost: "Cost",
  cost_per_trace: "Cost per trace",
  cost_per_call: "Cost per model call",
  feedback_count: "Feedback records",
  feedback_mean: "Feedback mean",
  feedback_share: "Feedback share",
};

const signed = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 6, signDisplay: "exceptZero" });
const numbers = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 6 });

/** A metric in words: `Error rate`, `Feedback share of 👎 (core.reaction.1)`. */
export function metricText({ measure, feedback }: PlainMetric): string {
  const value = measure === "feedback_share" ? ` of ${feedback?.value}` : "";
  const type = feedback?.feedback_type ? ` (${feedback.feedback_type})` : "";
  return `${MEASURE_NAMES[measure]}${value}${type}`;
}

/** A value of a metric with its unit: `2.9%`, `1.20 s`, `$4.12`. */
export function valueText({ measure, currency }: Pick<PlainMetric, "measure" | "currency">, value: number): string {
  switch (measure) {
    case "error_rate":
    case "feedback_share":
      return formatPercent(value);
    case "latency_p50":
    case "latency_p95":
    case "latency_p99":
      return formatDuration(value);
    case "cost":
    case "cost_per_trace":
    case "cost_per_call":
      return formatMoney(value, currency ?? "USD");
    default:
      return numbers.format(value);
  }
}

/** A condition in words: `above 5%`, `below -50% compared with the same window a week before`. */
export function conditionText(metric: PlainMetric, condition: AlertCondition): string {
  if (condition.type === "threshold") return `${condition.comparison} ${valueText(metric, condition.value)}`;
  const percent = signed.format(condition.percent);
  return `${condition.comparison} ${percent}% compared with the same window a week before`;
}
