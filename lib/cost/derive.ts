import type { CallCost } from "@/lib/contract/call-costs";
import type { TokenUsage } from "@/lib/contract/calls";

/** A price row that applies to a call: costs are of one token, in the unit's currency. */
export type Price = {
  id: string;
  prompt_token_cost: number;
  completion_token_cost: number;
  prompt_token_cost_unit: string;
  completion_token_cost_unit: string;
  effective_date: string;
};

/** Finds the price of a model at the time of the call; undefined when there is none. */
export type PriceLookup = (llmId: string) => Price | undefined;

/**
 * What each model of a call cost, worked out when read so that a new price re-prices history (design, "Calls").
 * Cached tokens are part of the prompt's and charged once; unknown counts cost nothing that could be known.
 */
export function deriveCosts(usage: ReadonlyMap<string, TokenUsage>, priceOf: PriceLookup): Map<string, CallCost> {
  return new Map([...usage].map(([llmId, tokens]) => [llmId, deriveCost(tokens, priceOf(llmId))]));
}

function deriveCost(usage: TokenUsage, price: Price | undefined): CallCost {
  if (!price) return { ...usage, priced: false };
  const prompt = times(usage.prompt_tokens, price.prompt_token_cost);
  const completion = times(usage.completion_tokens, price.completion_token_cost);
  return {
    ...usage,
    priced: true,
    prompt_token_cost: price.prompt_token_cost,
    completion_token_cost: price.completion_token_cost,
    prompt_token_cost_unit: price.prompt_token_cost_unit,
    completion_token_cost_unit: price.completion_token_cost_unit,
    prompt_tokens_total_cost: prompt,
    completion_tokens_total_cost: completion,
    total_cost: byCurrency([
      [price.prompt_token_cost_unit, prompt],
      [price.completion_token_cost_unit, completion],
    ]),
    price_id: price.id,
    effective_date: price.effective_date,
  };
}

function times(tokens: number | undefined, cost: number): number | undefined {
  return tokens === undefined ? undefined : tokens * cost;
}

function byCurrency(amounts: [currency: string, amount: number | undefined][]): Record<string, number> {
  const totals = new Map<string, number>();
  for (const [currency, amount] of amounts) {
    if (amount !== undefined) totals.set(currency, (totals.get(currency) ?? 0) + amount);
  }
  return Object.fromEntries(totals);
}
