import { AppError } from "@/lib/contract/app-error";
import type { Experiment, ExperimentStatus, ExperimentUpdate } from "@/lib/contract/experiments";
import type { Connection, Database } from "@/service/store/connections/database";
import { requiredNumber } from "@/service/store/sql/row";
import { readExperiment, readStatus } from "./read-experiments";

/**
 * Changes what an experiment does; undefined if there is none. What it does already, or has done, changes nothing.
 * Throws `conflict` for what it cannot do any more after its end.
 */
export async function updateExperiment(
  database: Database,
  { project_id, id, action, budget_usd }: ExperimentUpdate,
): Promise<Experiment | undefined> {
  return database.transaction(async (connection) => {
    const [stored] = await connection.query(LOCK, [project_id, id]);
    if (!stored) return undefined;
    if (budget_usd !== undefined) await connection.query(SET_BUDGET, [project_id, id, budget_usd]);
    const status = readStatus(stored);
    if (action === "retry_failed") await retry(connection, [project_id, id], status, requiredNumber(stored, "failed"));
    else if (action) await connection.query(ACTIONS[action], [project_id, id]);
    const changed = await readExperiment(connection, { project_id, id });
    if (action && changed) requireDone(action, changed.status);
    return changed;
  });
}

type Action = Exclude<NonNullable<ExperimentUpdate["action"]>, "retry_failed">;

/** The transaction is rolled back if it has another status then. */
function requireDone(action: NonNullable<ExperimentUpdate["action"]>, status: ExperimentStatus): void {
  if (status === "cancelled" && action !== "cancel")
    throw new AppError("conflict", "The experiment was cancelled; create another one instead");
  if (status === "completed" && action === "pause") throw new AppError("conflict", "The experiment has completed");
}

/** Rows that failed wait again, after those that wait already. */
async function retry(
  connection: Connection,
  key: readonly [string, string],
  status: ExperimentStatus,
  failed: number,
): Promise<void> {
  if (failed === 0 || status === "cancelled") return;
  await connection.query(RETRY_ROWS, key);
  await connection.query(RETRY, key);
}

const LOCK = "select status, failed from experiments where project_id = $1 and id = $2::uuid for update";

const SET_BUDGET = "update experiments set budget_usd = $3::float8 where project_id = $1 and id = $2::uuid";

const ACTIONS: Record<Action, string> = {
  pause: `update experiments set status = 'paused', reason = null, is_open = true
    where project_id = $1 and id = $2::uuid and status in ('queued', 'running')`,
  resume: `update experiments set status = 'queued', reason = null, is_open = true
    where project_id = $1 and id = $2::uuid and status = 'paused'`,
  cancel: `update experiments set status = 'cancelled', reason = null, is_open = true
    where project_id = $1 and id = $2::uuid and status in ('queued', 'running', 'paused')`,
};

const RETRY_ROWS = `
  update experiment_rows set status = 'waiting', failure = null
  where project_id = $1 and experiment_id = $2::uuid and status = 'failed'`;

const RETRY = `
  update experiments set waiting = waiting + failed, failed = 0, status = 'queued', reason = null, ended_at = null,
    is_open = true
  where project_id = $1 and id = $2::uuid`;
