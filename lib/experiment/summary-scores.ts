import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import type { ScoreProblems } from "./compare";

/** The deepest score inside a scorer's summary. */
const DEPTH = 4;

/** What an experiment reports of one score: a mean, or the share of its results for which it is true. */
export interface SummaryScore {
  name: string;
  /** Undefined if no result has the score. */
  value: number | undefined;
  isRate: boolean;
  /** Of results that lack the score since the scorer failed. */
  problems?: ScoreProblems;
}

/** What an SDK or the service says of an experiment's scores in its output, by name. */
export function summaryScores(output: JsonText | undefined): SummaryScore[] {
  const node = output && JsonNode.parse(output);
  return [...(node?.entries() ?? [])]
    .filter(([name]) => name !== "model_latency" && name !== "model_success")
    .flatMap(([name, value]) => scoresIn(name, value, DEPTH));
}

function scoresIn(name: string, node: JsonNode, depth: number): SummaryScore[] {
  const rate = node.get("true_fraction")?.number();
  const value = rate ?? node.get("mean")?.number() ?? node.number();
  const problems = problemsIn(node);
  if (value !== undefined || problems)
    return [{ name, value, isRate: rate !== undefined, ...(problems && { problems }) }];
  if (node.kind !== "object" || depth === 0) return [];
  return [...node.entries()].flatMap(([key, member]) => scoresIn(`${name}.${key}`, member, depth - 1));
}

/** What the service writes beside a score, `problems: {count, reason}`. */
function problemsIn(node: JsonNode): ScoreProblems | undefined {
  const problems = node.get("problems");
  const [count, reason] = [problems?.get("count")?.number(), problems?.get("reason")?.string()];
  return count === undefined || reason === undefined ? undefined : { count, reason };
}
