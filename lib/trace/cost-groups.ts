import type { CallCost } from "@/lib/contract/call-costs";
import Big from "big.js";
import { promptOf } from "@/lib/cost/price-tiers";
import { sumByCurrency } from "@/lib/cost/sum-costs";
import type { Amounts } from "@/lib/format/money";
import type { TraceCosts } from "./cost";

/** One line of a cost breakdown: tokens times their price. */
export interface CostLine {
  part: "prompt" | "cached" | "cache_write" | "cache_write_1h" | "completion";
  tokens: number;
  /** Of one token. */
  price: number;
  amount: number;
  currency: string;
  /** The price has no separate value for these tokens, so the prompt's is charged. */
  isPromptPrice: boolean;
}

/** The calls charged at one price, or of one model without a price. */
export interface CostGroup {
  model: string;
  /** From the first of the calls, since all have the same price. */
  price: CallCost;
  lines: CostLine[];
  total: Amounts;
  calls: { id: string; total: Amounts }[];
}

/** The costs of some calls by model and price, in the order of the calls; lines and totals are exact. */
export function groupCosts(ids: readonly string[], costs: TraceCosts): CostGroup[] {
  const groups = new Map<string, { model: string; charged: { id: string; cost: CallCost }[] }>();
  for (const id of ids) {
    for (const [model, cost] of Object.entries(costs.get(id) ?? {})) {
      const key = JSON.stringify([
        model,
        cost.priced,
        cost.price_id,
        cost.price_service_tier,
        cost.above_prompt_tokens,
      ]);
      const group = groups.get(key);
      if (group) group.charged.push({ id, cost });
      else groups.set(key, { model, charged: [{ id, cost }] });
    }
  }
  return [...groups.values()].flatMap(({ model, charged }) => {
    const price = charged[0]?.cost;
    if (!price) return [];
    const lines = linesOf(charged.map(({ cost }) => cost));
    const total = sumByCurrency(
      charged.flatMap(({ cost }) =>
        Object.entries(cost.total_cost ?? {}).map(([unit, amount]): [string, Big] => [unit, new Big(amount)]),
      ),
    );
    const calls = charged.map(({ id, cost }) => ({ id, total: cost.total_cost ?? {} }));
    return [{ model, price, lines, total, calls }];
  });
}

function linesOf(costs: readonly CallCost[]): CostLine[] {
  const tokens = { prompt: 0, cached: 0, cache_write: 0, cache_write_1h: 0, completion: 0 };
  for (const cost of costs) {
    const { cached_tokens: cached = 0, cache_write_tokens: written = 0, cache_write_1h_tokens: hour = 0 } = cost;
    // As charged: at most the prompt's tokens.
    const prompt = promptOf(cost) ?? 0;
    const cachedOfPrompt = Math.min(cached, prompt);
    const writtenOfPrompt = Math.min(written, prompt - cachedOfPrompt);
    tokens.cached += cachedOfPrompt;
    const hourOfWritten = Math.min(hour, writtenOfPrompt);
    tokens.cache_write += writtenOfPrompt - hourOfWritten;
    tokens.cache_write_1h += hourOfWritten;
    tokens.prompt += prompt - cachedOfPrompt - writtenOfPrompt;
    tokens.completion += cost.completion_tokens ?? 0;
  }
  const [price] = costs;
  if (!price?.priced) return [];
  const { prompt_token_cost: each, prompt_token_cost_unit: unit } = price;
  const cachedPrice = price.cache_read_input_token_cost;
  const writtenPrice = price.cache_creation_input_token_cost;
  const hourPrice = price.cache_creation_1h_input_token_cost ?? writtenPrice;
  const lines = [
    line("prompt", tokens.prompt, each, unit),
    line("cached", tokens.cached, cachedPrice ?? each, unit, cachedPrice === undefined),
    line("cache_write", tokens.cache_write, writtenPrice ?? each, unit, writtenPrice === undefined),
    line("cache_write_1h", tokens.cache_write_1h, hourPrice ?? each, unit, hourPrice === undefined),
    line("completion", tokens.completion, price.completion_token_cost, price.completion_token_cost_unit),
  ];
  return lines.flatMap((one) => (one && (one.tokens > 0 || !isCachePart(one)) ? one : []));
}

function isCachePart({ part }: CostLine): boolean {
  return part !== "prompt" && part !== "completion";
}

function line(
  part: CostLine["part"],
  tokens: number,
  price: number | undefined,
  currency: string | undefined,
  isPromptPrice = false,
): CostLine | undefined {
  if (price === undefined || currency === undefined) return undefined;
  const amount = new Big(tokens).times(price).toNumber();
  return { part, tokens, price, amount, currency, isPromptPrice };
}
