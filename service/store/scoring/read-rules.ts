import { SCORING_FAILURES_PER_PAGE, SCORING_RULES_PER_PAGE } from "@/lib/contract/limits";
import {
  SCORING_STATUSES,
  type ScoringDefinition,
  type ScoringFailure,
  type ScoringFailuresQuery,
  type ScoringQuery,
  type ScoringRule,
  type ScoringStatus,
  scoringDefinition,
} from "@/lib/contract/scoring";
import { parseJson } from "@/lib/json/slice";
import { slicePlan } from "@/lib/json/slice-plan";
import type { Connection, Database } from "@/service/store/connections/database";
import {
  type Row,
  optionalDecimal,
  optionalNumber,
  optionalText,
  requiredNumber,
  requiredText,
} from "@/service/store/sql/row";
import type { ScoringKey } from "./scoring-store";

/** So many calls that failed one after another are no coincidence any more. */
const FAILING_CALLS = 5;

const PLAN = slicePlan(scoringDefinition);

/** A rule as people see it; undefined if there is none. */
export async function readScoringRule(
  connection: Connection,
  { project_id, id }: ScoringKey,
): Promise<ScoringRule | undefined> {
  const [row] = await connection.query(`${COLUMNS} where e.project_id = $1 and e.id = $2::uuid`, [project_id, id]);
  return row && readRow(row);
}

/** The rules of a project, newest first. */
export async function listScoringRules(
  database: Database,
  { project_id, ids, limit, offset }: ScoringQuery,
): Promise<ScoringRule[]> {
  const rows = await database.query(LIST, [
    project_id,
    ids ?? null,
    Math.min(limit ?? SCORING_RULES_PER_PAGE, SCORING_RULES_PER_PAGE),
    offset ?? 0,
  ]);
  return rows.map(readRow);
}

const COLUMNS = `select e.project_id, e.id::text, e.definition, e.budget_usd, e.status, e.reason, e.created_by,
    e.created_at, e.waiting, e.sent, e.scored, e.failed, e.cost_usd, e.unpriced, e.backfill_start, e.backfill_end,
    e.failed_in_a_row, e.last_failure, e.needs_owner
  from scoring_rules e`;

const LIST = `${COLUMNS} where e.project_id = $1 and ($2::uuid[] is null or e.id = any($2::uuid[]))
  order by e.created_at desc, e.id desc limit $3::bigint offset $4::bigint`;

/** The calls that a rule could not score, latest first. */
export async function listScoringFailures(
  database: Database,
  { project_id, id, limit, offset }: ScoringFailuresQuery,
): Promise<ScoringFailure[]> {
  const rows = await database.query(FAILURES, [
    project_id,
    id,
    Math.min(limit ?? SCORING_FAILURES_PER_PAGE, SCORING_FAILURES_PER_PAGE),
    offset ?? 0,
  ]);
  return rows.map((row) => ({
    call_id: requiredText(row, "call_id"),
    scorer_ref: requiredText(row, "scorer_ref"),
    failure: requiredText(row, "failure"),
    failed_at: requiredText(row, "changed_at"),
  }));
}

const FAILURES = `
  select s.call_id, s.scorer_ref, s.failure, s.changed_at from scoring_calls s
  where s.project_id = $1 and s.rule_id = $2::uuid and s.status = 'failed'
  order by s.changed_at desc, s.id desc limit $3::bigint offset $4::bigint`;

/** The stored definition, with the budget, which is a column. */
export function readDefinition(row: Row): ScoringDefinition {
  const definition = scoringDefinition.parse(parseJson(requiredText(row, "definition"), PLAN));
  return { ...definition, budget_usd: optionalNumber(row, "budget_usd") };
}

/** The status of a rule's row. */
export function readStatus(row: Row): ScoringStatus {
  return SCORING_STATUSES.find((status) => status === row.status) ?? "paused";
}

function readFailing(row: Row): ScoringRule["failing"] {
  const calls = requiredNumber(row, "failed_in_a_row");
  const isFirst = requiredNumber(row, "scored") === 0;
  if (calls === 0 || (!isFirst && calls < FAILING_CALLS)) return undefined;
  return { calls, reason: optionalText(row, "last_failure") };
}

function readRow(row: Row): ScoringRule {
  const [start, end] = [optionalText(row, "backfill_start"), optionalText(row, "backfill_end")];
  return {
    project_id: requiredText(row, "project_id"),
    id: requiredText(row, "id"),
    definition: readDefinition(row),
    status: readStatus(row),
    reason: optionalText(row, "reason"),
    created_by: requiredText(row, "created_by"),
    needs_owner: row.needs_owner === true || undefined,
    created_at: requiredText(row, "created_at"),
    calls: {
      waiting: requiredNumber(row, "waiting"),
      sent: requiredNumber(row, "sent"),
      scored: requiredNumber(row, "scored"),
      failed: requiredNumber(row, "failed"),
    },
    failing: readFailing(row),
    cost_usd: optionalDecimal(row, "cost_usd") ?? 0,
    unpriced: requiredNumber(row, "unpriced"),
    ...(start !== undefined && end !== undefined && { backfill: { start, end } }),
  };
}
