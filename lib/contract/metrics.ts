import * as z from "zod";
import { MAIN_CURRENCY } from "./currencies";
import { type CallTotals, type TimeStatsQuery, countedFeedback, statsGroups, statsSelection } from "./call-stats";
import { FAILED, HAS_FAILING_STEP, whereAll } from "./conditions";
import type { Expression } from "./expression";

/**
 * What can be measured of calls:
 *
 * - `calls`, `traces`: their number; `errors`: the calls that failed; `error_rate`: the share of those, from 0 to 1.
 * - `failed_traces`, `failing_traces`: the selected roots that failed, and those that failed or have a failed call below them.
 * - `latency_p50`, `latency_p95`, `latency_p99`: milliseconds, of the calls that have ended.
 * - `input_tokens`, `output_tokens`, `total_tokens`: each token once.
 * - `cost`: in one currency, as lists show it; `cost_per_trace`: divided by the number of different traces;
 *   `cost_per_call`: divided by the number of calls that it is for, such as model calls with a price.
 * - `feedback_count`: records; `feedback_mean`: the mean of their numbers, or if they are true or false the share of true;
 *   none if these are of several types, whose scales may differ; `feedback_share`: the share of the records that have a
 *   value, from 0 to 1.
 */
export const MEASURES = [
  "calls",
  "traces",
  "failed_traces",
  "failing_traces",
  "errors",
  "error_rate",
  "latency_p50",
  "latency_p95",
  "latency_p99",
  "input_tokens",
  "output_tokens",
  "total_tokens",
  "cost",
  "cost_per_trace",
  "cost_per_call",
  "feedback_count",
  "feedback_mean",
  "feedback_share",
] as const;
export type Measure = (typeof MEASURES)[number];

const isFeedbackMeasure = (measure: Measure): boolean => measure.startsWith("feedback_");
const isCostMeasure = (measure: Measure): boolean => measure.startsWith("cost");

/** Rules that hold for the fields of every metric. */
function checkMetric({
  value: { measure, feedback, currency },
  issues,
}: z.core.ParsePayload<Pick<MetricFields, "measure" | "feedback" | "currency">>): void {
  const refuse = (path: string[], input: unknown, message: string) =>
    issues.push({ code: "custom", input, path, message });
  if (feedback && !isFeedbackMeasure(measure)) refuse(["feedback"], feedback, `has no effect on ${measure}`);
  if (currency && !isCostMeasure(measure)) refuse(["currency"], currency, `has no effect on ${measure}`);
  if (measure === "feedback_share" && !feedback?.value)
    refuse(["feedback", "value"], feedback?.value, "is required for feedback_share");
}

const metricFields = z.strictObject({
  measure: z.enum(MEASURES),
  ...statsSelection,
  /** Currency of a cost; defaults to USD. */
  currency: z
    .string()
    .regex(/^\S{1,16}$/u, "must be a currency code such as USD")
    .nullish(),
  /** Which feedback is measured; defaults to all. */
  feedback: countedFeedback.nullish(),
  group_by: statsGroups.nullish(),
});
type MetricFields = z.infer<typeof metricFields>;

/** A metric, by group if it has `group_by`. Charts, dashboards and alerts all have this definition. */
export const metric = metricFields.check(checkMetric);
export type Metric = z.infer<typeof metric>;

/** A metric with one value. */
export const plainMetric = metricFields.omit({ group_by: true }).check(checkMetric);
export type PlainMetric = z.infer<typeof plainMetric>;

/** A metric of the calls that the text of a filter selects, as charts have it. */
export const filteredMetric = metricFields.omit({ filter: true, query: true }).check(checkMetric);

/** What the traces have that a measure counts. */
const TRACES: Readonly<Partial<Record<Measure, Expression>>> = {
  failed_traces: FAILED,
  failing_traces: HAS_FAILING_STEP,
};

/** The calls that a metric counts, of those that its filter selects: of traces their roots. */
export function selectionOf({
  measure,
  filter,
  query,
}: Pick<Metric, "measure" | "filter" | "query">): Pick<Metric, "filter" | "query"> {
  const condition = TRACES[measure];
  if (!condition) return { filter, query };
  return {
    filter: { ...filter, trace_roots_only: true },
    query: whereAll([...(query ? [query.$expr] : []), condition]),
  };
}

/** The fields of a `/calls/stats` request whose totals have the value of a metric. */
export function statsOf({
  measure,
  feedback,
  group_by,
  ...selection
}: Omit<Metric, "currency">): Pick<TimeStatsQuery, "filter" | "query" | "group_by" | "count_traces" | "feedback"> {
  return {
    ...selectionOf({ measure, ...selection }),
    group_by,
    count_traces: measure === "traces" || measure === "cost_per_trace" ? true : undefined,
    feedback: isFeedbackMeasure(measure) ? (feedback ?? {}) : undefined,
  };
}

/**
 * The value of a metric by the totals of some calls, which are absent if there are none. Undefined where there is nothing
 * to measure: the share, mean, percentile or cost per call of nothing, and a cost if no call that it is for has a price.
 */
export function metricValue(
  { measure, currency }: Pick<Metric, "measure" | "currency">,
  totals: CallTotals | undefined,
): number | undefined {
  const { count = 0, errors = 0, usage, feedback } = totals ?? {};
  switch (measure) {
    case "calls":
    case "failed_traces":
    case "failing_traces":
      return count;
    case "traces":
      return totals?.traces ?? 0;
    case "errors":
      return errors;
    case "error_rate":
      return count === 0 ? undefined : errors / count;
    case "latency_p50":
      return totals?.latency_p50_ms;
    case "latency_p95":
      return totals?.latency_p95_ms;
    case "latency_p99":
      return totals?.latency_p99_ms;
    case "input_tokens":
      return usage?.prompt_tokens ?? 0;
    case "output_tokens":
      return usage?.completion_tokens ?? 0;
    case "total_tokens":
      return totalTokens(usage);
    case "cost":
      return costIn(currency, totals);
    case "cost_per_trace":
      return quotient(costIn(currency, totals), totals?.traces ?? 0);
    case "cost_per_call":
      return quotient(costIn(currency, totals), (totals?.charged ?? 0) - (totals?.unpriced ?? 0));
    case "feedback_count":
      return feedback?.count ?? 0;
    case "feedback_mean":
      return feedback?.mean ?? (feedback?.numbers === 0 ? feedback.rate : undefined);
    case "feedback_share":
      return quotient(feedback?.matching, feedback?.count ?? 0);
  }
}

function totalTokens({
  total_tokens,
  prompt_tokens = 0,
  completion_tokens = 0,
}: NonNullable<CallTotals["usage"]> = {}) {
  return total_tokens ?? prompt_tokens + completion_tokens;
}

function costIn(currency: string | null | undefined, totals: CallTotals | undefined): number | undefined {
  if (!totals) return 0;
  const { total_cost, charged = 0, unpriced } = totals;
  const amount = total_cost[currency ?? MAIN_CURRENCY];
  return amount === undefined && charged > 0 && charged === unpriced ? undefined : (amount ?? 0);
}

function quotient(part: number | undefined, whole: number): number | undefined {
  return part === undefined || whole === 0 ? undefined : part / whole;
}
