import type { Alert, AlertDefinition } from "@/lib/contract/alerts";
import { comparedTime } from "@/lib/contract/expression-parts";
import { fieldAt } from "@/lib/filter/fields";
import { formatFilter } from "@/lib/filter/format-filter";
import { fromExpression } from "@/lib/filter/from-expression";
import { isCost, type MetricDraft, readMetric } from "@/lib/filter/metric-draft";
import type { Clock } from "@/lib/filter/relative-time";
import { withoutTimes } from "@/lib/filter/without-times";

/** What is typed into the form of an alert, besides its channels: their URLs may be secrets, and are never kept. */
export interface AlertDraft extends MetricDraft {
  name: string;
  type: string;
  comparison: string;
  /** In the unit of the measure (see `unitOf`), or a percentage for a change. */
  limit: string;
  windowSeconds: string;
  consecutive: string;
  delaySeconds: string;
  /** What is notified besides that it fires, separated by spaces. */
  notifyOn: string;
}

export const NEW_ALERT: Readonly<Record<keyof AlertDraft, string>> = {
  name: "",
  measure: "error_rate",
  filter: "",
  currency: "",
  feedbackType: "",
  feedbackValue: "",
  type: "threshold",
  comparison: "above",
  limit: "",
  windowSeconds: "900",
  consecutive: "1",
  delaySeconds: "60",
  notifyOn: "recovery error",
};

/** The draft of a new alert, which begins with what is asked for; its filter may be that of a list or a chart. */
export function newDraft(asked: Partial<AlertDraft>): Record<keyof AlertDraft, string> {
  return { ...NEW_ALERT, ...asked, filter: withoutTimes(asked.filter ?? "") };
}

const PERCENT = 100;
const isShare = (measure: string) => measure === "error_rate" || measure === "feedback_share";

/** The unit that a threshold is typed in; undefined for a plain number. */
export function unitOf({
  measure,
  type,
  currency,
}: Pick<AlertDraft, "measure" | "type" | "currency">): string | undefined {
  if (type === "change" || isShare(measure)) return "%";
  if (measure.startsWith("latency_")) return "ms";
  return isCost(measure) ? currency.trim() || "USD" : undefined;
}

/** The draft that changes an alert. */
export function draftOf({
  name,
  metric,
  condition,
  window_seconds,
  consecutive,
  delay_seconds,
  notify_on,
}: Alert): AlertDraft {
  const { measure, query, feedback, currency } = metric;
  const scale = isShare(measure) ? PERCENT : 1;
  return {
    name,
    measure,
    filter: query ? formatFilter(fromExpression(query.$expr)) : "",
    currency: currency ?? "",
    feedbackType: feedback?.feedback_type ?? "",
    feedbackValue: feedback?.value ?? "",
    type: condition.type,
    comparison: condition.comparison,
    limit: String(condition.type === "change" ? condition.percent : rounded(condition.value * scale)),
    windowSeconds: String(window_seconds),
    consecutive: String(consecutive),
    delaySeconds: String(delay_seconds),
    notifyOn: notify_on.join(" "),
  };
}

/** Without the error that a product with 100 adds: 0.07 is 7, not 7.000000000000001. */
const rounded = (value: number) => Number(value.toPrecision(15));

export type Problems = Partial<Record<keyof AlertDraft, string>>;

/**
 * The definition that a draft describes, or what is wrong with its fields. `before` is the alert that it changes: what
 * the form does not show of it stays.
 */
export function definitionOf(
  draft: AlertDraft,
  clock: Clock,
  before?: AlertDefinition,
): { definition: AlertDefinition } | { problems: Problems } {
  const problems: Problems = {};
  const number = (field: "limit" | "consecutive" | "delaySeconds") => {
    const value = draft[field].trim() === "" ? Number.NaN : Number(draft[field]);
    if (!Number.isFinite(value)) problems[field] = "Enter a number";
    return value;
  };
  const name = draft.name.trim();
  if (name === "") problems.name = "Enter a name";
  const read = readMetric(draft, clock);
  Object.assign(problems, read.problems);
  const time = read.expression && comparedTime(read.expression);
  if (time !== undefined)
    problems.filter = `An alert measures its own window: remove the condition on ${fieldAt(time)?.name ?? time}`;
  const { measure, currency, feedback } = read.metric;
  const limit = number("limit");
  const comparison = draft.comparison === "below" ? "below" : "above";
  const definition: AlertDefinition = {
    name,
    metric: {
      measure,
      filter: before?.metric.filter,
      query: read.expression && { $expr: read.expression },
      currency,
      feedback: feedback && { field: before?.metric.feedback?.field, ...feedback },
    },
    condition:
      draft.type === "change"
        ? { type: "change", comparison, percent: limit }
        : { type: "threshold", comparison, value: isShare(measure) ? limit / PERCENT : limit },
    window_seconds: Number(draft.windowSeconds),
    consecutive: number("consecutive"),
    delay_seconds: number("delaySeconds"),
    notify_on: NOTIFIED.filter((event) => draft.notifyOn.split(" ").includes(event)),
  };
  return Object.keys(problems).length > 0 ? { problems } : { definition };
}

/** What an alert can notify besides that it fires. */
export const NOTIFIED = ["recovery", "no_data", "error"] as const satisfies AlertDefinition["notify_on"];
