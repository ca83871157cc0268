import type { Feedback } from "@/lib/contract/feedback";
import type { FeedbackStatsQuery } from "@/lib/contract/feedback-stats";
import { compareFeedback } from "./compare-feedback";
import { countFeedback, countFeedbackByTime } from "./count-feedback";
import { listFeedback, purgeFeedback, readFeedbackOn } from "./list-feedback";
import { moveFeedbackToRoots } from "./move-feedback";
import { createFeedback, createFeedbackBatch, knownFeedback, replaceFeedback } from "./write-feedback";

/** A record to be stored. */
export type NewFeedback = Omit<Feedback, "created_at">;

export type FeedbackSelection = Pick<FeedbackStatsQuery, "project_id" | "query">;

/** Feedback of a time range, and the starts of its buckets (normalized, in order). */
export type FeedbackByTimeQuery = FeedbackSelection & { start: string; end: string; starts: readonly string[] };

/** Reactions, notes, annotations and other records about calls and objects. */
export const feedbackStore = {
  createFeedback,
  createFeedbackBatch,
  knownFeedback,
  replaceFeedback,
  moveFeedbackToRoots,
  listFeedback,
  readFeedbackOn,
  countFeedback,
  countFeedbackByTime,
  compareFeedback,
  purgeFeedback,
};
