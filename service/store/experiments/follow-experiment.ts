import type { ExperimentStatus } from "@/lib/contract/experiments";
import { toStorableText } from "@/lib/json/decode";
import { readClock } from "@/service/store/connections/clock";
import type { Database } from "@/service/store/connections/database";
import { LEASE_SECONDS } from "@/service/store/connections/lease";
import { type Row, optionalText, requiredText } from "@/service/store/sql/row";
import type { ExperimentKey, FollowedExperiment } from "./experiments-store";
import { readDefinition, readStatus } from "./read-experiments";

/** Experiments that are tried in turn, since other processes may claim the first ones. */
const CANDIDATES = 16;

/** Claims an experiment for which something is to be done and which no process holds; undefined if there is none. */
export async function takeExperiment(database: Database, holder: string): Promise<FollowedExperiment | undefined> {
  for (const candidate of await database.query(CANDIDATE_EXPERIMENTS, [CANDIDATES])) {
    const key = [requiredText(candidate, "project_id"), requiredText(candidate, "id")];
    const before = optionalText(candidate, "held_by") ?? null;
    const [row] = await database.query(TAKE, [...key, holder, before, await readClock(database)]);
    if (row) return readFollowed(row);
  }
  return undefined;
}

// A lease that ends later than any that is given now was given before the clock was set back.
const CANDIDATE_EXPERIMENTS = {
  name: "experiments_candidates",
  text: `
  select project_id, id::text, held_by from experiments e
  where is_open and (held_by is null or held_until < clock_timestamp()
    or held_until > clock_timestamp() + interval '${2 * LEASE_SECONDS} seconds')
  order by created_at, id limit $1`,
};

// Checked again, since another process may have been faster.
const TAKE = {
  name: "experiments_take",
  text: `
  update experiments e set held_by = $3, held_until = $5::timestamptz + interval '${LEASE_SECONDS} seconds'
  where e.project_id = $1 and e.id = $2::uuid and is_open and held_by is not distinct from $4::text
    and (held_until is null or held_until < $5::timestamptz
      or held_until > $5::timestamptz + interval '${2 * LEASE_SECONDS} seconds')
  returning e.project_id, e.id::text, definition, budget_usd, evaluation_ref, model_ref, created_by`,
};

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
  { project_id, id }: ExperimentKey,
): Promise<{ status: ExperimentStatus } | undefined> {
  const [row] = await database.query(RENEW, [project_id, id, holder, await readClock(database)]);
  return row && { status: readStatus(row) };
}

const RENEW = {
  name: "experiments_renew",
  text: `
  update experiments e set held_until = $4::timestamptz + interval '${LEASE_SECONDS} seconds'
  where e.project_id = $1 and e.id = $2::uuid and held_by = $3 returning status`,
};

/** Lets another process claim the experiment at once. */
export async function releaseExperiment(
  database: Database,
  holder: string,
  { project_id, id }: ExperimentKey,
): Promise<void> {
  await database.query(
    `update experiments e set held_by = null, held_until = null
     where e.project_id = $1 and e.id = $2::uuid and held_by = $3`,
    [project_id, id, holder],
  );
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
  update experiments e set is_open = false, held_by = null, held_until = null,
    status = case when waiting = 0 and status <> 'cancelled' then 'completed' else status end,
    reason = case when waiting = 0 then null else reason end,
    ended_at = case when waiting = 0 or status = 'cancelled' then $3::timestamptz end
  where e.project_id = $1 and e.id = $2::uuid and sent = 0 and (waiting = 0 or status in ('paused', 'cancelled'))
  returning id`;
