import * as z from "zod";
import { name, projectId } from "./primitives";

/** What an ID can belong to. */
const idKind = z.enum([
  "call",
  "trace",
  "thread",
  "user",
  "feedback",
  "object",
  "op",
  "queue",
  "table",
  "row",
  "response",
  "experiment",
  "training_job",
  "trained_model",
  "alert",
  "scoring_rule",
]);

/** What an ID belongs to. */
const identified = z.object({
  kind: idKind,
  /** The ID as it is stored. */
  id: z.string(),
  /**
   * What to open: the call, the thread, the version, the table or the row itself; the root call of a trace; what feedback
   * is on; the call whose response has the ID. End users, experiments, training jobs, trained models, alerts and scoring
   * rules have no ref.
   */
  ref: z.string().optional(),
});
export type Identified = z.infer<typeof identified>;

/** An ID of any kind in any of its spellings: hex in upper case, a UUID without dashes, a `traceparent`. */
export const idsFindRequest = z.strictObject({ project_id: projectId, id: name });
/** At most one of each kind. */
export const idsFindResponse = z.object({ found: z.array(identified) });
