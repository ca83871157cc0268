import type { JsonText } from "@/lib/json/text";
import { readMetrics } from "./metrics";
import { numberText } from "@/lib/format/number-text";

const METRICS_SHOWN = 8;

/** The metrics of a checkpoint in one line: `loss 0.42, reward 1.3`; only the first ones if there are many. */
export function metricWords(metrics: JsonText): string {
  const all = readMetrics({ type: "gradient_step", data: metrics })?.metrics ?? [];
  const words = all
    .slice(0, METRICS_SHOWN)
    .map(([name, value]) => `${name} ${value === null ? "not a number" : numberText(value)}`);
  return all.length > METRICS_SHOWN ? `${words.join(", ")} …` : words.join(", ");
}
