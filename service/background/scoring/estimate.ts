import type { ScoringEstimate, ScoringEstimateQuery } from "@/lib/contract/scoring";
import { toTimestamp } from "@/lib/contract/time";
import { deriveCosts } from "@/lib/cost/derive";
import { sumCosts } from "@/lib/cost/sum-costs";
import { nextTurn } from "@/lib/limit/turns";
import { type JudgeDefinition, judgeRequest, judgeVariables } from "@/lib/scorer/judge";
import { scoredRow, textsOfCall } from "@/lib/scorer/scored-call";
import { priceBook } from "@/service/costs/price-lookup";
import type { Store } from "@/service/store/store";
import { isSampled, scoredKey } from "./call-key";
import { earlierCalls } from "./collector";
import { MatchingCalls, type MatchingStore } from "./matching-calls";
import { readScorers } from "./read-scorers";

/** Calls whose requests are measured. */
const MEASURED = 20;
/** As texts in English come to. */
const CHARS_PER_TOKEN = 4;
/** Of a verdict with a sentence or two of reasoning. */
const VERDICT_TOKENS = 80;

const UNABORTED = new AbortController().signal;

type EstimateStore = MatchingStore &
  Pick<Store, "readObjectValues" | "knownForScoring" | "meanVerdictCost" | "readPrices">;

/** What a backfill would score, and about what it would cost. */
export async function estimateScoring(store: EstimateStore, query: ScoringEstimateQuery): Promise<ScoringEstimate> {
  const { project_id, scorer_ref, unit, sampling_rate } = query;
  const calls = new MatchingCalls(store, project_id, UNABORTED);
  const ofThread = unit === "threads";
  const counts = { matching: 0, sampled: 0, known: 0 };
  const some: string[] = [];
  for await (const found of earlierCalls(calls, query, query)) {
    const sampled = found.filter((id) => isSampled(id, sampling_rate ?? 1));
    const ids = ofThread ? await lastTurns(calls, sampled) : sampled;
    const keyOf = (callId: string) => scoredKey({ callId, scorerRef: scorer_ref, ofThread });
    const known = await store.knownForScoring(project_id, ids.map(keyOf));
    counts.matching += found.length;
    counts.sampled += sampled.length;
    counts.known += known.size;
    some.push(...ids.filter((id) => !known.has(keyOf(id))).slice(0, MEASURED - some.length));
  }
  const [scorer] = await readScorers(store, project_id, [scorer_ref]);
  if (scorer?.definition.type !== "judge") return { ...counts, cost_usd: 0, basis: "no_judge" };
  const rest = counts.sampled - counts.known;
  const mean = await store.meanVerdictCost(project_id, scorer_ref);
  if (mean !== undefined) return { ...counts, cost_usd: mean * rest, basis: "verdicts" };
  const cost = await costByLength(store, project_id, scorer.definition, some);
  return cost === undefined ? counts : { ...counts, cost_usd: cost * rest, basis: "lengths" };
}

async function lastTurns(calls: MatchingCalls, threadIds: readonly string[]): Promise<string[]> {
  const turns: string[] = [];
  for (const threadId of threadIds) turns.push(...(await calls.turnsOf(threadId)).slice(-1));
  return turns;
}

/** The mean cost of a verdict in USD by the lengths of the requests for some calls; undefined without a price. */
async function costByLength(
  store: EstimateStore,
  project_id: string,
  judge: JudgeDefinition,
  callIds: readonly string[],
): Promise<number | undefined> {
  const price = (await priceBook(store, project_id, [judge.model])).priceOf(judge.model, toTimestamp(Date.now()));
  if (!price) return undefined;
  let [chars, count] = [0, 0];
  const columns = ["inputs" as const, "output" as const];
  for await (const rows of store.listCalls({ project_id, filter: { call_ids: [...callIds] }, columns }, UNABORTED))
    for (const { inputs, output } of rows) {
      const texts = textsOfCall({ inputs, output });
      const row = scoredRow(inputs, { input: texts.input });
      chars += judgeRequest(judge, judgeVariables({ row, output: texts.output ?? "", expected: undefined })).chars;
      count += 1;
      await nextTurn();
    }
  if (count === 0) return 0;
  const usage = { prompt_tokens: Math.ceil(chars / count / CHARS_PER_TOKEN), completion_tokens: VERDICT_TOKENS };
  return sumCosts(deriveCosts(new Map([[judge.model, usage]]), () => price).values()).USD;
}
