import * as z from "zod";
import { projectId, timeOrderedId } from "./primitives";

/** What goes on by itself in the name of the person who created it. */
const WORK_KINDS = ["alert", "experiment", "scoring_rule", "training_job"] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/**
 * Lets it go on after whoever created it was turned off: the caller is then its creator. Also lets an alert or a training
 * job go on whose process ended twice.
 */
export const workTakeOverRequest = z.strictObject({
  project_id: projectId,
  kind: z.enum(WORK_KINDS),
  id: timeOrderedId,
});
export type WorkTakeOver = z.infer<typeof workTakeOverRequest>;
/** False if there is none, or it was not stopped. */
export const workTakeOverResponse = z.object({ taken_over: z.boolean() });

/** Whoever created it was turned off. It does nothing until somebody takes it over. */
export const needsOwner = z.literal(true).optional();
