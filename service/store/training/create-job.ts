import { AppError } from "@/lib/contract/app-error";
import { toStorableText } from "@/lib/json/decode";
import type { TrainingGroupRow } from "@/lib/contract/training";
import type { Connection, Database } from "@/service/store/connections/database";
import { oversizedName } from "@/service/store/sql/name-bytes";
import { requiredText } from "@/service/store/sql/row";
import { writeTrainingPart } from "./body";
import type { JobKey, NewTrainingJob } from "./training-store";

/** Number of rewards, and of calls, that one statement inserts. */
const INSERT_ROWS = 20_000;

const COLUMNS = [
  "project_id",
  "id",
  "model_id",
  "created_by",
  "idempotency_key",
  "body_digest",
  "body_bytes",
  "experimental_config",
  "groups",
  "trajectories",
  "flat_groups",
] as const;

const INSERT_JOB = `
  insert into training_jobs (${COLUMNS.join(", ")}) values (${COLUMNS.map((_, place) => `$${place + 1}`).join(", ")})
  on conflict (project_id, idempotency_key) where idempotency_key is not null do nothing returning id`;

const MODEL = "select 1 from trained_models where project_id = $1 and id = $2 and deleted_at is null for key share";

const SAME_KEY = `
  select id, body_digest = $3 as is_same from training_jobs where project_id = $1 and idempotency_key = $2`;

/**
 * Stores the job with its parts, groups and calls, synced to disk when the promise resolves. If a job of the project
 * has the same idempotency key, its id is returned if the bodies are equal, and `conflict` thrown if not.
 */
export async function createTrainingJob(database: Database, job: NewTrainingJob): Promise<string> {
  const { project_id, idempotency_key } = job;
  const message = oversizedName({ project_id, "idempotency-key": idempotency_key });
  if (message) throw new AppError("invalid", message, { errors: [{ path: "idempotency-key", message }] });
  return database.transaction(async (connection) => {
    // Its project may be erased concurrently: that waits for this, or leaves no model to train.
    const known = await connection.query(MODEL, [project_id, job.model_id]);
    if (known.length === 0) throw new AppError("not_found", `There is no model ${job.model_id}`);
    // Of two concurrent requests with one key the second waits here, and then finds the job of the first.
    const inserted = await connection.query(INSERT_JOB, valuesOf(job));
    if (inserted.length === 0) return idOfSame(connection, job);
    for (const part of job.parts) await writeTrainingPart(connection, part);
    await insertGroups(connection, job, job.groups);
    await insertCalls(connection, job, job.calls);
    return job.id;
  });
}

function valuesOf(job: NewTrainingJob): unknown[] {
  const values: Record<(typeof COLUMNS)[number], unknown> = {
    ...job,
    created_by: toStorableText(job.created_by),
    body_digest: Buffer.from(job.body_digest),
    experimental_config: job.experimental_config?.text,
    idempotency_key: job.idempotency_key,
    groups: job.groups.length,
  };
  return COLUMNS.map((column) => values[column]);
}

async function idOfSame(connection: Connection, job: NewTrainingJob): Promise<string> {
  const [row = {}] = await connection.query(SAME_KEY, [
    job.project_id,
    job.idempotency_key,
    Buffer.from(job.body_digest),
  ]);
  if (row.is_same === true) return requiredText(row, "id");
  throw new AppError("conflict", "A training job with this Idempotency-Key already exists with a different body");
}

const INSERT_GROUPS = `
  insert into training_groups (project_id, job_id, place, rewards, starts_at, ends_at)
  select $1, $2::uuid, place, rewards::double precision[], starts_at, ends_at
  from unnest($3::int[], $4::text[], $5::bigint[], $6::bigint[]) as sent (place, rewards, starts_at, ends_at)`;

async function insertGroups(
  connection: Connection,
  { project_id, id }: JobKey,
  groups: readonly TrainingGroupRow[],
): Promise<void> {
  for (const batch of batchesOf(groups, ({ rewards }) => 1 + rewards.length))
    await connection.query(INSERT_GROUPS, [
      project_id,
      id,
      batch.map(({ index }) => index),
      batch.map(({ rewards }) => `{${rewards.join(",")}}`),
      batch.map(({ start }) => start),
      batch.map(({ end }) => end),
    ]);
}

const INSERT_CALLS = `
  insert into training_calls (project_id, job_id, call_id) select $1, $2::uuid, unnest($3::text[])
  on conflict do nothing`;

async function insertCalls(
  connection: Connection,
  { project_id, id }: JobKey,
  calls: readonly string[],
): Promise<void> {
  // A call whose id cannot be indexed cannot be in the store.
  const known = calls.filter((call) => oversizedName({ call }) === undefined);
  for (const batch of batchesOf(known, () => 1))
    await connection.query(INSERT_CALLS, [project_id, id, batch.map(toStorableText)]);
}

/** The items in batches of about `INSERT_ROWS`, by the weight of each. */
function batchesOf<Item>(items: readonly Item[], sizeOf: (item: Item) => number): Item[][] {
  const batches: Item[][] = [];
  let room = 0;
  for (const item of items) {
    const batch = room > 0 ? batches.at(-1) : undefined;
    if (batch) batch.push(item);
    else {
      batches.push([item]);
      room = INSERT_ROWS;
    }
    room -= sizeOf(item);
  }
  return batches;
}
