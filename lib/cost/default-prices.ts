import * as z from "zod";
import type { Cost } from "@/lib/contract/costs";
import list from "./default-prices.json";

/** Of one token, in the provider's currency: `2.5e-6` is 2.50 per million. */
const price = z.number().min(0).max(0.001);

/**
 * One provider's price page, and its prices on the day it was read. A model that several providers sell at different
 * prices is listed under the provider's name (`groq/…`) or not at all.
 */
const providerPrices = z.strictObject({
  source: z.url(),
  source_date: z.iso.date(),
  /** Which of the page's prices these are, if there are several. */
  note: z.string().optional(),
  currency: z.string().length(3),
  prices: z.array(
    z.strictObject({
      llm_id: z.string(),
      /** The day the price took effect, or the model came out; a later row of the model replaces an earlier. */
      from: z.iso.date(),
      prompt: price,
      completion: price,
      cache_read: price.optional(),
      cache_write: price.optional(),
      /** Of a row that was read on another day than the others. */
      source_date: z.iso.date().optional(),
    }),
  ),
});

/** The prices of models for which a project has none of its own; facts, with their source and date. */
export const DEFAULT_PRICES: readonly Cost[] = Object.entries(z.record(z.string(), providerPrices).parse(list)).flatMap(
  ([provider_id, { source, currency, prices, ...page }]) =>
    prices.map(({ llm_id, from, prompt, completion, cache_read, cache_write, source_date = page.source_date }) => ({
      id: `default:${provider_id}/${llm_id}@${from}`,
      llm_id,
      provider_id,
      prompt_token_cost: prompt,
      completion_token_cost: completion,
      cache_read_input_token_cost: cache_read,
      cache_creation_input_token_cost: cache_write,
      prompt_token_cost_unit: currency,
      completion_token_cost_unit: currency,
      effective_date: `${from}T00:00:00.000000Z`,
      pricing_level: "default",
      source,
      source_date,
    })),
);
