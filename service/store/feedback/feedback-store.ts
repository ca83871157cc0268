import type { Query } from "@/lib/contract/expression";
import type { Feedback, FeedbackQuery } from "@/lib/contract/feedback";
import type { FeedbackCount, FeedbackStats, FeedbackStatsQuery } from "@/lib/contract/feedback-stats";
import type { WriteRefusal } from "@/service/store/calls/call-write";
import type { Database } from "@/service/store/connections/database";
import { countFeedback, countFeedbackByTime } from "./count-feedback";
import { listFeedback, purgeFeedback } from "./list-feedback";
import { createFeedback, createFeedbackBatch, replaceFeedback } from "./write-feedback";

/** A record as it is stored first. */
export type NewFeedback = Omit<Feedback, "created_at">;

export type FeedbackSelection = Pick<FeedbackStatsQuery, "project_id" | "query">;

/** Feedback of a range, and where its buckets begin (normalised, in order). */
export type FeedbackByTimeQuery = FeedbackSelection & { start: string; end: string; starts: readonly string[] };

/** Reactions, notes, annotations and other records about calls and objects. */
export type FeedbackStore = {
  /** The same id with the same content answers the stored record; with other content throws `conflict`. */
  createFeedback(feedback: NewFeedback): Promise<Feedback>;
  /** As `createFeedback`, in one transaction; a refusal in the place of each that is refused. */
  createFeedbackBatch(batch: readonly NewFeedback[]): Promise<(Feedback | WriteRefusal)[]>;
  /** Puts it in the place of what has its id, as of now; undefined when nothing has. */
  replaceFeedback(feedback: NewFeedback): Promise<Feedback | undefined>;
  /** Batches of records in the order asked for, newest first when none is. */
  listFeedback(query: FeedbackQuery, signal: AbortSignal): AsyncIterable<Partial<Feedback>[]>;
  /** How many there are, and when the first and the last were given. */
  countFeedback(query: FeedbackSelection): Promise<Pick<FeedbackStats, "count" | "first" | "latest">>;
  /** What was said when; throws `invalid` where that is more than `STATS_ROWS`. */
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
