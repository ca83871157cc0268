import * as z from "zod";
import { AppError } from "@/lib/contract/app-error";
import { runnerDefinition } from "@/lib/contract/training-runner";
import { toStorableText } from "@/lib/json/decode";
import type { Connection, Database } from "@/service/store/connections/database";
import { type Row, optionalText, requiredNumber, requiredText } from "@/service/store/sql/row";
import type { TrainingRunner, TrainingRunnerContent } from "./runners-store";

const secretNames = z.object({ key: z.boolean(), headers: z.array(z.string()), env_vars: z.array(z.string()) });

/** Two writers wait for each other, so that one runner at most is in use. */
const LOCK = "lock table training_runners in share row exclusive mode";
/** A process may start a job on a runner that was retired a moment ago; after this time it has read that. */
const KEPT_SECONDS = 60;

/** The runner in use, if one is stored. */
export async function readTrainingRunner(database: Database): Promise<TrainingRunner | undefined> {
  const [row] = await database.control.query(IN_USE);
  return row && readRunner(row);
}

/** The runner in use, and those that were replaced or removed and may still have jobs. */
export async function listTrainingRunners(database: Database): Promise<TrainingRunner[]> {
  const rows = await database.control.query("select * from training_runners order by revision");
  return rows.map(readRunner);
}

/** Another text after every change of a runner. */
export async function trainingRunnersVersion(database: Database): Promise<string> {
  const [row = {}] = await database.control.query(
    `select string_agg(concat_ws(' ', id, revision, retired_at is null), ',' order by id) as version
     from training_runners`,
  );
  return optionalText(row, "version") ?? "";
}

/**
 * Sets up a runner, by the one in use. What has the id of that one changes it; what has another id replaces it: jobs that
 * it has started stay with it. Throws `conflict` if the revision in use is not `replaces`.
 */
export async function setTrainingRunner(
  database: Database,
  { replaces, createdBy }: { replaces?: number; createdBy: string },
  change: (inUse: TrainingRunner | undefined) => TrainingRunnerContent & { id: string },
): Promise<TrainingRunner> {
  return database.transaction(async (connection) => {
    const inUse = await lockRunner(connection, replaces);
    const { id, ...content } = change(inUse);
    const values = [id, ...valuesOf(content)];
    if (id !== inUse?.id) await connection.query(RETIRE);
    const [row = {}] =
      id === inUse?.id
        ? await connection.query(UPDATE, values)
        : await connection.query(INSERT, [...values, toStorableText(createdBy)]);
    return readRunner(row);
  });
}

/** Whether there was one. Jobs that it has started stay with it. Throws `conflict` like `setTrainingRunner`. */
export async function removeTrainingRunner(database: Database, replaces: number | undefined): Promise<boolean> {
  return database.transaction(async (connection) => {
    const inUse = await lockRunner(connection, replaces);
    if (inUse) await connection.query(RETIRE);
    return inUse !== undefined;
  });
}

/** Deletes replaced and removed runners, with their secrets, once no process follows a job with them. */
export async function sweepTrainingRunners(database: Database): Promise<void> {
  const [retired] = await database.query(
    `select 1 from training_runners where retired_at < clock_timestamp() - interval '${KEPT_SECONDS} seconds' limit 1`,
  );
  if (!retired) return;
  const rows = await database.query(WITH_JOBS);
  await database.query(DELETE_RETIRED, [rows.map((row) => requiredText(row, "runner_id"))]);
}

async function lockRunner(connection: Connection, replaces: number | undefined): Promise<TrainingRunner | undefined> {
  await connection.query(LOCK);
  const [row] = await connection.query(IN_USE);
  const inUse = row && readRunner(row);
  if (replaces === undefined || replaces === (inUse?.revision ?? 0)) return inUse;
  throw new AppError("conflict", "The training runner was changed by somebody else; reload it");
}

function readRunner(row: Row): TrainingRunner {
  return {
    id: requiredText(row, "id"),
    definition: runnerDefinition.parse(JSON.parse(requiredText(row, "definition"))),
    secretNames: secretNames.parse(JSON.parse(requiredText(row, "secret_names"))),
    sealedSecrets: optionalText(row, "sealed_secrets"),
    revision: requiredNumber(row, "revision"),
    createdBy: requiredText(row, "created_by"),
    updatedAt: requiredText(row, "updated_at"),
    isRetired: optionalText(row, "retired_at") !== undefined,
  };
}

const valuesOf = ({ definition, secretNames: names, sealedSecrets }: TrainingRunnerContent) => [
  toStorableText(JSON.stringify(definition)),
  JSON.stringify(names),
  sealedSecrets ?? null,
];

const IN_USE = "select * from training_runners where retired_at is null";

const RETIRE = "update training_runners set retired_at = clock_timestamp() where retired_at is null";

const UPDATE = `
  update training_runners set definition = $2, secret_names = $3, sealed_secrets = $4, revision = revision + 1,
    updated_at = clock_timestamp()
  where id = $1::uuid returning *`;

const INSERT = `
  insert into training_runners (id, definition, secret_names, sealed_secrets, created_by, revision)
  values ($1::uuid, $2, $3, $4, $5, (select coalesce(max(revision), 0) + 1 from training_runners)) returning *`;

// Two statements, since a cluster distributes jobs, but not runners. Queued jobs go on with the runner in use.
const WITH_JOBS = `
  select distinct runner_id from training_jobs
  where runner_id is not null and (ended_at is null or runner_state is not null)
    and (status <> 'queued' or held_until > clock_timestamp() - interval '${KEPT_SECONDS} seconds')`;

const DELETE_RETIRED = `
  delete from training_runners
  where retired_at < clock_timestamp() - interval '${KEPT_SECONDS} seconds' and id <> all($1::uuid[])`;
