import * as z from "zod";
import { callsFilter, tokenUsage } from "./calls";
import { feedbackGroupIn } from "./feedback-groups";
import { GROUP_FIELDS, STATS_GROUPS } from "./limits";
import { list } from "./list";
import { querySchema } from "./query-schema";
import { name, projectId, timestamp } from "./primitives";

const DAY_SECONDS = 86_400;

/** A name of the IANA time zone database, such as `Europe/Berlin`. */
export const timeZone = z.string().refine(isTimeZone, "must be a time zone name, such as Europe/Berlin");

/** Length of a bucket in seconds; from a day on, whole days of the time zone, which may have 23 or 25 hours. */
export const granularity = z
  .int("must be a whole number")
  .min(1, "must be at least 1")
  .refine(
    (s) => DAY_SECONDS % s === 0 || s % DAY_SECONDS === 0,
    "must divide evenly into a day, or be a whole number of days",
  );

/**
 * What calls are grouped by: `op_name`, `model`, `op` (the name of an op without its version), `version` (the digest of an
 * op that the call's `op_name` refers to), `user_id`, `thread_id`, any field of query expressions such as
 * `attributes.[acme.tier]`; or `feedback_type` and `feedback_value` (the value's first 100 characters, as in `feedback`),
 * with which only feedback is counted. Feedback on a root without a model or attribute counts for the value that most
 * calls of its trace have; of models for the one with the most tokens.
 */
const statsGroup = name;

/** Feedback on calls to be counted. */
export const countedFeedback = z.strictObject({
  /** Defaults to every type. */
  feedback_type: name.nullish(),
  /**
   * Dotted path of the value in the payload. Defaults to the emoji of a reaction, the answer to an annotation or the
   * score, as `/feedback/query_stats` counts them.
   */
  field: name.nullish(),
  /** A value whose records are counted separately, such as 👎; a number or a boolean as text. */
  value: name.nullish(),
  /**
   * Whether feedback on a root counts for a selected call of its trace, such as one that used a prompt or a model.
   * Defaults to true; with false, only feedback on the selected calls themselves is counted.
   */
  on_roots: z.boolean().nullish(),
});
export type CountedFeedback = z.infer<typeof countedFeedback>;

/** Which calls a statistic or a metric is about: the filter of lists. */
export const statsSelection = { filter: callsFilter.nullish(), query: querySchema.nullish() };
export const statsGroups = list(statsGroup).max(GROUP_FIELDS, `must have at most ${GROUP_FIELDS} items`);

/** Calls that started within `[start, end)`, by time; `end` defaults to now. */
export const timeStatsRequest = z
  .strictObject({
    project_id: projectId,
    start: timestamp,
    end: timestamp.nullish(),
    /** By default chosen by the range; returned in the response. */
    granularity: granularity.nullish(),
    /** Defaults to UTC. */
    timezone: timeZone.nullish(),
    ...statsSelection,
    group_by: statsGroups.nullish(),
    /** Counts only this many groups separately, those with the most calls, and all others together. */
    groups: z
      .int("must be a whole number")
      .min(1, "must be at least 1")
      .max(STATS_GROUPS, `must be at most ${STATS_GROUPS}`)
      .nullish(),
    /** Counts all calls of the traces that contain a selected call, at the time when the first selected one started. */
    whole_traces: z.boolean().nullish(),
    /** Also counts the traces of the counted calls. */
    count_traces: z.boolean().nullish(),
    /** Also counts feedback on the selected calls and on the roots of their traces, at the time when it was given, whenever the calls started. */
    feedback: countedFeedback.nullish(),
  })
  .check(({ value: { start, end, whole_traces, feedback, group_by }, issues }) => {
    const refuse = (path: string, input: unknown, message: string) =>
      issues.push({ code: "custom", input, path: [path], message });
    if (end && end <= start) refuse("end", end, "must be later than start");
    if (feedback && whole_traces) refuse("whole_traces", whole_traces, "cannot be combined with feedback");
    const ofFeedback = feedbackGroupIn(group_by ?? []);
    if (!feedback && ofFeedback !== undefined) refuse("group_by", group_by, `${ofFeedback} requires feedback`);
  });
export type TimeStatsQuery = z.infer<typeof timeStatsRequest>;

const feedbackTotals = z.object({
  /** Records, and those with the requested `value`. */
  count: z.int(),
  matching: z.int().optional(),
  /** Records whose value is a number, and the mean of those, unless they are of several types. */
  numbers: z.int(),
  mean: z.number().optional(),
  /** Records whose value is true or false, if there are any, and the share of true, unless they are of several types. */
  booleans: z.int().optional(),
  rate: z.number().optional(),
});

export const callTotals = z.object({
  /** By each field that was grouped by, except for calls without a value. Absent if nothing was grouped by. */
  group: z.record(z.string(), z.string()).optional(),
  /** Set where all groups are counted together that are not counted separately. */
  others: z.literal(true).optional(),
  /** As in `group`. */
  op_name: z.string().optional(),
  model: z.string().optional(),
  count: z.int(),
  /** Different traces, with `count_traces`. One with calls in several buckets or groups is counted in each. */
  traces: z.int().optional(),
  /** Only with `feedback`, and where there is any. */
  feedback: feedbackTotals.optional(),
  errors: z.int(),
  /** Milliseconds, of the calls that have ended; accurate to two percent for large numbers of calls. */
  latency_p50_ms: z.number().optional(),
  latency_p95_ms: z.number().optional(),
  latency_p99_ms: z.number().optional(),
  /** Each token once: a call that repeats its children's tokens adds none. */
  usage: tokenUsage.optional(),
  /** Those of the tokens that have a price, whether or not a stated cost includes them. */
  priced_usage: tokenUsage.optional(),
  /** By currency, as stated by clients, else at the price in effect when each call started. */
  total_cost: z.record(z.string(), z.number()),
  /** Where clients state costs: the part of `total_cost` that is stated, in USD by source, such as an attribute. */
  stated_costs: z.record(z.string(), z.number()).optional(),
  /** Where clients state costs: by currency, what `priced_usage` costs at the prices. */
  priced_cost: z.record(z.string(), z.number()).optional(),
  /** Where clients state costs: calls whose tokens count but have no price, with or without a stated cost. */
  without_price: z.int().optional(),
  /** Calls that have a cost in each currency of `total_cost`. */
  costed: z.record(z.string(), z.int()).optional(),
  /** Calls that `total_cost` is for, and `unpriced` ones: those whose stated costs or tokens count. */
  charged: z.int().optional(),
  /** Calls whose tokens count but have no price and no stated cost. */
  unpriced: z.int(),
});
export type CallTotals = z.infer<typeof callTotals>;

export const timeStatsResponse = z.object({
  granularity: z.int(),
  timezone: z.string(),
  /** Every bucket of the range, including empty ones; the first may begin before `start`. */
  buckets: z.array(z.object({ start: timestamp, end: timestamp })),
  /** By bucket (index in `buckets`) and group; pairs without calls are left out. */
  stats: z.array(callTotals.extend({ bucket: z.int() })),
  /** By group, over the whole range; the group with the most calls first. */
  totals: z.array(callTotals),
});
export type TimeStats = z.infer<typeof timeStatsResponse>;

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}
