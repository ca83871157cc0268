import type { Query } from "@/lib/contract/expression";
import type { Feedback, FeedbackQuery } from "@/lib/contract/feedback";
import type { FeedbackCount, FeedbackStats, FeedbackStatsQuery } from "@/lib/contract/feedback-stats";
import type { WriteRefusal } from "@/service/store/calls/call-write";
import type { Database } from "@/service/store/connections/database";
import { countFeedback, countFeedbackByTime } from "./count-feedback";
import { listFeedback, purgeFeedback } from "./list-feedback";
import { createFeedback, createFeedbackBatch, replaceFeedback } from "./write-feedback";

/** A record to be stored. */
export type NewFeedback = Omit<Feedback, "created_at">;

export type FeedbackSelection = Pick<FeedbackStatsQuery, "project_id" | "query">;

/** Feedback of a range, and where its buckets begin (normalised, in order). */
export type FeedbackByTimeQuery = FeedbackSelection & { start: string; end: string; starts: readonly string[] };

/** Reactions, notes, annotations and other records about calls and objects. */
export type FeedbackStore = {
  /** Returns the stored record for a known id with the same content; throws `conflict` for other content. */
  createFeedback(feedback: NewFeedback): Promise<Feedback>;
  /** As `createFeedback`, in one transaction, with a refusal in the position of each refused record. */
  createFeedbackBatch(batch: readonly NewFeedback[]): Promise<(Feedback | WriteRefusal)[]>;
  /** Replaces the record with this id, as of now; undefined when there is none. */
  replaceFeedback(feedback: NewFeedback): Promise<Feedback | undefined>;
  /** Batches of records in the given order, by default newest first. */
  listFeedback(query: FeedbackQuery, signal: AbortSignal): AsyncIterable<Partial<Feedback>[]>;
  /** The number of records, and the times of the first and the last. */
  countFeedback(query: FeedbackSelection): Promise<Pick<FeedbackStats, "count" | "first" | "latest">>;
  /** The values over time; throws `invalid` where these are more than `STATS_ROWS`. */
  countFeedbackByTime(query: FeedbackByTimeQuery): Promise<FeedbackCount[]>;
  /** Number of records removed, at most `PURGE_ROWS` at a time. */
  purgeFeedback(projectId: string, query: Query): Promise<number>;
};

export function feedbackStore(database: Database): FeedbackStore {
  return {
    createFeedback: createFeedback.bind(undefined, database),
    createFeedbackBatch: createFeedbackBatch.bind(undefined, database),
    replaceFeedback: replaceFeedback.bind(undefined, database),
    listFeedback: listFeedback.bind(undefined, database),
    countFeedback: countFeedback.bind(undefined, database),
    countFeedbackByTime: countFeedbackByTime.bind(undefined, database),
    purgeFeedback: purgeFeedback.bind(undefined, database),
  };
}
