import type { CallCost } from "@/lib/contract/call-costs";
import type { CallUsage, TokenUsage } from "@/lib/contract/calls";
import type { Cost } from "@/lib/contract/costs";
import Big from "big.js";
import { type AppliedPrice, priceOfCall, promptOf } from "./price-tiers";
import { sumByCurrency } from "./sum-costs";

/** Finds the price of a model at the time of the call; undefined when there is none. */
export type PriceLookup = (llmId: string) => Cost | undefined;

/**
 * The cost of each model of a call, computed on reading, so that a new price also applies to past calls (design,
 * "Calls"). Cached tokens are part of the prompt tokens and charged once; an unknown count adds no cost. Of
 * a price with tiers the one for the call applies; sums of several calls need a price without (`tierSpans`).
 */
export function deriveCosts(usage: ReadonlyMap<string, CallUsage>, priceOf: PriceLookup): Map<string, CallCost> {
  return new Map([...usage].map(([llmId, tokens]) => [llmId, deriveCost(tokens, priceOf(llmId))]));
}

/** The cost of some tokens by currency, at the amounts that apply to them: `total_cost` of `deriveCosts`. */
export function costOfTokens(usage: TokenUsage, price: AppliedPrice): Record<string, number> {
  return totalOf(price, promptCosts(usage, price).prompt, completionCost(usage, price));
}

function deriveCost(usage: CallUsage, listed: Cost | undefined): CallCost {
  if (!listed) return { ...usage, priced: false };
  const price = priceOfCall(listed, usage);
  const { prompt, cached, written } = promptCosts(usage, price);
  const completion = completionCost(usage, price);
  return {
    ...usage,
    priced: true,
    prompt_token_cost: price.prompt_token_cost,
    completion_token_cost: price.completion_token_cost,
    cache_read_input_token_cost: price.cache_read_input_token_cost,
    cache_creation_input_token_cost: price.cache_creation_input_token_cost,
    cache_creation_1h_input_token_cost: price.cache_creation_1h_input_token_cost,
    price_service_tier: price.service_tier,
    above_prompt_tokens: price.above_prompt_tokens,
    prompt_token_cost_unit: price.prompt_token_cost_unit,
    completion_token_cost_unit: price.completion_token_cost_unit,
    prompt_tokens_total_cost: prompt?.toNumber(),
    cached_tokens_total_cost: cached?.toNumber(),
    cache_write_tokens_total_cost: written?.toNumber(),
    completion_tokens_total_cost: completion?.toNumber(),
    total_cost: totalOf(price, prompt, completion),
    price_id: price.id,
    price_llm_id: price.llm_id,
    provider_id: price.provider_id,
    pricing_level: price.pricing_level,
    effective_date: price.effective_date,
  };
}

const completionCost = ({ completion_tokens }: TokenUsage, { completion_token_cost }: AppliedPrice) =>
  times(completion_tokens, completion_token_cost);

function totalOf(price: AppliedPrice, prompt: Big | undefined, completion: Big | undefined) {
  return sumByCurrency([
    [price.prompt_token_cost_unit, prompt],
    [price.completion_token_cost_unit, completion],
  ]);
}

type PromptCosts = { prompt?: Big; cached?: Big; written?: Big };

/** The prompt's cost, and the part of it that is for the cache; at most the prompt's tokens are charged. */
function promptCosts(usage: TokenUsage, price: AppliedPrice): PromptCosts {
  const { cached_tokens, cache_write_tokens, cache_write_1h_tokens } = usage;
  const tokens = promptOf(usage);
  if (tokens === undefined) return {};
  const cachedTokens = atMost(cached_tokens, tokens);
  const writtenTokens = atMost(cache_write_tokens, tokens - (cachedTokens ?? 0));
  const plainTokens = tokens - (cachedTokens ?? 0) - (writtenTokens ?? 0);
  const hourTokens = atMost(cache_write_1h_tokens, writtenTokens ?? 0);
  const each = price.prompt_token_cost;
  const cached = times(cachedTokens, price.cache_read_input_token_cost ?? each);
  const eachWritten = price.cache_creation_input_token_cost ?? each;
  const hour = times(hourTokens, price.cache_creation_1h_input_token_cost ?? eachWritten);
  const others = writtenTokens === undefined ? undefined : writtenTokens - (hourTokens ?? 0);
  const written = others === undefined ? undefined : sum([times(others, eachWritten), hour]);
  return { prompt: sum([times(plainTokens, each), cached, written]), cached, written };
}

function atMost(tokens: number | undefined, limit: number): number | undefined {
  return tokens === undefined ? undefined : Math.min(tokens, limit);
}

function sum(amounts: (Big | undefined)[]): Big {
  return amounts.reduce<Big>((total, amount) => (amount ? total.plus(amount) : total), new Big(0));
}

function times(tokens: number | undefined, cost: number): Big | undefined {
  return tokens === undefined ? undefined : new Big(tokens).times(cost);
}
