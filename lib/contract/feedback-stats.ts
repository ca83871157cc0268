import * as z from "zod";
import { granularity, timeZone } from "./call-stats";
import { querySchema } from "./query-schema";
import { projectId, timestamp } from "./primitives";

/** Counts what `/feedback/query` would list; with `start` also over time, within `[start, end)`. */
export const feedbackStatsRequest = z
  .strictObject({
    project_id: projectId,
    query: querySchema.nullish(),
    start: timestamp.nullish(),
    /** Defaults to now. */
    end: timestamp.nullish(),
    /** Length of a bucket in seconds; by default chosen by the range; returned in the response. */
    granularity: granularity.nullish(),
    /** Defaults to UTC. */
    timezone: timeZone.nullish(),
  })
  .check(({ value: { start, end }, issues }) => {
    if (start && end && end <= start)
      issues.push({ code: "custom", input: end, path: ["end"], message: "must be later than start" });
  });
export type FeedbackStatsQuery = z.infer<typeof feedbackStatsRequest>;

/** Equal values in one bucket. */
const feedbackCount = z.object({
  /** Index in `buckets`. */
  bucket: z.int(),
  feedback_type: z.string(),
  /** The emoji, the annotation's value or the score, if it is a string or number; its first 100 characters. */
  value: z.string().optional(),
  /**
   * The range of numbers, for a type with more than `FEEDBACK_NUMBERS` different ones. From `low` inclusive to `high`
   * exclusive, where the next range begins. The last range with both bounds includes its `high`, and if all numbers are
   * integers every range does. With only `high` it contains everything below, with only `low` everything above.
   */
  low: z.number().optional(),
  high: z.number().optional(),
  /**
   * Set if this counts less frequent values together. Without it, a value or a range, the records have no value at all.
   */
  others: z.literal(true).optional(),
  count: z.int(),
  /** How many of them are numbers, with their sum, minimum and maximum. */
  numbers: z.int(),
  sum: z.number(),
  min: z.number().optional(),
  max: z.number().optional(),
});
export type FeedbackCount = z.infer<typeof feedbackCount>;

export const feedbackStatsResponse = z.object({
  count: z.int(),
  /** When the first and the last record were created. */
  first: timestamp.optional(),
  latest: timestamp.optional(),
  /** Only with `start`, like the following fields. */
  granularity: z.int().optional(),
  buckets: z.array(z.object({ start: timestamp, end: timestamp })).optional(),
  /**
   * Counts every record once. For each type the `FEEDBACK_VALUES` most frequent values are counted separately and the
   * others of a bucket together; if a type has many different numbers, they are all counted in ranges.
   */
  stats: z.array(feedbackCount).optional(),
});
export type FeedbackStats = z.infer<typeof feedbackStatsResponse>;
