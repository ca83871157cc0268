import type { Expression } from "@/lib/contract/expression";
import { MEASURES, type PlainMetric } from "@/lib/contract/metrics";
import { FilterError } from "./filter";
import { parseFilter } from "./parse-filter";
import type { Clock } from "./relative-time";
import { toExpression } from "./to-expression";

/** What is typed into the fields of a metric. */
export interface MetricDraft {
  measure: string;
  /** The calls that are measured, as the filter of the list of calls. */
  filter: string;
  /** Of a cost; USD if empty. */
  currency: string;
  feedbackType: string;
  feedbackValue: string;
}

export type MetricProblems = Partial<Record<keyof MetricDraft, string>>;

export const isFeedback = (measure: string): boolean => measure.startsWith("feedback_");
export const isCost = (measure: string): boolean => measure.startsWith("cost");

interface TypedMetric {
  metric: Pick<PlainMetric, "measure" | "currency" | "feedback">;
  /** The calls that are measured; undefined for all. */
  expression: Expression | undefined;
  problems: MetricProblems;
}

/** The metric that a draft describes, and what is wrong with its fields. `clock` resolves relative times. */
export function readMetric(draft: MetricDraft, clock: Clock): TypedMetric {
  const problems: MetricProblems = {};
  const measure = MEASURES.find((known) => known === draft.measure) ?? "calls";
  const value = draft.feedbackValue.trim() || undefined;
  if (measure === "feedback_share" && value === undefined) problems.feedbackValue = "Enter the value that is counted";
  const currency = (isCost(measure) && draft.currency.trim()) || undefined;
  if (currency !== undefined && !CURRENCY.test(currency)) problems.currency = "Enter a currency code, such as USD";
  const feedback = isFeedback(measure) ? { feedback_type: draft.feedbackType.trim() || undefined, value } : undefined;
  const read = readFilter(draft.filter, clock);
  if ("problem" in read) problems.filter = read.problem;
  const expression = "expression" in read ? read.expression : undefined;
  return { metric: { measure, currency, feedback }, expression, problems };
}

const CURRENCY = /^\S{1,16}$/u;

/** The expression of a typed filter, undefined for all calls; or what is wrong with it. */
export function readFilter(text: string, clock: Clock): { expression: Expression | undefined } | { problem: string } {
  try {
    const filter = parseFilter(text);
    return { expression: filter && toExpression(filter, clock) };
  } catch (error) {
    if (error instanceof FilterError) return { problem: error.message };
    throw error;
  }
}
