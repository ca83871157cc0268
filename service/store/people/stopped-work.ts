import type { WorkKind, WorkTakeOver } from "@/lib/contract/work";
import { toStorableText } from "@/lib/json/decode";
import { readClock } from "@/service/store/connections/clock";
import type { Connection, Database } from "@/service/store/connections/database";

/** Shown to people. */
const NOTE = "Whoever created it was turned off";

/** By kind: what is set when its creator is turned off, and of which rows. */
const STOP: Record<WorkKind, string> = {
  alert: "update alerts set needs_owner = true, stopped_for = $2 where created_by = $1",
  experiment: `update experiments set needs_owner = true, status = 'paused', reason = $2, is_open = true
    where created_by = $1 and status in ('queued', 'running', 'paused')`,
  scoring_rule: `update scoring_rules set needs_owner = true, status = 'paused', reason = $2 where created_by = $1`,
  // A run cannot be interrupted: one that has started goes on, unless somebody cancels it.
  training_job: `update training_jobs set needs_owner = true, stopped_for = $2 where created_by = $1 and ended_at is null`,
};

/** Stops what a person has created, with a note, until somebody takes it over. */
export async function stopWorkOf(connection: Connection, owner: string): Promise<void> {
  for (const statement of Object.values(STOP)) await connection.query(statement, [owner, NOTE]);
}

const OWNED = "needs_owner = false, created_by = case when needs_owner then $3 else created_by end";
const ONE = "where project_id = $1 and id = $2::uuid";

/** `$4` is the time. */
const TAKE_OVER: Record<WorkKind, string> = {
  // It is due as it was: windows that ended long ago are skipped, as after a time without the service.
  alert: `update alerts set ${OWNED}, stopped_for = null, claims = 0, claimed_by = null
    ${ONE} and stopped_for is not null and $4::timestamptz is not null returning id`,
  experiment: `update experiments set ${OWNED}, status = 'queued', reason = null, is_open = true
    ${ONE} and needs_owner and $4::timestamptz is not null returning id`,
  scoring_rule: `update scoring_rules set ${OWNED}, status = 'active', reason = null, active_since = $4::timestamptz
    ${ONE} and needs_owner returning id`,
  training_job: `update training_jobs set ${OWNED}, stopped_for = null, claims = 0
    ${ONE} and stopped_for is not null and $4::timestamptz is not null returning id`,
};

/** Lets stopped work go on, of a person who was turned off in the name of another owner; false if it was not stopped. */
export async function takeOverWork(
  database: Database,
  { project_id, kind, id }: WorkTakeOver,
  owner: string,
): Promise<boolean> {
  const taken = await database.query(TAKE_OVER[kind], [
    project_id,
    id,
    toStorableText(owner),
    await readClock(database),
  ]);
  return taken.length > 0;
}
