import * as z from "zod";
import { PROMPT_LIMITS, SERVICE_TIERS } from "@/lib/contract/call-kinds";
import type { Cost, PriceTier } from "@/lib/contract/costs";
import Big from "big.js";
import list from "./default-prices.json";

/** Of one token, in the provider's currency: `2.5e-6` is 2.50 per million. */
const price = z.number().min(0).max(0.001);

const amounts = {
  prompt: price,
  completion: price,
  cache_read: price.optional(),
  cache_write: price.optional(),
};
type Amounts = z.infer<z.ZodObject<typeof amounts>>;

const multiple = z.number().positive().optional();
/** What the provider charges in each service tier, as a multiple of its standard prices: 0.5 is half. */
const multiples = { batch: multiple, flex: multiple, priority: multiple } satisfies Record<
  (typeof SERVICE_TIERS)[number],
  z.ZodType
>;

const listedPrice = z.strictObject({
  llm_id: z.string(),
  /** Other names of the model, with the same prices. */
  aliases: z.array(z.string()).optional(),
  /** The day the price took effect, or the model came out; a later row of the model replaces an earlier. */
  from: z.iso.date(),
  ...amounts,
  ...multiples,
  /** Of prompts of more than `above` tokens. */
  long: z.strictObject({ above: z.literal(PROMPT_LIMITS), ...amounts }).optional(),
  /** Of a row that was read on another day than the others. */
  source_date: z.iso.date().optional(),
});
type ListedPrice = z.infer<typeof listedPrice>;

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
  ...multiples,
  /** False if long prompts are never served with priority. */
  long_priority: z.boolean().default(true),
  /** Of a token written to the cache for an hour, as a multiple of the prompt's price. */
  cache_write_1h: multiple,
  prices: z.array(listedPrice),
});
type ProviderPrices = z.infer<typeof providerPrices>;

/** The prices of models for which a project has none of its own; facts, with their source and date. */
export const DEFAULT_PRICES: readonly Cost[] = Object.entries(z.record(z.string(), providerPrices).parse(list)).flatMap(
  ([provider_id, page]) =>
    page.prices.flatMap((row) =>
      [row.llm_id, ...(row.aliases ?? [])].map((llm_id) => ({
        id: `default:${provider_id}/${llm_id}@${row.from}`,
        llm_id,
        provider_id,
        ...amountsOf(row, page.cache_write_1h),
        tiers: tiersOf(row, page),
        prompt_token_cost_unit: page.currency,
        completion_token_cost_unit: page.currency,
        effective_date: `${row.from}T00:00:00.000000Z`,
        pricing_level: "default" as const,
        source: page.source,
        source_date: row.source_date ?? page.source_date,
      })),
    ),
);

function tiersOf(row: ListedPrice, page: ProviderPrices): PriceTier[] | undefined {
  const { long } = row;
  const ofLong = long && { ...amountsOf(long, page.cache_write_1h), above_prompt_tokens: long.above };
  const ofServices = SERVICE_TIERS.flatMap((service_tier) => {
    const factor = row[service_tier] ?? page[service_tier];
    if (factor === undefined) return [];
    const standard = amountsOf(row, page.cache_write_1h, factor);
    return [
      { ...standard, service_tier },
      ...(long && (page.long_priority || service_tier !== "priority")
        ? [{ ...amountsOf(long, page.cache_write_1h, factor), service_tier, above_prompt_tokens: long.above }]
        : []),
    ];
  });
  const tiers = [...(ofLong ? [ofLong] : []), ...ofServices];
  return tiers.length > 0 ? tiers : undefined;
}

/** The amounts of a row or tier, each times `factor`. */
function amountsOf(
  { prompt, completion, cache_read, cache_write }: Amounts,
  hourTimes: number | undefined,
  factor = 1,
) {
  return {
    prompt_token_cost: times(prompt, factor),
    completion_token_cost: times(completion, factor),
    cache_read_input_token_cost: cache_read === undefined ? undefined : times(cache_read, factor),
    cache_creation_input_token_cost: cache_write === undefined ? undefined : times(cache_write, factor),
    cache_creation_1h_input_token_cost: hourTimes === undefined ? undefined : times(times(prompt, hourTimes), factor),
  };
}

function times(amount: number, factor: number): number {
  return new Big(amount).times(factor).toNumber();
}
