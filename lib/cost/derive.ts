import type { CallCost } from "@/lib/contract/call-costs";
import type { TokenUsage } from "@/lib/contract/calls";
import type { Cost } from "@/lib/contract/costs";
import { Decimal } from "./decimal";
import { sumByCurrency } from "./sum-costs";

/** Finds the price of a model at the time of the call; undefined when there is none. */
export type PriceLookup = (llmId: string) => Cost | undefined;

/**
 * What each model of a call cost, worked out when read so that a new price re-prices history (design, "Calls").
 * Cached tokens are part of the prompt's and charged once; unknown counts cost nothing that could be known.
 */
export function deriveCosts(usage: ReadonlyMap<string, TokenUsage>, priceOf: PriceLookup): Map<string, CallCost> {
  return new Map([...usage].map(([llmId, tokens]) => [llmId, deriveCost(tokens, priceOf(llmId))]));
}

function deriveCost(usage: TokenUsage, price: Cost | undefined): CallCost {
  if (!price) return { ...usage, priced: false };
  const { prompt, cached } = promptCosts(usage, price);
  const completion = times(usage.completion_tokens, price.completion_token_cost);
  return {
    ...usage,
    priced: true,
    prompt_token_cost: price.prompt_token_cost,
    completion_token_cost: price.completion_token_cost,
    cache_read_input_token_cost: price.cache_read_input_token_cost,
    prompt_token_cost_unit: price.prompt_token_cost_unit,
    completion_token_cost_unit: price.completion_token_cost_unit,
    prompt_tokens_total_cost: prompt?.toNumber(),
    cached_tokens_total_cost: cached?.toNumber(),
    completion_tokens_total_cost: completion?.toNumber(),
    total_cost: sumByCurrency([
      [price.prompt_token_cost_unit, prompt],
      [price.completion_token_cost_unit, completion],
    ]),
    price_id: price.id,
    price_llm_id: price.llm_id,
    provider_id: price.provider_id,
    pricing_level: price.pricing_level,
    effective_date: price.effective_date,
  };
}

/** The prompt's cost, and how much of it is for its cached tokens: more of them than of the prompt's there are not. */
function promptCosts(usage: TokenUsage, price: Cost): { prompt: Decimal | undefined; cached: Decimal | undefined } {
  const tokens = usage.prompt_tokens ?? usage.cached_tokens;
  if (tokens === undefined) return { prompt: undefined, cached: undefined };
  const cachedTokens = usage.cached_tokens === undefined ? undefined : Math.min(usage.cached_tokens, tokens);
  const cached = times(cachedTokens, price.cache_read_input_token_cost ?? price.prompt_token_cost);
  const rest = times(tokens - (cachedTokens ?? 0), price.prompt_token_cost) ?? Decimal.zero;
  return { prompt: rest.plus(cached ?? Decimal.zero), cached };
}

function times(tokens: number | undefined, cost: number): Decimal | undefined {
  return tokens === undefined ? undefined : Decimal.of(tokens).times(Decimal.of(cost));
}
