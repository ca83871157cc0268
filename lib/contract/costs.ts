import * as z from "zod";
import { PROMPT_LIMITS, SERVICE_TIERS } from "./call-kinds";
import { sortBy } from "./calls";
import { COST_FIELDS } from "./cost-fields";
import { list } from "./list";
import { querySchema } from "./query-schema";
import { COSTS_PER_REQUEST, PRICE_MAX, PRICE_TIERS } from "./limits";
import { name, projectId, rowCount, timeOrderedId, timestamp } from "./primitives";

/**
 * Price of one token. It means the shortest decimal that parses to this number (2.5e-6 is exactly 0.0000025); the
 * decimal is stored and used to compute costs, without rounding in between.
 */
const price = z
  .number()
  .min(0, "must not be negative")
  .max(PRICE_MAX, `must be at most ${PRICE_MAX.toLocaleString("en")}`);

export const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/, "must be a three-letter currency code, such as USD")
  .toUpperCase();

/** The amounts of a price, of one token each. */
const amounts = {
  prompt_token_cost: price,
  completion_token_cost: price,
  /** Of a prompt token read from the provider's cache, in the prompt's unit; defaults to the prompt's price. */
  cache_read_input_token_cost: price.nullish(),
  /** Of a prompt token written to the cache; defaults to the prompt's price. */
  cache_creation_input_token_cost: price.nullish(),
  /** Of a prompt token written to the cache for an hour; defaults to that of others written to it. */
  cache_creation_1h_input_token_cost: price.nullish(),
};

const LIMITS = PROMPT_LIMITS.map((limit) => limit.toLocaleString("en")).join(", ");

/** What a price is for other calls than the usual ones: of a service tier, with long prompts, or both. */
const newTier = z
  .strictObject({
    service_tier: z.enum(SERVICE_TIERS).nullish(),
    /** Tokens; a prompt of more of them has this price, for all of its tokens. */
    above_prompt_tokens: z.literal(PROMPT_LIMITS, `must be one of ${LIMITS}`).nullish(),
    ...amounts,
  })
  .refine(
    ({ service_tier: tier, above_prompt_tokens: above }) => (tier ?? above ?? undefined) !== undefined,
    "must have service_tier, above_prompt_tokens, or both",
  );

const tierKey = ({ service_tier: tier, above_prompt_tokens: above }: z.infer<typeof newTier>) =>
  `${tier ?? ""} ${above ?? ""}`;

const newTiers = list(newTier)
  .max(PRICE_TIERS, `must have at most ${PRICE_TIERS} items`)
  .refine((tiers) => new Set(tiers.map(tierKey)).size === tiers.length, "must not have two for the same calls");

/** A new price of a model: units default to USD, `effective_date` to now, `provider_id` to `default`. */
export const newCost = z.strictObject({
  /**
   * Id of a removed price that is being restored; if the price still exists, it is unchanged. Generated when absent.
   */
  id: timeOrderedId.nullish(),
  ...amounts,
  prompt_token_cost_unit: currency.nullish(),
  completion_token_cost_unit: currency.nullish(),
  effective_date: timestamp.nullish(),
  provider_id: name.nullish(),
  /**
   * Prices of other calls: those of a service tier whose name the call reports, and those with long prompts. A call has
   * the price of its service tier, if there is one, and of those the one for the longest prompts that it exceeds.
   */
  tiers: newTiers.nullish(),
});
export type NewCost = z.infer<typeof newCost>;

/** Reports the error in the name itself instead of an invalid key. */
function badModelName(issue: z.core.$ZodRawIssue): string | undefined {
  return issue.code === "invalid_key" ? issue.issues[0]?.message : undefined;
}

/** Prices by `llm_id`. If two take effect at the same time, the one created later applies. */
export const costCreateRequest = z.strictObject({
  project_id: projectId,
  costs: z
    .record(name, newCost, { error: badModelName })
    .refine((costs) => Object.keys(costs).length <= COSTS_PER_REQUEST, `must have at most ${COSTS_PER_REQUEST} prices`),
  ext_user_id: z.undefined("is set by the service and must not be sent").optional(),
});

/** Pairs of `llm_id` and the new price's id. */
export const costCreateResponse = z.object({ ids: z.array(z.tuple([z.string(), z.string()])) });

/** The record as the interface defines it. */
const costRecord = z.object({
  id: z.string(),
  llm_id: z.string(),
  prompt_token_cost: z.number(),
  completion_token_cost: z.number(),
  prompt_token_cost_unit: z.string(),
  completion_token_cost_unit: z.string(),
  effective_date: timestamp,
  provider_id: z.string(),
});

/** Origin of the price: the project's own prices take precedence over the service's default list. */
export const pricingLevel = z.enum(["project", "default"]);

const priceTier = z.object({
  service_tier: z.enum(SERVICE_TIERS).optional(),
  above_prompt_tokens: z.literal(PROMPT_LIMITS).optional(),
  prompt_token_cost: z.number(),
  completion_token_cost: z.number(),
  cache_read_input_token_cost: z.number().optional(),
  cache_creation_input_token_cost: z.number().optional(),
  cache_creation_1h_input_token_cost: z.number().optional(),
});
export type PriceTier = z.infer<typeof priceTier>;
export const priceTiers = z.array(priceTier);

/** A price. Fields that are not in the interface are returned when `fields` names them. */
export const cost = costRecord.extend({
  cache_read_input_token_cost: z.number().optional(),
  cache_creation_input_token_cost: z.number().optional(),
  cache_creation_1h_input_token_cost: z.number().optional(),
  tiers: priceTiers.optional(),
  pricing_level: pricingLevel,
  /** Of a default price: its source page, and the date it was read. */
  source: z.string().optional(),
  source_date: z.iso.date().optional(),
  /** Of a project's own price. */
  created_at: timestamp.optional(),
  created_by: z.string().optional(),
});
export type Cost = z.infer<typeof cost>;

export const costField = z.enum(COST_FIELDS satisfies readonly (keyof Cost)[]);

/** The fields of a record by default. */
export const COST_RECORD_FIELDS = costField.options.filter((field) => field in costRecord.shape);

/** Listed by `llm_id`, newest first, unless `sort_by` is given. */
export const costQueryRequest = z.strictObject({
  project_id: projectId,
  fields: list(costField).nullish(),
  query: querySchema.nullish(),
  sort_by: sortBy,
  limit: rowCount,
  offset: rowCount,
  /** Extension: also the default prices, after the project's own. */
  include_default_prices: z.boolean().nullish(),
});
export type CostQuery = z.infer<typeof costQueryRequest>;

export const costQueryResponse = z.object({ results: z.array(cost.partial()) });

/**
 * Removes the project's own prices that the query selects. The query is required, so that omitting it does not remove
 * all.
 */
export const costPurgeRequest = z.strictObject({ project_id: projectId, query: querySchema });
export const costPurgeResponse = z.object({ purged: z.int() });
