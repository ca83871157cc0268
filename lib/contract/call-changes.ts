import { z } from "zod";
import { CALLS_PER_DELETE } from "./limits";
import { name, projectId, shownName } from "./primitives";

const serverFilled = z.undefined("is filled in by the server and must not be sent").optional();

/** What may be said of a call after its end; it may come before its start, too. An empty name removes the name. */
export const callUpdateRequest = z.object({
  project_id: projectId,
  call_id: name,
  display_name: shownName,
  ext_user_id: serverFilled,
});
export type CallUpdate = z.infer<typeof callUpdateRequest>;

export const callUpdateResponse = z.object({});

/** Deletes the calls and everything below them; ids that name no call are passed over. */
export const callsDeleteRequest = z.strictObject({
  project_id: projectId,
  call_ids: z.array(name).max(CALLS_PER_DELETE, `must have at most ${CALLS_PER_DELETE} items`),
  ext_user_id: serverFilled,
});

/** Takes back deletions: the named calls, and all that was deleted along with them; other ids are passed over. */
export const callsRestoreRequest = callsDeleteRequest;

/** How many calls are back, those below the named ones included. */
export const callsRestoreResponse = z.object({ num_restored: z.int() });

/** How many calls are gone, those below the named ones included. */
export const callsDeleteResponse = z.object({ num_deleted: z.int() });
