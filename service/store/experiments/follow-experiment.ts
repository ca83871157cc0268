import type { ExperimentStatus } from "@/lib/contract/experiments";
import { toStorableText } from "@/lib/json/decode";
import { readClock } from "@/service/store/connections/clock";
import type { Database } from "@/service/store/connections/database";
import { type Claimed, HeldRows } from "@/service/store/connections/held-rows";
import { type Row, requiredText } from "@/service/store/sql/row";
import type { ExperimentKey, FollowedExperiment } from "./experiments-store";
import { readDefinition, readStatus } from "./read-experiments";

const HELD = new HeldRows<FollowedExperiment>({
  table: "experiments",
  isOpen: () => "is_open",
  columns: "e.project_id, e.id::text, definition, budget_usd, evaluation_ref, model_ref, created_by",
  read: readFollowed,
  leaveAlone: { set: "status = 'paused', reason = $4, is_open = false", isResumed: true },
});

/** Claims an experiment for which something is to be done and which no process holds; undefined if there is none. */
export async function takeExperiment(
  database: Database,
  holder: string,
  suspects?: "too" | "not",
): Promise<Claimed<FollowedExperiment> | undefined> {
  return HELD.take(database, holder, suspects);
}

/** Notes that the work on it goes on: see `HeldRows`. */
export async function goOnWithExperiment(database: Database, holder: string, key: ExperimentKey): Promise<void> {
  await HELD.goOn(database, holder, key);
}

function readFollowed(row: Row): FollowedExperiment {
  return {
    project_id: requiredText(row, "project_id"),
    id: requiredText(row, "id"),
    definition: readDefinition(row),
    evaluation_ref: requiredText(row, "evaluation_ref"),
    model_ref: requiredText(row, "model_ref"),
    created_by: requiredText(row, "created_by"),
  };
}

/** Renews the lease on an experiment, and returns its status; undefined if another process has it, which is final. */
export async function renewExperiment(
  database: Database,
  holder: string,
  key: ExperimentKey,
): Promise<{ status: ExperimentStatus } | undefined> {
  const row = await HELD.renew(database, holder, key);
  return row && { status: readStatus(row) };
}

/** Lets another process claim the experiment at once. */
export async function releaseExperiment(database: Database, holder: string, key: ExperimentKey): Promise<void> {
  await HELD.release(database, holder, key);
}

/** Pauses a held experiment with the reason, unless a person has paused or cancelled it. */
export async function stopExperiment(
  database: Database,
  holder: string,
  { project_id, id }: ExperimentKey,
  reason: string,
): Promise<void> {
  await database.query(
    `update experiments e set status = 'paused', reason = $4
     where e.project_id = $1 and e.id = $2::uuid and held_by = $3 and status in ('queued', 'running')`,
    [project_id, id, holder, toStorableText(reason)],
  );
}

/**
 * Ends the work on a held experiment, of which no row is being sent: completed if none waits, else paused or cancelled.
 * False if there is more to do, because it was changed meanwhile.
 */
export async function settleExperiment(
  database: Database,
  holder: string,
  { project_id, id }: ExperimentKey,
): Promise<boolean> {
  return database.transaction(async (connection) => {
    const [row] = await connection.query(LOCK_HELD, [project_id, id, holder]);
    if (!row) return true;
    const settled = await connection.query(SETTLE, [project_id, id, await readClock(connection)]);
    return settled.length > 0;
  });
}

const LOCK_HELD =
  "select id from experiments e where e.project_id = $1 and e.id = $2::uuid and held_by = $3 for update";

const SETTLE = `
  update experiments e set is_open = false, held_by = null, held_until = null, claims = 0,
    status = case when waiting = 0 and status <> 'cancelled' then 'completed' else status end,
    reason = case when waiting = 0 then null else reason end,
    ended_at = case when waiting = 0 or status = 'cancelled' then $3::timestamptz end
  where e.project_id = $1 and e.id = $2::uuid and sent = 0 and (waiting = 0 or status in ('paused', 'cancelled'))
  returning id`;
