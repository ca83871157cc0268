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
import { readClock } from "@/service/store/connections/clock";
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
  const [row] = await connection.query(READ, [project_id, id, await readClock(connection)]);
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
    await readClock(database),
  ]);
  return rows.map(readRow);
}

/** `now` is when it is read: without a lease nobody works on the rows that are under way. */
const columns = (now: string) => `select e.project_id, e.id::text, e.definition, e.budget_usd, e.status, e.reason,
    e.created_by, e.needs_owner, e.created_at, e.started_at, e.ended_at, e.waiting, e.sent, e.answered, e.failed, e.unscored, e.cost_usd,
    e.unpriced, e.busy_ms + case when e.held_until > ${now} then ${busyMs(now)} else 0 end as duration_ms
  from experiments e`;

const READ = `${columns("$3::timestamptz")} where e.project_id = $1 and e.id = $2::uuid`;

const LIST = `${columns("$5::timestamptz")} where e.project_id = $1 and ($2::uuid[] is null or e.id = any($2::uuid[]))
  order by e.created_at desc, e.id desc limit $3::bigint offset $4::bigint`;

/** Milliseconds for which rows have been under way since that was counted last. */
export function busyMs(now: string): string {
  return `coalesce(greatest(0, extract(epoch from ${now} - e.busy_since) * 1000), 0)`;
}

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
    needs_owner: row.needs_owner === true || undefined,
    created_at: requiredText(row, "created_at"),
    started_at: optionalText(row, "started_at"),
    ended_at: optionalText(row, "ended_at"),
    rows: {
      waiting: requiredNumber(row, "waiting"),
      sent: requiredNumber(row, "sent"),
      answered: requiredNumber(row, "answered"),
      failed: requiredNumber(row, "failed"),
    },
    unscored: requiredNumber(row, "unscored"),
    duration_ms: optionalNumber(row, "duration_ms"),
    cost_usd: optionalDecimal(row, "cost_usd") ?? 0,
    unpriced: requiredNumber(row, "unpriced"),
  };
}
