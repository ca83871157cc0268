import * as z from "zod";
import { granularity, timeZone } from "./call-stats";
import { querySchema } from "./query-schema";
import { projectId, timestamp } from "./primitives";

/** Counts what `/feedback/query` would list; with `start` also what was said when, within `[start, end)`. */
export const feedbackStatsRequest = z
  .strictObject({
    project_id: projectId,
    query: querySchema.nullish(),
    start: timestamp.nullish(),
    /** Now when absent. */
    end: timestamp.nullish(),
    /** Seconds of a bucket, chosen by the range when absent, and returned in the answer. */
    granularity: granularity.nullish(),
    /** UTC when absent. */
    timezone: timeZone.nullish(),
  })
  .check(({ value: { start, end }, issues }) => {
    if (start && end && end <= start)
      issues.push({ code: "custom", input: end, path: ["end"], message: "must be later than start" });
  });
export type FeedbackStatsQuery = z.infer<typeof feedbackStatsRequest>;

/** Equal values in one bucket. */
export const feedbackCount = z.object({
  /** Its place in `buckets`. */
  bucket: z.int(),
  feedback_type: z.string(),
  /** The emoji, the annotation's value, the score, where that is one word or number; its first 100 characters. */
  value: z.string().optional(),
  /**
   * The range that its numbers lie in, where a type says more than `FEEDBACK_NUMBERS` different ones: from `low`, up to
   * `high` but without it, which is where the next range begins. The last range that has both holds its `high` too, and
   * where all numbers are whole every one does. With `high` alone it holds what is below, with `low` alone what is above.
   */
  low: z.number().optional(),
  high: z.number().optional(),
  /** Given where less frequent values are counted together. Without it, a value or a range, they say no value at all. */
  others: z.literal(true).optional(),
  count: z.int(),
  /** How many of them are numbers; their sum, minimum and maximum. */
  numbers: z.int(),
  sum: z.number(),
  min: z.number().optional(),
  max: z.number().optional(),
});
export type FeedbackCount = z.infer<typeof feedbackCount>;

export const feedbackStatsResponse = z.object({
  count: z.int(),
  /** When the first and the last of them were given. */
  first: timestamp.optional(),
  latest: timestamp.optional(),
  /** Only with `start`, as the rest. */
  granularity: z.int().optional(),
  buckets: z.array(z.object({ start: timestamp, end: timestamp })).optional(),
  /**
   * Every record once. Of each type the `FEEDBACK_VALUES` most frequent values apart and the others of a bucket
   * together; where a type says many different numbers, all of those in ranges.
   */
  stats: z.array(feedbackCount).optional(),
});
export type FeedbackStats = z.infer<typeof feedbackStatsResponse>;
