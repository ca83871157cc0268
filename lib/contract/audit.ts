import * as z from "zod";
import { AUDIT_KINDS, AUDIT_OUTCOMES } from "./audit-kinds";
import { AUDIT_RECORDS_PER_PAGE } from "./limits";
import { list } from "./list";
import { name, projectId, rowCount, timeOrderedId, timestamp } from "./primitives";

/** What a request named or answered, by field: ids, names and counts, never a payload or a secret. */
const details = z.record(z.string(), z.string());
export type AuditDetails = z.infer<typeof details>;

/** A change or an export: by whom, from where, of what, and what became of it. */
export const auditRecord = z.object({
  id: z.string(),
  /** When the request was received, by the database's clock. */
  at: timestamp,
  kind: z.enum(AUDIT_KINDS),
  /** The endpoint, by its `operationId`; or a command of an administrator, such as `admin erase`. */
  action: z.string(),
  /** Absent if the request is about no project, or about several, or was refused before it was read. */
  project_id: z.string().optional(),
  /** Owner of the key; absent for a command. */
  owner: z.string().optional(),
  /** `admin` for the admin key of the configuration. */
  key_id: z.string().optional(),
  /** IP address of the client. */
  address: z.string().optional(),
  /** The id in the answer's `x-request-id` and in the log. */
  request_id: z.string().optional(),
  /** What the request named. */
  target: details,
  /** What was made or removed, from the answer. */
  result: details,
  /** HTTP status of the answer; absent while the request is under way, and if the process died. */
  status: z.int().optional(),
  /** `ok`, an error code, or how a stream ended. */
  outcome: z.string().optional(),
  ended_at: timestamp.optional(),
});
export type AuditRecord = z.infer<typeof auditRecord>;

const filter = {
  /** Records of one project, for its admins; of all projects, and of none, if absent, for admins of all projects. */
  project_id: projectId.nullish(),
  /** Text in the owner, or in the name of the person whose it is, in any case. */
  owner: name.nullish(),
  actions: list(name).nullish(),
  kinds: list(z.enum(AUDIT_KINDS)).nullish(),
  outcomes: list(z.enum(AUDIT_OUTCOMES)).nullish(),
  request_id: name.nullish(),
  /** Records of requests received within `[start, end)`. */
  start: timestamp.nullish(),
  end: timestamp.nullish(),
};

/** All records that the filter selects, newest first. */
export const auditExportRequest = z.strictObject(filter);
export type AuditFilter = z.infer<typeof auditExportRequest>;

/** Newest first; with `after_id`, those that follow that record. */
export const auditQueryRequest = z.strictObject({
  ...filter,
  limit: rowCount.refine((rows) => (rows ?? 0) <= AUDIT_RECORDS_PER_PAGE, `must be at most ${AUDIT_RECORDS_PER_PAGE}`),
  after_id: timeOrderedId.nullish(),
});
export type AuditQuery = z.infer<typeof auditQueryRequest>;
export const auditQueryResponse = z.object({ records: z.array(auditRecord), has_more: z.boolean() });
