import { type TrainingJob, trainingJob } from "@/lib/contract/training";
import { readClock } from "@/service/store/connections/clock";
import type { Database } from "@/service/store/connections/database";
import { Parameters } from "@/service/store/sql/parameters";
import { pageOf } from "@/service/store/sql/page";
import { projectOfId } from "@/service/store/projects/project-of-id";
import {
  type Row,
  optionalJson,
  optionalNumber,
  optionalText,
  requiredNumber,
  requiredText,
} from "@/service/store/sql/row";
import type { JobKey, Page, TrainingJobsPage } from "./training-store";

const { status, failure, resources } = trainingJob.shape;

const SELECT_JOBS = `
  select j.id, j.project_id, j.model_id, m.name as model_name, m.base_model, j.status, j.created_at, j.created_by,
    j.needs_owner, j.stopped_for,
    j.started_at, j.ended_at, j.last_event_at, j.cancel_asked_at, j.runner, j.waits_for, j.experimental_config,
    j.test_table_ref, j.groups, j.trajectories, j.flat_groups, j.body_bytes, j.step, j.total_steps, j.trained_model, j.failure, j.resources
  from training_jobs j join trained_models m on m.project_id = j.project_id and m.id = j.model_id`;

/** Newest first. */
export async function listTrainingJobs(database: Database, page: TrainingJobsPage): Promise<Page<TrainingJob>> {
  const parameters = new Parameters();
  const conditions = [`j.project_id = ${parameters.add(page.project_id, "text")}`];
  if (page.model_id) conditions.push(`j.model_id = ${parameters.add(page.model_id, "text")}::uuid`);
  if (page.status) conditions.push(`j.status = ${parameters.add(page.status, "text")}`);
  if (page.after) conditions.push(`j.id < ${parameters.add(page.after, "text")}::uuid`);
  if (page.call_id)
    conditions.push(`exists (select from training_calls c where c.project_id = j.project_id and c.job_id = j.id
      and c.call_id = ${parameters.add(page.call_id, "text")})`);
  const rows = await database.query(
    `${SELECT_JOBS} where ${conditions.join(" and ")} order by j.id desc
     limit ${parameters.add(page.limit + 1, "bigint")}`,
    parameters.values,
  );
  return pageOf(rows, page.limit, readJob);
}

export async function readTrainingJob(
  database: Database,
  id: string,
  within: readonly string[],
): Promise<TrainingJob | undefined> {
  const projectId = await projectOfId(database, "training_jobs", id, within);
  if (projectId === undefined) return undefined;
  const [row] = await database.query(`${SELECT_JOBS} where j.project_id = $1 and j.id = $2`, [projectId, id]);
  return row && readJob(row);
}

// A queued job that a process holds, or has tried to start, may already be running: the next process that claims it
// checks.
const IS_UNTOUCHED = `
  status = 'queued' and runner_state is null and (held_by is null or held_until < $3::timestamptz)`;

const CANCEL = `
  update training_jobs set cancel_asked_at = coalesce(cancel_asked_at, $3::timestamptz),
    ended_at = case when ${IS_UNTOUCHED} then $3::timestamptz end,
    status = case when ${IS_UNTOUCHED} then 'cancelled' else status end,
    events = case when ${IS_UNTOUCHED} then events + 1 else events end
  where project_id = $1 and id = $2 and ended_at is null returning events, ended_at`;

const INSERT_END = `
  insert into training_events (project_id, job_id, id, type, data) values ($1, $2, $3, 'training_failed', $4)`;

// Clients that follow a job wait for an event that ends it.
const CANCELED = "The job was canceled";
const CANCELED_DATA = JSON.stringify({ message: CANCELED, error_message: CANCELED });

/** Ends a job that no process holds yet; for any other job that has not ended, requests that it stops. */
export async function cancelTrainingJob(database: Database, { project_id, id }: JobKey): Promise<void> {
  await database.transaction(async (connection) => {
    const [row] = await connection.query(CANCEL, [project_id, id, await readClock(connection)]);
    if (!row || optionalText(row, "ended_at") === undefined) return;
    await connection.query(INSERT_END, [project_id, id, requiredNumber(row, "events"), CANCELED_DATA]);
  });
}

const SET_TEST_TABLE = "update training_jobs set test_table_ref = $3 where project_id = $1 and id = $2";

/** Sets the test table of a job, whatever its status; null removes it. */
export async function setTestTable(database: Database, { project_id, id }: JobKey, ref: string | null): Promise<void> {
  await database.query(SET_TEST_TABLE, [project_id, id, ref]);
}

function readJob(row: Row): TrainingJob {
  return {
    id: requiredText(row, "id"),
    project_id: requiredText(row, "project_id"),
    model_id: requiredText(row, "model_id"),
    model_name: requiredText(row, "model_name"),
    base_model: requiredText(row, "base_model"),
    status: status.parse(row.status),
    created_at: requiredText(row, "created_at"),
    created_by: requiredText(row, "created_by"),
    needs_owner: row.needs_owner === true || undefined,
    stopped_for: optionalText(row, "stopped_for"),
    started_at: optionalText(row, "started_at"),
    ended_at: optionalText(row, "ended_at"),
    last_event_at: optionalText(row, "last_event_at"),
    cancel_asked_at: optionalText(row, "cancel_asked_at"),
    runner: optionalText(row, "runner"),
    waits_for: optionalText(row, "waits_for"),
    experimental_config: optionalJson(row, "experimental_config"),
    test_table_ref: optionalText(row, "test_table_ref"),
    groups: requiredNumber(row, "groups"),
    trajectories: requiredNumber(row, "trajectories"),
    flat_groups: requiredNumber(row, "flat_groups"),
    body_bytes: requiredNumber(row, "body_bytes"),
    step: optionalNumber(row, "step"),
    total_steps: optionalNumber(row, "total_steps"),
    trained_model: optionalText(row, "trained_model"),
    failure: failure.parse(valueOf(row, "failure")),
    resources: resources.parse(valueOf(row, "resources")),
  };
}

/** JSON that the service itself wrote. */
function valueOf(row: Row, column: string): unknown {
  const text = optionalText(row, column);
  return text === undefined ? undefined : JSON.parse(text);
}
