import * as z from "zod";
import { callsFilter, tokenUsage } from "./calls";
import { list } from "./list";
import { querySchema } from "./query-schema";
import { projectId, timestamp } from "./primitives";

const DAY_SECONDS = 86_400;

/** A name of the IANA time zone database, such as `Europe/Berlin`. */
export const timeZone = z.string().refine(isTimeZone, "must be a time zone name, such as Europe/Berlin");

/** Seconds that a bucket lasts; from a day on whole days of the time zone, which may last 23 or 25 hours. */
export const granularity = z
  .int("must be a whole number")
  .min(1, "must be at least 1")
  .refine((s) => DAY_SECONDS % s === 0 || s % DAY_SECONDS === 0, "must divide a day, or be a number of days");

export const statsGroup = z.enum(["op_name", "model"]);
export type StatsGroup = z.infer<typeof statsGroup>;

/** Calls that started within `[start, end)`, by time; `end` is now when absent. */
export const timeStatsRequest = z
  .strictObject({
    project_id: projectId,
    start: timestamp,
    end: timestamp.nullish(),
    /** Chosen by the range when absent, and returned in the answer. */
    granularity: granularity.nullish(),
    /** UTC when absent. */
    timezone: timeZone.nullish(),
    filter: callsFilter.nullish(),
    query: querySchema.nullish(),
    group_by: list(statsGroup).nullish(),
    /** Counts all calls of the traces that the selected calls are in, at the time the first selected one began. */
    whole_traces: z.boolean().nullish(),
  })
  .check(({ value: { start, end }, issues }) => {
    if (end && end <= start)
      issues.push({ code: "custom", input: end, path: ["end"], message: "must be later than start" });
  });
export type TimeStatsQuery = z.infer<typeof timeStatsRequest>;

/** What some calls come to. */
export const callTotals = z.object({
  /** Only what was grouped by; absent also where the calls say none. */
  op_name: z.string().optional(),
  model: z.string().optional(),
  count: z.int(),
  errors: z.int(),
  /** Milliseconds, of the calls that ended; within two percent where there are many. */
  latency_p50_ms: z.number().optional(),
  latency_p95_ms: z.number().optional(),
  latency_p99_ms: z.number().optional(),
  /** Each token once: a call that repeats its children's adds none. */
  usage: tokenUsage.optional(),
  /** Of that the tokens which have a price, and which `total_cost` is of. */
  priced_usage: tokenUsage.optional(),
  /** By currency, at the price of the time each call started. */
  total_cost: z.record(z.string(), z.number()),
  /** Calls whose tokens count but have no price. */
  unpriced: z.int(),
});
export type CallTotals = z.infer<typeof callTotals>;

export const timeStatsResponse = z.object({
  granularity: z.int(),
  timezone: z.string(),
  /** Every bucket of the range, also the empty ones; the first may begin before `start`. */
  buckets: z.array(z.object({ start: timestamp, end: timestamp })),
  /** By bucket (its place in `buckets`) and group; nothing where there are no calls. */
  stats: z.array(callTotals.extend({ bucket: z.int() })),
  /** By group, over the whole range; the one with most calls first. */
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
