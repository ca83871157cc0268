import * as z from "zod";
import { sortBy } from "./calls";
import { COST_FIELDS } from "./cost-fields";
import { list } from "./list";
import { querySchema } from "./query-schema";
import { COSTS_PER_REQUEST, PRICE_MAX } from "./limits";
import { name, projectId, rowCount, timeOrderedId, timestamp } from "./primitives";

/**
 * Price of one token. The decimal it stands for is the shortest one that this number reads back from (2.5e-6 is
 * exactly 0.0000025): stored as such, and what costs are worked out with, without any rounding in between.
 */
const price = z
  .number()
  .min(0, "must not be negative")
  .max(PRICE_MAX, `must be at most ${PRICE_MAX.toLocaleString("en")}`);

const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/, "must be a currency code of three letters, such as USD")
  .toUpperCase();

/** A new price of a model: units default to USD, `effective_date` to now, `provider_id` to `default`. */
export const newCost = z.strictObject({
  /** Of a price that was removed, to put it back; one that is there already stays as it is. Made when absent. */
  id: timeOrderedId.nullish(),
  prompt_token_cost: price,
  completion_token_cost: price,
  prompt_token_cost_unit: currency.nullish(),
  completion_token_cost_unit: currency.nullish(),
  /** Of a prompt token that came from the provider's cache, in the prompt's unit; the prompt's price when absent. */
  cache_read_input_token_cost: price.nullish(),
  /** Of a prompt token that was written to it. */
  cache_creation_input_token_cost: price.nullish(),
  effective_date: timestamp.nullish(),
  provider_id: name.nullish(),
});
export type NewCost = z.infer<typeof newCost>;

/** What is wrong with the name itself, rather than that it is an invalid key. */
function badModelName(issue: z.core.$ZodRawIssue): string | undefined {
  return issue.code === "invalid_key" ? issue.issues[0]?.message : undefined;
}

/** Prices by `llm_id`. Two that take effect at the same time: the later created holds. */
export const costCreateRequest = z.strictObject({
  project_id: projectId,
  costs: z
    .record(name, newCost, { error: badModelName })
    .refine((costs) => Object.keys(costs).length <= COSTS_PER_REQUEST, `must have at most ${COSTS_PER_REQUEST} prices`),
  ext_user_id: z.undefined("is filled in by the server and must not be sent").optional(),
});

/** Pairs of `llm_id` and the new price's id. */
export const costCreateResponse = z.object({ ids: z.array(z.tuple([z.string(), z.string()])) });

/** The record as the interface has it. */
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

/** Whose price it is: the project's own rows come before the list that the service brings. */
export const pricingLevel = z.enum(["project", "default"]);

/** A price row. What the interface does not know of is answered when `fields` names it. */
export const cost = costRecord.extend({
  cache_read_input_token_cost: z.number().optional(),
  cache_creation_input_token_cost: z.number().optional(),
  pricing_level: pricingLevel,
  /** Of a default price: its source page, and the day it was read. */
  source: z.string().optional(),
  source_date: z.iso.date().optional(),
  /** Of a project's own. */
  created_at: timestamp.optional(),
  created_by: z.string().optional(),
});
export type Cost = z.infer<typeof cost>;

export const costField = z.enum(COST_FIELDS satisfies readonly (keyof Cost)[]);

/** The fields of a record when none are named. */
export const COST_RECORD_FIELDS = costField.options.filter((field) => field in costRecord.shape);

/** By `llm_id`, each newest first, when no `sort_by` is given. */
export const costQueryRequest = z.strictObject({
  project_id: projectId,
  fields: list(costField).nullish(),
  query: querySchema.nullish(),
  sort_by: sortBy,
  limit: rowCount,
  offset: rowCount,
  /** Extension: the default prices too, below the project's own. */
  include_default_prices: z.boolean().nullish(),
});
export type CostQuery = z.infer<typeof costQueryRequest>;

export const costQueryResponse = z.object({ results: z.array(cost.partial()) });

/** Removes the project's own prices that the query selects; a query is required, so that none goes by omission. */
export const costPurgeRequest = z.strictObject({ project_id: projectId, query: querySchema });
export const costPurgeResponse = z.object({ purged: z.int() });
