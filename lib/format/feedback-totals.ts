import type { CallTotals } from "@/lib/contract/call-stats";

import { typeWords } from "./feedback-words";
import { counted, formatPercent } from "./number";
import { numberText } from "./number-text";

/** The feedback of a type on several calls, with the number of each value where that is known. */
export interface TypeTotals extends NonNullable<CallTotals["feedback"]> {
  type: string;
  values: readonly { value: string; count: number }[];
}

/** A summary of feedback: `👍 20 👎 3 · quality mean 0.47 (12) · safe 75% true (4) · Note (2)`; reactions first. */
export function feedbackTotalsText(totals: readonly TypeTotals[]): string {
  return totals
    .toSorted((a, b) => b.values.length - a.values.length || b.count - a.count || (a.type < b.type ? -1 : 1))
    .map(({ type, count, mean, rate, values }) => {
      if (values.length > 0)
        return values
          .toSorted((a, b) => b.count - a.count)
          .map(({ value, count: times }) => `${value} ${times}`)
          .join(" ");
      const facts = [
        mean !== undefined && `mean ${numberText(mean)}`,
        rate !== undefined && `${formatPercent(rate)} true`,
      ];
      return [typeWords(type), ...facts, `(${count})`].filter(Boolean).join(" ");
    })
    .join(" · ");
}

/** The number of all records. */
export function recordsText(totals: readonly TypeTotals[]): string {
  return counted(
    totals.reduce((sum, { count }) => sum + count, 0),
    "feedback record",
  );
}
