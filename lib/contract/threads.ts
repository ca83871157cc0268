import * as z from "zod";
import { sortBy } from "./calls";
import { list } from "./list";
import { name, projectId, rowCount, timestamp } from "./primitives";

/**
 * A conversation. A turn is the outermost call of the thread in its trace: the call whose id its calls have as
 * `turn_id`, or, if they have none, a call whose parent is not in the thread.
 */
export const thread = z.object({
  thread_id: z.string(),
  turn_count: z.int(),
  /** When the first turn started. */
  start_time: timestamp,
  /** When the last turn ended, or started if that is later. */
  last_updated: timestamp,
  first_turn_id: z.string(),
  last_turn_id: z.string(),
  /** Milliseconds, of the turns that ended. */
  p50_turn_duration_ms: z.number().optional(),
  p99_turn_duration_ms: z.number().optional(),
});
export type Thread = z.infer<typeof thread>;

export const threadField = z.enum(Object.keys(thread.shape) as [keyof Thread, ...(keyof Thread)[]]);

/** Listed last updated first by default. */
export const threadsQueryRequest = z.strictObject({
  project_id: projectId,
  filter: z
    .strictObject({
      /** Threads that started later than this. */
      after_datetime: timestamp.nullish(),
      /** Threads that were last updated before this. */
      before_datetime: timestamp.nullish(),
      thread_ids: list(name).nullish(),
    })
    .nullish(),
  sort_by: sortBy,
  limit: rowCount,
  offset: rowCount,
});
export type ThreadsQuery = z.infer<typeof threadsQueryRequest>;
