import * as z from "zod";
import { SERVICE_TIERS } from "./call-kinds";
import { callUsage } from "./calls";
import { pricingLevel } from "./costs";
import { timestamp } from "./primitives";

/**
 * What one model cost in one call, and the price used: `summary.costs[llm_id]`. Tokens times their price, in the
 * price's currency. Without a price the model is listed as unpriced, never as 0.
 */
const callCost = callUsage.extend({
  priced: z.boolean(),
  prompt_token_cost: z.number().optional(),
  completion_token_cost: z.number().optional(),
  /**
   * Price of a prompt token read from the cache, and of one written to it; if absent, they cost the same as other
   * prompt tokens.
   */
  cache_read_input_token_cost: z.number().optional(),
  cache_creation_input_token_cost: z.number().optional(),
  /** Price of one written for an hour; if absent, that of others written to the cache. */
  cache_creation_1h_input_token_cost: z.number().optional(),
  /** The tier of the price that applies: that of a service tier, or of prompts of more than so many tokens. */
  price_service_tier: z.enum(SERVICE_TIERS).optional(),
  above_prompt_tokens: z.int().optional(),
  prompt_token_cost_unit: z.string().optional(),
  completion_token_cost_unit: z.string().optional(),
  prompt_tokens_total_cost: z.number().optional(),
  /** The parts of `prompt_tokens_total_cost` for tokens read from and written to the cache. */
  cached_tokens_total_cost: z.number().optional(),
  cache_write_tokens_total_cost: z.number().optional(),
  completion_tokens_total_cost: z.number().optional(),
  /** Prompt and completion together, by currency. */
  total_cost: z.record(z.string(), z.number()).optional(),
  /** The price's model name; it may lack the call's provider prefix or date. */
  price_id: z.string().optional(),
  price_llm_id: z.string().optional(),
  provider_id: z.string().optional(),
  pricing_level: pricingLevel.optional(),
  effective_date: timestamp.optional(),
});
export type CallCost = z.infer<typeof callCost>;

/** By `llm_id`, as `include_costs` adds it to a call's summary. */
export const callCosts = z.record(z.string(), callCost);
