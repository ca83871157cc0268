import * as z from "zod";
import { projectId, rowCount, timestamp } from "./primitives";

export const project = z.object({
  project_id: z.string(),
  created_at: timestamp,
  /** Calls whose start was received. */
  calls: z.int(),
  /** Start of the newest call. */
  last_call_at: timestamp.optional(),
});
export type Project = z.infer<typeof project>;

/** Projects the key may read, by name. */
export const projectsQueryRequest = z.strictObject({ limit: rowCount, offset: rowCount });
export const projectsQueryResponse = z.object({ projects: z.array(project) });

/** An item of a trace batch that was rejected, with the reason. */
export const refusal = z.object({
  id: z.string(),
  received_at: timestamp,
  source: z.enum(["call", "otlp"]),
  /** The call's id, if it could be read. */
  call_id: z.string().optional(),
  reason: z.string(),
});
export type Refusal = z.infer<typeof refusal>;

/** Newest first; the newest 1,000 of a project are stored, `count` includes older ones. */
export const refusalsQueryRequest = z.strictObject({ project_id: projectId, limit: rowCount });
export const refusalsQueryResponse = z.object({ count: z.int(), refusals: z.array(refusal) });
