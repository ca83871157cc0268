import { toStorableText } from "@/lib/json/decode";
import { TRAINING_STATUSES } from "@/lib/contract/training";
import { readClock } from "@/service/store/connections/clock";
import type { Connection, Database } from "@/service/store/connections/database";
import { LOST_CLAIMS, LOST_TWICE } from "@/service/store/connections/held-rows";
import { LEASE_SECONDS } from "@/service/store/connections/lease";
import { type Row, optionalJson, optionalText, requiredNumber, requiredText } from "@/service/store/sql/row";
import { textArray } from "@/service/store/sql/text-array";
import type {
  RunCheckpoint,
  RunCounts,
  RunEvent,
  RunHolder,
  RunKey,
  RunWatch,
  RunWrite,
  TrainingRun,
} from "./runs-store";

/** A machine, or a type of runner, that has been absent for this long is not expected to return. */
export const GONE_SECONDS = 600;

/** Number of jobs that are tried in turn, since other processes may claim the first ones. */
const CANDIDATES = 16;

const nameOf = ({ machine, process }: RunHolder) => `${machine}/${process}`;

/**
 * Claims a job that no process holds: one that has started, or is to stop, or has ended but not been cleaned up;
 * else, with `waiting`, the oldest in the queue, for a type of runner and its id if it is stored. One that another type of runner or another machine has started is
 * claimed only after `GONE_SECONDS`, unless its runner is stored, as every process can follow it there. Undefined if there
 * is none. One of which a claim has ended without a release is left out if `suspects` says so, and stopped after the second
 * such claim: see `HeldRows`.
 */
export async function takeRun(
  database: Database,
  holder: RunHolder,
  runner: string,
  waiting: boolean,
  runnerId?: string,
  suspects: "too" | "not" = "too",
): Promise<TrainingRun | undefined> {
  const candidates = await database.query(CANDIDATE_RUNS, [runner, `${holder.machine}/`, waiting, CANDIDATES]);
  for (const candidate of candidates) {
    const before = optionalText(candidate, "held_by");
    const key = [requiredText(candidate, "project_id"), requiredText(candidate, "id")];
    const now = await readClock(database);
    const claims = requiredNumber(candidate, "claims");
    const isSuspect = before !== undefined && before !== nameOf(holder) && claims > 0;
    if (isSuspect && claims >= LOST_CLAIMS) {
      await database.query(STOP_RUN, [...key, before, `${LOST_TWICE} Resume it, or cancel it`, now]);
      continue;
    }
    if (isSuspect && suspects === "not") continue;
    const [row] = await database.query(TAKE_RUN, [
      ...key,
      nameOf(holder),
      runner,
      before ?? null,
      now,
      runnerId ?? null,
    ]);
    if (row) return { ...readRun(row), ...readBefore(candidate, before), isSuspect };
  }
  return undefined;
}

// What has started cannot be interrupted, and what is to be cancelled is never left alone.
const MAY_GO_ON = "(stopped_for is null or cancel_asked_at is not null or (needs_owner and status <> 'queued'))";

const STOP_RUN = `
  update training_jobs t set stopped_for = $4, claims = 0
  where t.project_id = $1 and t.id = $2::uuid and held_by = $3 and held_until < $5::timestamptz`;

// A lease that ends later than any that is given now was given before the clock was set back.
const CANDIDATE_RUNS = {
  name: "training_candidates",
  text: `
  select project_id, id, held_by, runner, claims from training_jobs t
  where (ended_at is null or runner_state is not null) and ${MAY_GO_ON} and (status <> 'queued' or $3::bool or cancel_asked_at is not null)
    and (held_by is null or held_until < clock_timestamp()
      - case when runner_id is not null then interval '0'
          when runner = $1::text and (runner <> 'command' or starts_with(held_by, $2::text)) then interval '0'
          else interval '${GONE_SECONDS} seconds' end
      or held_until > clock_timestamp() + interval '${2 * LEASE_SECONDS} seconds')
  order by status = 'queued', created_at, id limit $4`,
};

// Checked again, since another process may have been faster.
const TAKE_RUN = {
  name: "training_take",
  text: `
  update training_jobs t set held_by = $3::text, held_until = $6::timestamptz + interval '${LEASE_SECONDS} seconds',
    claims = case when held_by = $3::text then claims else claims + 1 end,
    runner = case when status = 'queued' then $4::text else runner end,
    runner_id = case when status = 'queued' then $7::uuid else runner_id end
  from (select id, name, base_model from trained_models m where m.project_id = $1::text) m
  where t.project_id = $1::text and t.id = $2::uuid and m.id = t.model_id
    and (ended_at is null or runner_state is not null) and ${MAY_GO_ON} and held_by is not distinct from $5::text
    and (held_until is null or held_until < $6::timestamptz
      or held_until > $6::timestamptz + interval '${2 * LEASE_SECONDS} seconds')
  returning t.project_id, t.id, t.model_id, m.name, m.base_model, t.status, t.body_bytes, t.runner_state, t.events,
    t.runner_id`,
};

function readRun(row: Row): TrainingRun {
  const status = requiredText(row, "status");
  return {
    project_id: requiredText(row, "project_id"),
    id: requiredText(row, "id"),
    model: {
      id: requiredText(row, "model_id"),
      name: requiredText(row, "name"),
      base_model: requiredText(row, "base_model"),
    },
    status: TRAINING_STATUSES.find((known) => known === status) ?? "queued",
    body_bytes: requiredNumber(row, "body_bytes"),
    state: optionalJson(row, "runner_state"),
    eventCount: requiredNumber(row, "events"),
    runnerId: optionalText(row, "runner_id"),
  };
}

function readBefore(row: Row, heldBy: string | undefined): Pick<TrainingRun, "before"> {
  const runner = optionalText(row, "runner");
  if (heldBy === undefined || runner === undefined) return {};
  return { before: { runner, machine: heldBy.slice(0, heldBy.lastIndexOf("/")) } };
}

/** Renews the lease on a job; undefined if another process has it, which is final. */
export async function renewRun(database: Database, holder: RunHolder, key: RunKey): Promise<RunWatch | undefined> {
  const now = await readClock(database);
  const [row] = await database.query(RENEW_RUN, [key.project_id, key.id, nameOf(holder), now]);
  return (
    row && {
      cancelAsked: optionalText(row, "cancel_asked_at") !== undefined,
      silentSeconds: requiredNumber(row, "silent_seconds"),
    }
  );
}

const RENEW_RUN = {
  name: "training_renew",
  text: `
  update training_jobs t set held_until = $4::timestamptz + interval '${LEASE_SECONDS} seconds'
  where t.project_id = $1 and id = $2 and held_by = $3
  returning cancel_asked_at,
    extract(epoch from $4::timestamptz - coalesce(last_event_at, started_at, $4::timestamptz))::float8 as silent_seconds`,
};

/** Stores why a job has not started yet. */
export async function delayRun(database: Database, holder: RunHolder, key: RunKey, reason: string): Promise<void> {
  await database.query(
    "update training_jobs t set waits_for = $4 where t.project_id = $1 and id = $2 and held_by = $3 and ended_at is null",
    [key.project_id, key.id, nameOf(holder), toStorableText(reason)],
  );
}

/**
 * Writes everything in one transaction. False if another process holds the job, the job has ended, or it has more
 * events than the writer knows of, because an earlier write was stored but its response was lost.
 */
export async function writeRun(database: Database, holder: RunHolder, key: RunKey, write: RunWrite): Promise<boolean> {
  const { events = [], checkpoints = [] } = write;
  const change = [
    key.project_id,
    key.id,
    nameOf(holder),
    write.status ?? null,
    write.state.text,
    events.length,
    write.step ?? null,
    write.total_steps ?? null,
    write.trained_model === undefined ? null : toStorableText(write.trained_model),
    write.failure?.text ?? null,
    write.resources?.text ?? null,
    write.isActive ?? false,
    write.eventCount,
  ];
  return database.transaction(async (connection) => {
    const [row] = await connection.query(WRITE_RUN, [...change, await readClock(connection)]);
    if (!row) return false;
    if (events.length > 0) await insertEvents(connection, key, write.eventCount, events);
    for (const checkpoint of checkpoints)
      await insertCheckpoint(connection, key, requiredText(row, "model_id"), checkpoint);
    return true;
  });
}

const WRITE_RUN = {
  name: "training_write",
  text: `
  update training_jobs t set
    status = coalesce($4, status), runner_state = $5, claims = 1, events = events + $6::int, waits_for = null,
    step = coalesce($7::bigint, step), total_steps = coalesce($8::bigint, total_steps),
    trained_model = coalesce($9, trained_model), failure = coalesce($10, failure), resources = coalesce($11, resources),
    started_at = case when $4 is not null then coalesce(started_at, $14::timestamptz) else started_at end,
    ended_at = case when $4 in ('succeeded', 'failed', 'cancelled') then $14::timestamptz end,
    last_event_at = case when $6 > 0 or $12::bool then $14::timestamptz else last_event_at end
  where t.project_id = $1 and id = $2 and held_by = $3 and ended_at is null and events = $13::bigint
  returning model_id`,
};

async function insertEvents(connection: Connection, key: RunKey, stored: number, events: readonly RunEvent[]) {
  const types = textArray(events.map(({ type }) => toStorableText(type)));
  const data = textArray(events.map((event) => toStorableText(event.data.text)));
  await connection.query(INSERT_EVENTS, [key.project_id, key.id, stored, types, data]);
}

const INSERT_EVENTS = {
  name: "training_insert_events",
  text: `
  insert into training_events (project_id, job_id, id, type, data)
  select $1, $2, $3::bigint + place, type, data
  from unnest($4::text[], $5::text[]) with ordinality as added (type, data, place)`,
};

async function insertCheckpoint(connection: Connection, key: RunKey, modelId: string, checkpoint: RunCheckpoint) {
  const { id, step, metrics, model } = checkpoint;
  await connection.query(INSERT_CHECKPOINT, [
    key.project_id,
    modelId,
    id,
    key.id,
    step,
    toStorableText(metrics.text),
    model === undefined ? null : toStorableText(model),
  ]);
}

const INSERT_CHECKPOINT = {
  name: "training_insert_checkpoint",
  text: `
  insert into training_checkpoints (project_id, model_id, id, job_id, step, metrics, model)
  values ($1, $2, $3, $4, $5, $6, $7)`,
};

/** Marks an ended job as cleaned up: its runner has no data of it left. */
export async function settleRun(database: Database, holder: RunHolder, key: RunKey): Promise<void> {
  await database.query(
    `update training_jobs t set runner_state = null, held_by = null, held_until = null
     where t.project_id = $1 and id = $2 and held_by = $3 and ended_at is not null`,
    [key.project_id, key.id, nameOf(holder)],
  );
}

/** Lets another process claim the job at once. */
export async function releaseRun(database: Database, holder: RunHolder, key: RunKey): Promise<void> {
  await database.query(
    "update training_jobs t set held_until = $4::timestamptz, claims = 0 where t.project_id = $1 and id = $2 and held_by = $3",
    [key.project_id, key.id, nameOf(holder), await readClock(database)],
  );
}

export async function countRuns(database: Database, holder: RunHolder): Promise<RunCounts> {
  const [row = {}] = await database.query(COUNT_RUNS, [`${holder.machine}/`, nameOf(holder)]);
  return {
    queued: requiredNumber(row, "queued"),
    running: requiredNumber(row, "running"),
    beside: requiredNumber(row, "beside"),
  };
}

const COUNT_RUNS = {
  name: "training_count",
  text: `
  select count(*) filter (where status = 'queued') as queued, count(*) filter (where status = 'running') as running,
    count(*) filter (where starts_with(held_by, $1::text) and held_by <> $2::text
      and (status = 'running' or held_until > clock_timestamp())) as beside
  from training_jobs t where ended_at is null`,
};

/** False once its project was erased. */
export async function hasRun(database: Database, key: RunKey): Promise<boolean> {
  const rows = await database.query("select 1 from training_jobs where project_id = $1 and id = $2", [
    key.project_id,
    key.id,
  ]);
  return rows.length > 0;
}
