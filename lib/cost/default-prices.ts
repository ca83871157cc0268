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
      /** Other names of the model, with the same prices. */
      aliases: z.array(z.string()).optional(),
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
    prices.flatMap((price) =>
      [price.llm_id, ...(price.aliases ?? [])].map((llm_id) => ({
        id: `default:${provider_id}/${llm_id}@${price.from}`,
        llm_id,
        provider_id,
        prompt_token_cost: price.prompt,
        completion_token_cost: price.completion,
        cache_read_input_token_cost: price.cache_read,
        cache_creation_input_token_cost: price.cache_write,
        prompt_token_cost_unit: currency,
        completion_token_cost_unit: currency,
        effective_date: `${price.from}T00:00:00.000000Z`,
        pricing_level: "default" as const,
        source,
        source_date: price.source_date ?? page.source_date,
      })),
    ),
);
