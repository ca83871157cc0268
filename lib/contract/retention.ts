import * as z from "zod";
import { KEEP_DAYS } from "./limits";
import { projectId, timestamp } from "./primitives";

const days = z
  .int("must be a whole number of days")
  .min(1, "must be at least 1 day")
  .max(KEEP_DAYS, `must be at most ${KEEP_DAYS} days`);

const exceptions = {
  /** Keeps traces with a call in the latest version of an annotation queue. */
  keep_queued: z.boolean(),
  /** Keeps traces that a row of a table was made from: it has the ref of one of their calls, or their ID as its source. */
  keep_in_tables: z.boolean(),
  /** Keeps traces with annotations, notes, comments, corrections or reactions, also on their thread. */
  keep_annotated: z.boolean(),
};

/** How long traces are kept, in days, null for ever, and what keeps them longer. */
const retention = z.object({ keep_days: days.nullable(), ...exceptions });
export type Retention = z.infer<typeof retention>;
export type Exceptions = Omit<Retention, "keep_days">;

const counts = {
  /** What has been deleted. */
  traces: z.int(),
  calls: z.int(),
  /** Traces that were old enough, but kept by an exception. */
  kept: z.int(),
};

export const retentionQueryRequest = z.strictObject({ project_id: projectId });

/** The retention of a project; that of one where it was never set has version 0. */
export const retentionResponse = retention.extend({
  version: z.int(),
  changed_by: z.string().optional(),
  changed_at: timestamp.optional(),
  /** When the next run is due; absent if everything is kept, and while one is running. */
  next_run_at: timestamp.optional(),
  /** The run that is deleting now. */
  running: z.object({ started_at: timestamp, ...counts }).optional(),
  /** Why the run that is due or deleting is not carried out now; it is tried again after an hour. */
  problem: z.string().optional(),
  /** The last run that ended; `stopped` if the settings were changed while it ran. */
  last_run: z
    .object({ started_at: timestamp, ended_at: timestamp, status: z.enum(["done", "stopped"]), ...counts })
    .optional(),
});
export type RetentionState = z.infer<typeof retentionResponse>;

/**
 * Replaces the retention of a project; `replaces` is the version that it was read with: if there is a later one,
 * `conflict`. Takes effect at the next daily run, and stops one that is deleting.
 */
export const retentionSetRequest = z.strictObject({
  project_id: projectId,
  keep_days: days.nullable(),
  ...exceptions,
  replaces: z.int().min(0, "must not be negative"),
});

/** What a run would delete now; nothing is changed. */
export const retentionPreviewRequest = z.strictObject({ project_id: projectId, keep_days: days, ...exceptions });

export const retentionPreviewResponse = z.object({
  /** Traces whose newest call is from before this time are old. */
  cutoff: timestamp,
  /** What would be deleted, and about how many bytes their payloads have. */
  traces: z.int(),
  calls: z.int(),
  bytes: z.int(),
  /** Old traces that are kept, by exception; one trace can be kept by several. */
  kept: z.object({ traces: z.int(), queued: z.int(), in_tables: z.int(), annotated: z.int() }),
  /** When the oldest trace that is kept by an exception started. */
  oldest_kept_at: timestamp.optional(),
  /** There are more: the time for counting did not suffice. */
  is_cut: z.boolean(),
  /** When a run would be due if this were set now. */
  next_run_at: timestamp,
});
export type RetentionPreview = z.infer<typeof retentionPreviewResponse>;
