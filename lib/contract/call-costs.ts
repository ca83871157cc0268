import { z } from "zod";
import { tokenUsage } from "./calls";
import { timestamp } from "./time";

/** What one model cost in one call: `summary.costs[llm_id]`. Without a price row it is listed as unpriced, never as 0. */
export const callCost = tokenUsage.extend({
  priced: z.boolean(),
  /** Price of one token, in the unit's currency. */
  prompt_token_cost: z.number().optional(),
  completion_token_cost: z.number().optional(),
  prompt_token_cost_unit: z.string().optional(),
  completion_token_cost_unit: z.string().optional(),
  prompt_tokens_total_cost: z.number().optional(),
  completion_tokens_total_cost: z.number().optional(),
  /** Prompt and completion together, by currency. */
  total_cost: z.record(z.string(), z.number()).optional(),
  price_id: z.string().optional(),
  effective_date: timestamp.optional(),
});
export type CallCost = z.infer<typeof callCost>;

/** By `llm_id`, as `include_costs` adds it to a call's summary. */
export const callCosts = z.record(z.string(), callCost);
