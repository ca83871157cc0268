import type { Chart, DashboardValue } from "@/lib/contract/dashboards";
import type { Metric } from "@/lib/contract/metrics";

type Options = Partial<Omit<Chart, "title" | "metric">> & { by?: string };

function chart(title: string, metric: Pick<Metric, "measure" | "feedback">, options: Options = {}): Chart {
  const { by, ...rest } = options;
  return { title, metric: { ...metric, group_by: by ? [by] : undefined }, filter: "", look: "bars", width: 1, ...rest };
}

const number = (title: string, measure: Metric["measure"]) => chart(title, { measure }, { look: "number" });

/** Model calls, with those that a program sent without a kind: that have a model, and no call with one below them. */
const MODEL_CALLS = "kind:llm or (kind:none has:model not has(has:model))";

/** Dashboards to begin with, by what they are about. */
export const TEMPLATES: readonly DashboardValue[] = [
  {
    name: "Cost",
    charts: [
      number("Cost", "cost"),
      number("Cost per trace", "cost_per_trace"),
      number("Cost per model call", "cost_per_call"),
      number("Tokens", "total_tokens"),
      chart("Cost by model", { measure: "cost" }, { by: "model", width: 3 }),
      chart("Cost by user", { measure: "cost" }, { by: "user_id", look: "table" }),
      chart("Cost by op", { measure: "cost" }, { by: "op", look: "table" }),
      chart("Output tokens by model", { measure: "output_tokens" }, { by: "model" }),
    ],
  },
  {
    name: "Quality",
    charts: [
      number("Error rate", "error_rate"),
      number("Feedback records", "feedback_count"),
      chart(
        "Share of 👎",
        { measure: "feedback_share", feedback: { feedback_type: "core.reaction.1", value: "👎" } },
        { look: "number" },
      ),
      chart("Feedback by type", { measure: "feedback_count" }, { by: "feedback_type", width: 2 }),
      chart("Mean score by type", { measure: "feedback_mean" }, { by: "feedback_type", look: "table" }),
      chart("Failed calls by op", { measure: "errors" }, { by: "op", width: 2 }),
      chart("Error rate by model", { measure: "error_rate" }, { by: "model", look: "table" }),
    ],
  },
  {
    name: "Latency",
    charts: [
      number("Latency p50", "latency_p50"),
      number("Latency p95", "latency_p95"),
      number("Latency p99", "latency_p99"),
      chart(
        "Latency p95 by model",
        { measure: "latency_p95" },
        { by: "model", look: "lines", filter: MODEL_CALLS, width: 3 },
      ),
      chart("Latency p95 by op", { measure: "latency_p95" }, { by: "op", look: "table" }),
      chart("Latency p95 of traces", { measure: "latency_p95" }, { look: "lines", filter: "parent:none", width: 2 }),
    ],
  },
  {
    name: "Agents",
    charts: [
      number("Traces", "traces"),
      number("Failed traces", "failed_traces"),
      number("Traces with a failing step", "failing_traces"),
      number("Cost per trace", "cost_per_trace"),
      chart("Steps by op", { measure: "calls" }, { by: "op", width: 2 }),
      chart("Tool calls by op", { measure: "calls" }, { by: "op", filter: "kind:tool", look: "table" }),
      chart("Failed tool calls by op", { measure: "errors" }, { by: "op", filter: "kind:tool" }),
      chart("Model calls by model", { measure: "calls" }, { by: "model", filter: MODEL_CALLS }),
      chart("Latency p95 of traces", { measure: "latency_p95" }, { look: "lines", filter: "parent:none" }),
    ],
  },
];
