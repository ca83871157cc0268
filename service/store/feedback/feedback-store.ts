import type { Feedback } from "@/lib/contract/feedback";
import type { FeedbackStatsQuery } from "@/lib/contract/feedback-stats";

/** A record as it is stored first. */
export type NewFeedback = Omit<Feedback, "created_at">;

export type FeedbackSelection = Pick<FeedbackStatsQuery, "project_id" | "query">;

/** Feedback of a range, and where its buckets begin (normalised, in order). */
export type FeedbackByTimeQuery = FeedbackSelection & { start: string; end: string; starts: readonly string[] };
