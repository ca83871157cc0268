import { parseAsString, parseAsStringLiteral } from "nuqs/server";

import { dayRanges } from "@/lib/format/day-ranges";
import { type FeedbackGrouping, feedbackGroupings } from "@/lib/queries/feedback-analysis";

export const groupingWords: Readonly<Record<FeedbackGrouping, string>> = {
  model: "model",
  op: "op",
  version: "op version",
  user: "user",
};

/** How the address has the view of the analysis of feedback. */
export const viewParams = {
  /** A feedback type; empty for the most frequent one. */
  type: parseAsString.withDefault(""),
  by: parseAsStringLiteral(feedbackGroupings).withDefault("model"),
  /** The type to compare with; empty for none. */
  with: parseAsString.withDefault(""),
  range: parseAsStringLiteral(dayRanges).withDefault("30d"),
  /** The value whose share is drawn; empty for the most frequent one. */
  value: parseAsString.withDefault(""),
};
