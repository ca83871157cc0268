import type { FeedbackComparison } from "@/lib/contract/feedback-comparison";

/** How well the first side predicts a value of the second, which is the reference. Shares from 0 to 1. */
export interface LabelScore {
  value: string;
  /** Subjects that have the value on the first side, and on the second. */
  predicted: number;
  expected: number;
  /** Undefined where the value was never predicted. */
  precision: number | undefined;
  /** Undefined where it was never expected. */
  recall: number | undefined;
  f1: number;
}

/**
 * Precision, recall and F1 of each listed value, in the order of the reference. F1 is 2·TP / (2·TP + FP + FN): C. J. van
 * Rijsbergen, "Information Retrieval" (1979).
 */
export function labelScores({ first, second }: Pick<FeedbackComparison, "first" | "second">): LabelScore[] {
  const predictions = new Map(first.values.map((one) => [one.value, one]));
  const references = new Map(second.values.map((one) => [one.value, one]));
  return [...new Set([...references.keys(), ...predictions.keys()])].map((value) => {
    const predicted = predictions.get(value)?.count ?? 0;
    const expected = references.get(value)?.count ?? 0;
    const both = predictions.get(value)?.same ?? 0;
    return {
      value,
      predicted,
      expected,
      precision: predicted === 0 ? undefined : both / predicted,
      recall: expected === 0 ? undefined : both / expected,
      f1: (2 * both) / (predicted + expected),
    };
  });
}

/** The mean of all F1; undefined without values, and if not all of them are listed. */
export function macroF1({ first, second }: Pick<FeedbackComparison, "first" | "second">): number | undefined {
  const isWhole = [first, second].every(({ different, values }) => different === values.length);
  const scores = labelScores({ first, second });
  return isWhole && scores.length > 0 ? scores.reduce((sum, { f1 }) => sum + f1, 0) / scores.length : undefined;
}
