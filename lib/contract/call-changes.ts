import * as z from "zod";
import { CALLS_PER_DELETE } from "./limits";
import { list } from "./list";
import { name, projectId, shownName } from "./primitives";

const serverFilled = z.undefined("is set by the service and must not be sent").optional();

/** Changes to a call after its end; they may also arrive before its start. An empty name removes the name. */
export const callUpdateRequest = z.object({
  project_id: projectId,
  call_id: name,
  display_name: shownName,
  ext_user_id: serverFilled,
});
export type CallUpdate = z.infer<typeof callUpdateRequest>;

export const callUpdateResponse = z.object({});

/**
 * Deletes the calls and everything below them, or restores them with everything deleted along with them. Unknown ids
 * are ignored.
 */
export const callsDeleteRequest = z.strictObject({
  project_id: projectId,
  call_ids: list(name).max(CALLS_PER_DELETE, `must have at most ${CALLS_PER_DELETE} items`),
  ext_user_id: serverFilled,
});

/** Number of restored calls, including those below the named ones. */
export const callsRestoreResponse = z.object({ num_restored: z.int() });

/** How many calls were deleted, including descendants of the named ones. */
export const callsDeleteResponse = z.object({ num_deleted: z.int() });
