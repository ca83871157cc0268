import * as z from "zod";
import { name, projectId, timestamp } from "./primitives";

/** What an erasure removes, as it is counted. */
export const ERASED_KINDS = [
  "traces",
  "calls",
  "feedback",
  "table_rows",
  "queue_calls",
  "files",
  "log_records",
  "rejected_items",
] as const;
export type ErasedKind = (typeof ERASED_KINDS)[number];

const erasedCounts = z.object({
  /** Traces in which a call has the user. */
  traces: z.int(),
  /** Calls of these traces, also deleted ones, and calls that judged them or repeated them in experiments. */
  calls: z.int(),
  /** Feedback on these calls, and feedback that the user gave. */
  feedback: z.int(),
  /** Rows of stored tables that were made of these calls; the tables keep their digests. */
  table_rows: z.int(),
  /** Places of these calls in versions of annotation queues. */
  queue_calls: z.int(),
  /** Files that only these calls refer to. */
  files: z.int(),
  log_records: z.int(),
  rejected_items: z.int(),
});
export type ErasedCounts = z.infer<typeof erasedCounts>;

/** The user whom a call was made for, as the traced program names them; not the owner of a key. */
const userId = name;

export const erasurePreviewRequest = z.strictObject({ project_id: projectId, user_id: userId });
export type ErasurePreviewRequest = z.infer<typeof erasurePreviewRequest>;

export const erasurePreviewResponse = z.object({
  /** Files, log records and rejected items are counted only when they are erased. */
  counts: erasedCounts.omit({ files: true, log_records: true, rejected_items: true }),
  /** Whether all calls were read. If not, there may be more: an erasure reads all of them. */
  is_complete: z.boolean(),
});
export type ErasurePreview = z.infer<typeof erasurePreviewResponse>;

/** Permanently erases what is stored of a user: it cannot be undone. */
export const erasureCreateRequest = z.strictObject({
  project_id: projectId,
  user_id: userId,
  /** The user ID again. */
  confirm: userId,
});

/** What contains the user ID, or was made of erased data, and was not erased: a person must decide. */
const FOUND_KINDS = [
  "calls",
  "traces_of_threads",
  "feedback",
  "table_rows",
  "object_versions",
  "training_jobs",
  "files",
  "audit_records",
  "other",
] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

const foundItems = z.object({
  kind: z.enum(FOUND_KINDS),
  /** The table of the database in which it is. */
  table: z.string(),
  count: z.int(),
  /** The keys of the first ones, in which the user ID is replaced. */
  ids: z.array(z.string()),
});
export type FoundItems = z.infer<typeof foundItems>;

export const erasureReceipt = z.object({
  counts: erasedCounts,
  found: z.array(foundItems),
  /** When the last search of every table for the user ID began, and how many tables it read. */
  verified_at: timestamp,
  tables_searched: z.int(),
  /** How often the project was read until nothing more was found. */
  rounds: z.int(),
  /** Whether calls of the user still arrived during the last of them. */
  still_arriving: z.boolean(),
});
export type ErasureReceipt = z.infer<typeof erasureReceipt>;

const ERASURE_STATUSES = ["queued", "running", "done"] as const;

const erasure = z.object({
  id: z.string(),
  project_id: z.string(),
  status: z.enum(ERASURE_STATUSES),
  /** HMAC-SHA-256 of the user ID by the secret of the instance, hexadecimal; the ID itself is not kept. */
  user_hash: z.string(),
  created_by: z.string(),
  created_at: timestamp,
  started_at: timestamp.optional(),
  ended_at: timestamp.optional(),
  /** Why it does not go on at present; it is tried again. */
  failure: z.string().optional(),
  /** What has been erased so far, of one that has not ended. */
  progress: erasedCounts.optional(),
  receipt: erasureReceipt.optional(),
});
export type Erasure = z.infer<typeof erasure>;

/** One that has not ended is returned if there is one of the same user. */
export const erasureCreateResponse = erasure;

export const erasureQueryRequest = z.strictObject({
  project_id: projectId,
  /** Only those of this user. */
  user_id: userId.nullish(),
});

/** The newest first. */
export const erasureQueryResponse = z.object({ erasures: z.array(erasure) });
