import * as z from "zod";
import { callOverview, callRow, sortBy, tokenUsage } from "./calls";
import { list } from "./list";
import { querySchema } from "./query-schema";
import { name, projectId, rowCount, timestamp } from "./primitives";

/**
 * What the calls of a thread add up to: those with its id, and those below them that have no thread id. Stated costs and
 * prices are those of the overviews of calls (`callOverview`).
 */
const threadTotals = callOverview
  .pick({ total_cost: true, stated_costs: true, priced_cost: true, unpriced: true })
  .extend({
    /** Each token once; calls without a total count with the sum of their parts. */
    usage: tokenUsage.optional(),
    /** Names of the models without a price; calls without a model are only in `unpriced`. */
    unpriced_models: z.array(z.string()).optional(),
    /** Number of failed calls. */
    errors: z.int(),
    /** Turns that failed, and all turns with a failing step: that failed, or with a failed call below them. */
    failed_turns: z.int().optional(),
    failing_turns: z.int().optional(),
    /** Number of feedback records on the thread and on the calls. */
    feedback_count: z.int(),
    /** The newest `THREAD_FEEDBACK` of them, oldest first. */
    feedback: callRow.shape.feedback.unwrap(),
    /** The input of the first turn, as its overview shows it. */
    input_preview: z.string().optional(),
  });
export type ThreadTotals = z.infer<typeof threadTotals>;

const threadFields = z.object({
  thread_id: z.string(),
  turn_count: z.int(),
  /** When the first turn started. */
  start_time: timestamp,
  /** When the last turn ended, or started if that is later. */
  last_updated: timestamp,
  first_turn_id: z.string(),
  last_turn_id: z.string(),
  /** Milliseconds, of the turns that ended. */
  p50_turn_duration_ms: z.number().optional(),
  p99_turn_duration_ms: z.number().optional(),
});

/**
 * A conversation. A turn is the outermost call of the thread in its trace: the call whose id its calls have as
 * `turn_id`, or, if they have none, a call whose parent is not in the thread.
 */
export const thread = threadFields.extend({
  /** With `include_totals`. */
  totals: threadTotals.optional(),
});
export type Thread = z.infer<typeof thread>;

export const threadField = threadFields.keyof();

/** The totals that threads can be sorted by; of several currencies, the first in which two threads differ decides. */
export const threadTotalField = z.enum([
  "totals.errors",
  "totals.failed_turns",
  "totals.failing_turns",
  "totals.usage.total_tokens",
  "totals.total_cost",
  "totals.feedback_count",
]);
export type ThreadTotalField = z.infer<typeof threadTotalField>;

const count = z.int("must be a whole number").min(1, "must be at least 1").nullish();

const threadsFilter = z.strictObject({
  /** Threads that started later than this. */
  after_datetime: timestamp.nullish(),
  /** Threads that were last updated before this. */
  before_datetime: timestamp.nullish(),
  thread_ids: list(name).nullish(),
  /** Extension: threads with at least this many turns. */
  min_turns: count,
  /** Extension: threads with at most this many turns. */
  max_turns: count,
  /** Extension: threads with at least this many failed calls. */
  min_errors: count,
  /** Extension: threads that cost at least this much, in one of the currencies of their costs. */
  min_cost: z.number().min(0, "must be at least 0").nullish(),
});

const threadsSelection = {
  project_id: projectId,
  filter: threadsFilter.nullish(),
  /**
   * Extension: threads with a call that matches: one that counts in the thread's totals. Its fields are those of calls;
   * feedback on the thread counts as feedback on each call with its id. What is returned is of the whole thread.
   */
  query: querySchema.nullish(),
};

/** Listed last updated first by default. */
export const threadsQueryRequest = z.strictObject({
  ...threadsSelection,
  sort_by: sortBy,
  limit: rowCount,
  offset: rowCount,
  /** Extension: the tokens, costs, errors and feedback of each thread. */
  include_totals: z.boolean().nullish(),
});
export type ThreadsQuery = z.infer<typeof threadsQueryRequest>;

export const threadsStatsRequest = z.strictObject(threadsSelection);
export type ThreadsStatsQuery = z.infer<typeof threadsStatsRequest>;
export const threadsStatsResponse = z.object({ count: z.int() });
