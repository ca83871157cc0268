import * as z from "zod";
import { callsFilter, tokenUsage } from "./calls";
import { list } from "./list";
import { querySchema } from "./query-schema";
import { projectId, timestamp } from "./primitives";

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

const statsGroup = z.enum(["op_name", "model"]);
export type StatsGroup = z.infer<typeof statsGroup>;

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
    filter: callsFilter.nullish(),
    query: querySchema.nullish(),
    group_by: list(statsGroup).nullish(),
    /** Counts all calls of the traces that contain a selected call, at the time when the first selected one started. */
    whole_traces: z.boolean().nullish(),
  })
  .check(({ value: { start, end }, issues }) => {
    if (end && end <= start)
      issues.push({ code: "custom", input: end, path: ["end"], message: "must be later than start" });
  });
export type TimeStatsQuery = z.infer<typeof timeStatsRequest>;

const callTotals = z.object({
  /** Only the fields that were grouped by; absent for calls without a value. */
  op_name: z.string().optional(),
  model: z.string().optional(),
  count: z.int(),
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
