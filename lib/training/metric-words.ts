import type { JsonText } from "@/lib/contract/json/text";
import { readMetrics } from "./metrics";

const DIGITS = 4;
const METRICS_SHOWN = 8;

const plain = new Intl.NumberFormat("en-US", { maximumSignificantDigits: DIGITS });

/** A metric's value in few digits: `0.4213`, `1,204`, `1e-5`, `3.2e+9`; nothing for none. */
export function formatMetric(value: number | null | undefined): string {
  if (value === null || value === undefined) return "";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e7)) return Number(value.toPrecision(DIGITS)).toExponential();
  return plain.format(value);
}

/** The metrics of a checkpoint in one line: `loss 0.42, reward 1.3`; the first of many. */
export function metricWords(metrics: JsonText): string {
  const all = readMetrics({ type: "gradient_step", data: metrics })?.metrics ?? [];
  const words = all.slice(0, METRICS_SHOWN).map(([name, value]) => `${name} ${formatMetric(value) || "not a number"}`);
  return all.length > METRICS_SHOWN ? `${words.join(", ")} …` : words.join(", ");
}
