import { AppError } from "@/lib/contract/app-error";
import type { Experiment, ExperimentStatus, ExperimentUpdate } from "@/lib/contract/experiments";
import type { Connection, Database } from "@/service/store/connections/database";
import { requiredNumber } from "@/service/store/sql/row";
import { readExperiment, readStatus } from "./read-experiments";

/**
 * Changes what an experiment does; undefined if there is none. What it does already, or has done, changes nothing.
 * Throws `conflict` for what it cannot do any more after its end. `onBefore` gets it as it was.
 */
export async function updateExperiment(
  database: Database,
  { project_id, id, action, budget_usd }: ExperimentUpdate,
  onBefore: (before: Experiment | undefined) => void = () => {},
): Promise<Experiment | undefined> {
  return database.transaction(async (connection) => {
    const [stored] = await connection.query(LOCK, [project_id, id]);
    if (!stored) return undefined;
    onBefore(await readExperiment(connection, { project_id, id }));
    if (budget_usd !== undefined) await connection.query(SET_BUDGET, [project_id, id, budget_usd]);
    const status = readStatus(stored);
    if (stored.needs_owner === true && action && !["pause", "cancel"].includes(action))
      throw new AppError("conflict", "Whoever created the experiment was turned off; take it over first");
    const key = [project_id, id] as const;
    if (action === "retry_failed") await retry(connection, key, status, requiredNumber(stored, "failed"), RETRY_FAILED);
    else if (action === "retry_scores")
      await retry(connection, key, status, requiredNumber(stored, "unscored"), RETRY_SCORES);
    else if (action === "cancel") await cancel(connection, key);
    else if (action) await connection.query(ACTIONS[action], [project_id, id]);
    const changed = await readExperiment(connection, { project_id, id });
    if (action && changed) requireDone(action, changed.status);
    return changed;
  });
}

type Action = Extract<ExperimentUpdate["action"], "pause" | "resume">;

/** The transaction is rolled back if it has another status then. */
function requireDone(action: NonNullable<ExperimentUpdate["action"]>, status: ExperimentStatus): void {
  if (status === "cancelled" && action !== "cancel")
    throw new AppError("conflict", "The experiment was cancelled; create another one instead");
  if (status === "completed" && action === "pause") throw new AppError("conflict", "The experiment has completed");
}

/** Rows wait again, after those that wait already. */
async function retry(
  connection: Connection,
  key: readonly [string, string],
  status: ExperimentStatus,
  count: number,
  statements: readonly string[],
): Promise<void> {
  if (count === 0 || status === "cancelled") return;
  for (const statement of statements) await connection.query(statement, key);
}

/** Answers that wait to be scored again stay what they were. */
async function cancel(connection: Connection, key: readonly [string, string]): Promise<void> {
  const kept = await connection.query(KEEP_ANSWERS, key);
  await connection.query(CANCEL, [...key, kept.length]);
}

const LOCK =
  "select status, failed, unscored, needs_owner from experiments where project_id = $1 and id = $2::uuid for update";

const SET_BUDGET = "update experiments set budget_usd = $3::float8 where project_id = $1 and id = $2::uuid";

const ACTIONS: Record<Action, string> = {
  pause: `update experiments set status = 'paused', reason = null, is_open = true
    where project_id = $1 and id = $2::uuid and status in ('queued', 'running')`,
  resume: `update experiments set status = 'queued', reason = null, is_open = true
    where project_id = $1 and id = $2::uuid and status = 'paused'`,
};

const KEEP_ANSWERS = `
  update experiment_rows set status = 'answered', keeps_answer = false
  where project_id = $1 and experiment_id = $2::uuid and status = 'waiting' and keeps_answer returning place`;

const CANCEL = `
  update experiments set status = 'cancelled', reason = null, is_open = true, waiting = waiting - $3::int,
    answered = answered + $3::int, unscored = unscored + $3::int
  where project_id = $1 and id = $2::uuid and status in ('queued', 'running', 'paused')`;

const RETRIED = "status = 'queued', reason = null, ended_at = null, is_open = true";

const RETRY_FAILED = [
  `update experiment_rows set status = 'waiting', failure = null
   where project_id = $1 and experiment_id = $2::uuid and status = 'failed'`,
  `update experiments set waiting = waiting + failed, failed = 0, ${RETRIED}
   where project_id = $1 and id = $2::uuid`,
];

const RETRY_SCORES = [
  `update experiment_rows set status = 'waiting', keeps_answer = true
   where project_id = $1 and experiment_id = $2::uuid and status = 'answered' and is_unscored`,
  `update experiments set waiting = waiting + unscored, answered = answered - unscored, unscored = 0, ${RETRIED}
   where project_id = $1 and id = $2::uuid`,
];
