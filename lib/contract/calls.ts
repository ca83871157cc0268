import * as z from "zod";
import { CALL_KINDS, CALL_STATUSES, SERVICE_TIERS, TOKEN_COUNTS } from "./call-kinds";
import { itemError } from "./errors";
import { fieldPath } from "./expression";
import { list } from "./list";
import { querySchema } from "./query-schema";
import { jsonObject, jsonObjectOrNull, jsonValue } from "@/lib/json/payload";
import { BATCH_ITEMS, SORT_FIELDS } from "./limits";
import { name, projectId, rowCount, shownName, text, timestamp } from "./primitives";

const callStatus = z.enum(CALL_STATUSES);
export const callKind = z.enum(CALL_KINDS);

/**
 * Token counts. Tokens read from the provider's cache and tokens written to it are part of the prompt tokens, those
 * written for an hour of the tokens written, reasoning tokens of the completion tokens. The total is that of prompt and
 * completion, known if either is. Any other absent count is unknown, not 0.
 */
export const tokenUsage = z.object({
  prompt_tokens: z.number().optional(),
  completion_tokens: z.number().optional(),
  total_tokens: z.number().optional(),
  cached_tokens: z.number().optional(),
  cache_write_tokens: z.number().optional(),
  cache_write_1h_tokens: z.number().optional(),
  reasoning_tokens: z.number().optional(),
} satisfies Record<(typeof TOKEN_COUNTS)[number], z.ZodType>);
export type TokenUsage = z.infer<typeof tokenUsage>;

/** What one call reports: its tokens, and the provider's service tier if it is none of the usual. */
export const callUsage = tokenUsage.extend({ service_tier: z.enum(SERVICE_TIERS).optional() });
export type CallUsage = z.infer<typeof callUsage>;

/**
 * What a client says that a call cost, in USD. `counted` costs are part of total costs; `repeated` ones are not, because
 * another call states them too; `unused` ones are not, because the project uses only prices.
 */
export const statedCost = z.object({
  total: z.number(),
  /** Parts of the total, where the client states them. */
  input: z.number().optional(),
  output: z.number().optional(),
  /** The attribute or field with the cost, such as `gen_ai.cost.total_cost`. */
  source: z.string(),
  use: z.enum(["counted", "repeated", "unused"]),
});
export type StatedCost = z.infer<typeof statedCost>;

/** Extension: what a list shows of a call without its payloads. */
export const callOverview = z.object({
  status: callStatus,
  /** Milliseconds with microsecond digits; absent while running. */
  latency_ms: z.number().optional(),
  kind: callKind.optional(),
  /** For a root that names none, the model that most calls of its trace used. */
  model: z.string().optional(),
  /** As this call itself reported it. */
  usage: callUsage.optional(),
  /** Another call reports the same tokens, such as the model call below this one: they do not count in totals. */
  usage_repeated: z.boolean().optional(),
  /** For a root: of the whole trace, counting each token once. */
  total_usage: tokenUsage.optional(),
  /** As this call itself states it. */
  stated_cost: statedCost.optional(),
  /** A stated cost includes this call's tokens: they are not charged at their price in totals. */
  cost_covered: z.boolean().optional(),
  /**
   * With `include_costs` or `include_extras`: by currency, as stated by the client, else at the prices in effect when the
   * calls started (see `/projects/settings/read`); for a root, of the whole trace.
   */
  total_cost: z.record(z.string(), z.number()).optional(),
  /** Where clients state costs: the part of `total_cost` that is stated, in USD by source (see `stated_cost`). */
  stated_costs: z.record(z.string(), z.number()).optional(),
  /** Where clients state costs: by currency, what all of the tokens cost at their prices. */
  priced_cost: z.record(z.string(), z.number()).optional(),
  /** With `include_costs` or `include_extras`: how many of these calls have tokens without a price or a stated cost. */
  unpriced: z.int().optional(),
  input_preview: z.string().optional(),
  output_preview: z.string().optional(),
  /**
   * For a root that has no input or no output: the ids of the model calls of its trace whose preview is shown instead,
   * the first for the input, the last for the output.
   */
  borrowed: z.object({ input: z.string().optional(), output: z.string().optional() }).optional(),
  /** Attributes the client dropped before sending (OpenTelemetry's dropped counts). */
  dropped: z.number().optional(),
  /** The user the program ran for, as reported; in an OpenTelemetry trace any span may report it. */
  user_id: z.string().optional(),
  /** When the service first received it. */
  received_at: timestamp.optional(),
  /** Milliseconds from receipt to reported start, if implausible: one of the clocks is wrong. */
  clock_ahead_ms: z.number().optional(),
  /** Still running, but its trace has received nothing for `STALE_HOURS`; a late end is still accepted. */
  stale: z.boolean().optional(),
});
export type CallOverview = z.infer<typeof callOverview>;

/** A call as the interface defines it, with `overview` on request. */
export const call = z.object({
  id: z.string(),
  project_id: z.string(),
  op_name: z.string(),
  trace_id: z.string(),
  started_at: timestamp,
  attributes: jsonObject,
  inputs: jsonObject,
  display_name: z.string().optional(),
  parent_id: z.string().optional(),
  thread_id: z.string().optional(),
  turn_id: z.string().optional(),
  ended_at: timestamp.optional(),
  exception: z.string().optional(),
  output: jsonValue.optional(),
  summary: jsonObject.optional(),
  ext_user_id: z.string().optional(),
  ext_run_id: z.string().optional(),
  ext_run_step: z.int().optional(),
  ext_run_step_end: z.int().optional(),
  deleted_at: timestamp.optional(),
  storage_size_bytes: z.int().optional(),
  total_storage_size_bytes: z.int().optional(),
  overview: callOverview.optional(),
});
export type Call = z.infer<typeof call>;

/** A row of a list that requested only some columns. */
export const callRow = call
  .partial()
  .required({ id: true })
  .extend({
    /** With `include_extras`: the feedback on the call, oldest first. */
    feedback: z.array(z.object({ feedback_type: z.string(), payload: jsonObject })).optional(),
  });
export type CallRow = z.infer<typeof callRow>;

export const callColumn = z.enum(Object.keys(call.shape) as [keyof Call, ...(keyof Call)[]]);

const INSIDE = /^(attributes|inputs|output|summary)\./;

/** A column, or a dotted path into a payload, such as `inputs.messages.0.content`. */
const chosenColumn = name.refine(
  (path) => callColumn.safeParse(path).success || (INSIDE.test(path) && fieldPath(path) !== undefined),
  `expected one of ${callColumn.options.join(", ")}, or a path inside a payload`,
);

/** The start of a call; `ext_user_id` comes from the key, never from the body. */
export const startedCall = z.object({
  project_id: projectId,
  id: name.nullish(),
  op_name: name,
  display_name: shownName.nullish(),
  trace_id: name.nullish(),
  parent_id: name.nullish(),
  thread_id: name.nullish(),
  turn_id: name.nullish(),
  started_at: timestamp,
  attributes: jsonObjectOrNull,
  inputs: jsonObjectOrNull,
  ext_run_id: name.nullish(),
  ext_run_step: z.int().nullish(),
});
export type StartedCall = z.infer<typeof startedCall>;

export const endedCall = z.object({
  project_id: projectId,
  id: name,
  trace_id: name.nullish(),
  display_name: shownName.nullish(),
  started_at: timestamp.nullish(),
  ended_at: timestamp,
  exception: text.nullish(),
  output: jsonValue.optional(),
  summary: jsonObjectOrNull,
  ext_run_step_end: z.int().nullish(),
});
export type EndedCall = z.infer<typeof endedCall>;

export const callStartRequest = z.object({ start: startedCall });
export const callStartResponse = z.object({ id: z.string(), trace_id: z.string() });
export const callEndRequest = z.object({ end: endedCall });
export const callEndResponse = z.object({});

export const callBatchItem = z.discriminatedUnion(
  "mode",
  [
    z.object({ mode: z.literal("start"), req: callStartRequest }),
    z.object({ mode: z.literal("end"), req: callEndRequest }),
  ],
  { error: ({ code }) => (code === "invalid_union" ? "must be start or end" : undefined) },
);

export const callBatchRequest = z.object({
  batch: list(callBatchItem).max(BATCH_ITEMS, `must have at most ${BATCH_ITEMS} items`),
});

/** One result per item, in order; a rejected item has `error`, all others are stored. */
export const callBatchResponse = z.object({
  res: z.array(
    z.object({
      id: z.string().optional(),
      trace_id: z.string().optional(),
      error: itemError.optional(),
    }),
  ),
  refused: z.int().optional(),
});

export const callReadRequest = z.strictObject({
  project_id: projectId,
  id: name,
  include_costs: z.boolean().nullish(),
  include_storage_size: z.boolean().nullish(),
  include_total_storage_size: z.boolean().nullish(),
});
export const callReadResponse = z.object({ call });

const names = list(name).nullish();

/** Every given key must match; an empty list matches nothing. */
export const callsFilter = z.strictObject({
  op_names: names,
  parent_ids: names,
  trace_ids: names,
  call_ids: names,
  thread_ids: names,
  turn_ids: names,
  ext_user_ids: names,
  ext_run_ids: names,
  /** Calls without a parent, and calls whose parent has not arrived. */
  trace_roots_only: z.boolean().nullish(),
});
export type CallsFilter = z.infer<typeof callsFilter>;

const direction = z.enum(["asc", "desc"]);

/** `direction` is the field's name; `order` is also accepted. Defaults to ascending. */
export const sortBy = z
  .array(
    z
      .strictObject({ field: name, direction: direction.nullish(), order: direction.nullish() })
      .transform(({ field, direction: given, order }) => ({ field, direction: given ?? order ?? ("asc" as const) })),
  )
  // The database would plan a sort by thousands of fields for minutes, and its time limit does not apply to planning.
  .max(SORT_FIELDS, `must have at most ${SORT_FIELDS} fields`)
  .nullish();
export type SortBy = { field: string; direction: "asc" | "desc" }[];

export const callsQueryRequest = z.strictObject({
  project_id: projectId,
  filter: callsFilter.nullish(),
  query: querySchema.nullish(),
  sort_by: sortBy,
  limit: rowCount,
  offset: rowCount,
  /** Extension: only rows after this call in the requested order (paging by key). */
  after_id: name.nullish(),
  /** Extension: only this many of the selected calls, the newest; limits the cost of an expensive order. */
  newest: rowCount,
  columns: list(chosenColumn).nullish(),
  include_costs: z.boolean().nullish(),
  include_storage_size: z.boolean().nullish(),
  include_total_storage_size: z.boolean().nullish(),
  include_overview: z.boolean().nullish(),
  /** Extension: the feedback on each call, and in each overview what the call cost, without the summaries. */
  include_extras: z.boolean().nullish(),
});
export type CallsQuery = z.infer<typeof callsQueryRequest>;

export const callsStatsRequest = z.strictObject({
  project_id: projectId,
  filter: callsFilter.nullish(),
  query: querySchema.nullish(),
  /** Stop counting here: with 1 the response is a cheap watermark. */
  limit: rowCount,
  include_total_storage_size: z.boolean().nullish(),
});

export const callsStatsResponse = z.object({
  count: z.int(),
  /** When anything in the project's calls was last written; a screen polls it to find out whether to reload. */
  latest: timestamp.optional(),
  /**
   * Extension, for a text search while the index lags behind: all text that was received before is indexed. Later text
   * is found too, more slowly.
   */
  indexed_until: timestamp.optional(),
  total_storage_size_bytes: z.int().optional(),
});
