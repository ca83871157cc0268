import { PROMPT_LIMITS, SERVICE_TIERS } from "@/lib/contract/call-kinds";
import type { CallUsage, TokenUsage } from "@/lib/contract/calls";
import type { Cost, PriceTier } from "@/lib/contract/costs";

/** What the tier of a price depends on: the provider's service tier, and the tokens of the prompt. */
type Tiered = Pick<CallUsage, "service_tier" | "prompt_tokens" | "cached_tokens" | "cache_write_tokens">;

/** The amounts of a price that apply to a call, with the tier that they are of. */
export type AppliedPrice = Omit<Cost, "tiers"> & Pick<PriceTier, "service_tier" | "above_prompt_tokens">;

/** The calls of one tier: prompts of more than `above` tokens and at most `upTo`, served in `serviceTier`. */
export interface TierSpan {
  /** Empty for calls of none of `SERVICE_TIERS`; absent where the price does not depend on it. */
  serviceTier?: string;
  above?: number;
  upTo?: number;
  price: AppliedPrice;
}

/** The tokens of a prompt, which include those that a cache has. */
export function promptOf({ prompt_tokens, cached_tokens, cache_write_tokens }: TokenUsage): number | undefined {
  return prompt_tokens ?? cached_tokens ?? cache_write_tokens;
}

/**
 * The amounts of a price that apply to one call: those of its service tier, or the standard ones if the price has none for
 * it; and among these those for prompts as long as its own.
 */
export function priceOfCall({ tiers = [], ...price }: Cost & AppliedPrice, call: Tiered): AppliedPrice {
  const prompt = promptOf(call) ?? 0;
  const ofService = tiers.filter(({ service_tier: tier }) => tier !== undefined && tier === call.service_tier);
  const candidates = ofService.length > 0 ? ofService : tiers.filter(({ service_tier: tier }) => tier === undefined);
  const [tier] = candidates.filter((one) => isFor(one, prompt)).toSorted((a, b) => limitOf(b) - limitOf(a));
  return tier ? { ...price, ...NO_CACHE_PRICES, ...tier } : price;
}

/** The optional amounts of a price; those that a tier leaves out are not the price's. */
const NO_CACHE_PRICES = {
  cache_read_input_token_cost: undefined,
  cache_creation_input_token_cost: undefined,
  cache_creation_1h_input_token_cost: undefined,
};

const limitOf = ({ above_prompt_tokens: above }: PriceTier): number => above ?? 0;
const isFor = ({ above_prompt_tokens: above }: PriceTier, prompt: number) => above === undefined || prompt > above;

/** The tiers of a price, each with the calls that it is for; together they cover every call once. */
export function tierSpans(price: Cost): TierSpan[] {
  const { tiers = [] } = price;
  if (tiers.length === 0) return [{ price: priceOfCall(price, {}) }];
  const isByService = tiers.some(({ service_tier: tier }) => tier !== undefined);
  const limits = [0, ...PROMPT_LIMITS.filter((limit) => tiers.some((tier) => limitOf(tier) === limit))];
  const services = isByService ? [undefined, ...SERVICE_TIERS] : [undefined];
  return services.flatMap((service_tier) =>
    limits.map((above, place) => ({
      serviceTier: isByService ? (service_tier ?? "") : undefined,
      above,
      upTo: limits[place + 1],
      price: priceOfCall(price, { service_tier, prompt_tokens: above + 1 }),
    })),
  );
}
