import { formatPercent } from "@/lib/format/number";
import { numberText } from "@/lib/format/number-text";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";

/** The deepest score inside a scorer's summary. */
const DEPTH = 4;

/** What an SDK says of an experiment's scores in its output: rates of what is true, and means, by name. */
export function summaryScores(output: JsonText | undefined): { name: string; text: string }[] {
  const node = output && JsonNode.parse(output);
  return [...(node?.entries() ?? [])]
    .filter(([name]) => name !== "model_latency" && name !== "model_success")
    .flatMap(([name, value]) => scoresIn(name, value, DEPTH));
}

function scoresIn(name: string, value: JsonNode, depth: number): { name: string; text: string }[] {
  const [rate, mean] = [value.get("true_fraction")?.number(), value.get("mean")?.number()];
  if (rate !== undefined) return [{ name, text: formatPercent(rate) }];
  if (mean !== undefined) return [{ name, text: numberText(mean) }];
  const number = value.number();
  if (number !== undefined) return [{ name, text: numberText(number) }];
  if (value.kind !== "object" || depth === 0) return [];
  return [...value.entries()].flatMap(([key, member]) => scoresIn(`${name}.${key}`, member, depth - 1));
}
