import * as z from "zod";
import { querySchema } from "./query-schema";
import { name, projectId, timestamp } from "./primitives";

/** Feedback of a type, as one value per subject: that of the latest record with a value. */
const comparedFeedback = z.strictObject({
  feedback_type: name,
  /** Dotted path of the value in the payload; by default as `/feedback/query_stats` counts it. */
  field: name.nullish(),
});
export type ComparedFeedback = z.infer<typeof comparedFeedback>;

/** Compares two kinds of feedback on the same subjects: calls, or whatever else the records are on. */
export const feedbackCompareRequest = z
  .strictObject({
    project_id: projectId,
    first: comparedFeedback,
    second: comparedFeedback,
    /** Selects records of both, as in `/feedback/query`. */
    query: querySchema.nullish(),
    /** Records created within `[start, end)`. */
    start: timestamp.nullish(),
    end: timestamp.nullish(),
  })
  .check(({ value: { first, second, start, end }, issues }) => {
    const refuse = (path: string, input: unknown, message: string) =>
      issues.push({ code: "custom", input, path: [path], message });
    if (first.feedback_type === second.feedback_type && (first.field ?? "") === (second.field ?? ""))
      refuse("second", second, "must differ from first");
    if (start && end && end <= start) refuse("end", end, "must be later than start");
  });
export type FeedbackComparisonQuery = z.infer<typeof feedbackCompareRequest>;

/** A value of one side, among the subjects that have both. */
const comparedValueCount = z.object({
  /** Its first 100 characters; a number or a boolean as text. */
  value: z.string(),
  /** Subjects that have it, and those of them whose other value is the same text. */
  count: z.int(),
  same: z.int(),
  /** Of those subjects: how many have a number as the other value, and the mean of those numbers. */
  numbers: z.int(),
  mean: z.number().optional(),
});

const comparedSide = z.object({
  /** Subjects with a value on this side only. */
  alone: z.int(),
  /** Records without a value to compare, such as notes. */
  without_value: z.int(),
  /** Different values among the subjects that have both, and the most frequent of them, at most `COMPARED_VALUES`. */
  different: z.int(),
  values: z.array(comparedValueCount),
});
export type ComparedSide = z.infer<typeof comparedSide>;

export const feedbackCompareResponse = z.object({
  /** Subjects with a value on both sides; everything that follows is about these. */
  count: z.int(),
  /** How many have the same text on both sides. */
  same: z.int(),
  /**
   * Cohen's kappa of the two texts (1960): 1 for full agreement, 0 for agreement by chance. Absent without subjects, and
   * if chance alone would always agree.
   */
  kappa: z.number().optional(),
  first: comparedSide,
  second: comparedSide,
  /** Pairs of the listed values with the number of subjects that have them; those without are left out. */
  cells: z.array(z.object({ first: z.string(), second: z.string(), count: z.int() })),
  /** Subjects with a number on both sides. */
  numbers: z.object({
    count: z.int(),
    /** Pearson's and Spearman's coefficients (ties have their mean rank); absent if one side is constant. */
    pearson: z.number().optional(),
    spearman: z.number().optional(),
    /** At most `COMPARED_POINTS`, chosen by the hash of their refs: an unbiased sample that stays the same. */
    points: z.array(z.object({ core_ref: z.string(), first: z.number(), second: z.number() })),
  }),
});
export type FeedbackComparison = z.infer<typeof feedbackCompareResponse>;
