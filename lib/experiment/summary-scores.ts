import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";

/** The deepest score inside a scorer's summary. */
const DEPTH = 4;

/** What an experiment reports of one score: a mean, or the share of its results for which it is true. */
export interface SummaryScore {
  name: string;
  value: number;
  isRate: boolean;
}

/** What an SDK says of an experiment's scores in its output, by name. */
export function summaryScores(output: JsonText | undefined): SummaryScore[] {
  const node = output && JsonNode.parse(output);
  return [...(node?.entries() ?? [])]
    .filter(([name]) => name !== "model_latency" && name !== "model_success")
    .flatMap(([name, value]) => scoresIn(name, value, DEPTH));
}

function scoresIn(name: string, node: JsonNode, depth: number): SummaryScore[] {
  const rate = node.get("true_fraction")?.number();
  if (rate !== undefined) return [{ name, value: rate, isRate: true }];
  const value = node.get("mean")?.number() ?? node.number();
  if (value !== undefined) return [{ name, value, isRate: false }];
  if (node.kind !== "object" || depth === 0) return [];
  return [...node.entries()].flatMap(([key, member]) => scoresIn(`${name}.${key}`, member, depth - 1));
}
