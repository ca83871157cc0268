import {
  EXPERIMENT_STATUSES,
  type Experiment,
  type ExperimentDefinition,
  type ExperimentStatus,
  experimentDefinition,
  type ExperimentsQuery,
} from "@/lib/contract/experiments";
import { parseJson } from "@/lib/json/slice";
import { slicePlan } from "@/lib/json/slice-plan";
import { EXPERIMENTS_PER_PAGE } from "@/lib/contract/limits";
import type { Connection, Database } from "@/service/store/connections/database";
import {
  type Row,
  optionalDecimal,
  optionalNumber,
  optionalText,
  requiredNumber,
  requiredText,
} from "@/service/store/sql/row";
import type { ExperimentKey } from "./experiments-store";

const PLAN = slicePlan(experimentDefinition);

/** An experiment as people see it; undefined if there is none. */
export async function readExperiment(
  connection: Connection,
  { project_id, id }: ExperimentKey,
): Promise<Experiment | undefined> {
  const [row] = await connection.query(`${COLUMNS} where e.project_id = $1 and e.id = $2::uuid`, [project_id, id]);
  return row && readRow(row);
}

/** The experiments of a project, newest first. */
export async function listExperiments(
  database: Database,
  { project_id, ids, limit, offset }: ExperimentsQuery,
): Promise<Experiment[]> {
  const rows = await database.query(LIST, [
    project_id,
    ids ?? null,
    Math.min(limit ?? EXPERIMENTS_PER_PAGE, EXPERIMENTS_PER_PAGE),
    offset ?? 0,
  ]);
  return rows.map(readRow);
}

const COLUMNS = `select e.project_id, e.id::text, e.definition, e.budget_usd, e.status, e.reason, e.created_by,
    e.created_at, e.started_at, e.ended_at, e.waiting, e.sent, e.answered, e.failed, e.cost_usd, e.unpriced
  from experiments e`;

const LIST = `${COLUMNS} where e.project_id = $1 and ($2::uuid[] is null or e.id = any($2::uuid[]))
  order by e.created_at desc, e.id desc limit $3::bigint offset $4::bigint`;

/** The stored definition, with the budget, which is a column. */
export function readDefinition(row: Row): ExperimentDefinition {
  const definition = experimentDefinition.parse(parseJson(requiredText(row, "definition"), PLAN));
  return { ...definition, budget_usd: optionalNumber(row, "budget_usd") };
}

/** The status of an experiment's row. */
export function readStatus(row: Row): ExperimentStatus {
  return EXPERIMENT_STATUSES.find((status) => status === row.status) ?? "queued";
}

function readRow(row: Row): Experiment {
  return {
    project_id: requiredText(row, "project_id"),
    id: requiredText(row, "id"),
    definition: readDefinition(row),
    status: readStatus(row),
    reason: optionalText(row, "reason"),
    created_by: requiredText(row, "created_by"),
    created_at: requiredText(row, "created_at"),
    started_at: optionalText(row, "started_at"),
    ended_at: optionalText(row, "ended_at"),
    rows: {
      waiting: requiredNumber(row, "waiting"),
      sent: requiredNumber(row, "sent"),
      answered: requiredNumber(row, "answered"),
      failed: requiredNumber(row, "failed"),
    },
    cost_usd: optionalDecimal(row, "cost_usd") ?? 0,
    unpriced: requiredNumber(row, "unpriced"),
  };
}
