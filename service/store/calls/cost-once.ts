import type { Connection, Database } from "@/service/store/connections/database";
import { optionalText, requiredText, type Row } from "@/service/store/sql/row";
import { readKind } from "./call-row";
import { correctCalls } from "./correct-calls";
import { type CostMarks, costMarks } from "./cost-marks";
import { reportsUsage } from "./usage";
import { IS_RECORDED_ELSEWHERE, TWINS, overlaps } from "./usage-once";

/**
 * Marks which stated costs count and which tokens they include (`costMarks`), after calls of a project were written or
 * deleted.
 */
export async function markStatedCosts(database: Database, projectId: string, ids: readonly string[]): Promise<void> {
  const values = [projectId, ids];
  await correctCalls(database, {
    projectId,
    find: async (connection) => [...(await wrongMarks(connection, values)).keys()],
    correct: async (connection, locked, now) => {
      const wrong = await wrongMarks(connection, values);
      const changed = locked.flatMap((id) => {
        const marks = wrong.get(id);
        return marks ? [{ id, ...marks }] : [];
      });
      return connection.query(MARK, [
        projectId,
        changed.map(({ id }) => id),
        changed.map(({ repeated }) => repeated),
        changed.map(({ covered }) => covered),
        now,
      ]);
    },
  });
}

/** The calls with wrong marks in the traces of the written calls, with the right ones. */
async function wrongMarks(connection: Connection, values: unknown[]): Promise<Map<string, CostMarks>> {
  const rows = await connection.query(TRACES, values);
  const marks = costMarks(
    rows.map((row) => ({
      id: requiredText(row, "id"),
      trace_id: requiredText(row, "trace_id"),
      parent_id: optionalText(row, "parent_id"),
      kind: readKind(row),
      states: row.states === true,
      reports: row.reports === true,
      isTwin: row.is_twin === true,
    })),
  );
  return new Map(
    rows.flatMap((row): [string, CostMarks][] => {
      const id = requiredText(row, "id");
      const right = marks.get(id);
      return right && isWrong(row, right) ? [[id, right]] : [];
    }),
  );
}

function isWrong(row: Row, { repeated, covered }: CostMarks): boolean {
  return row.cost_repeated !== repeated || row.cost_covered !== covered;
}

/**
 * All calls of the traces of the written calls, and of others that record the same requests, where any call states a
 * cost. A call without a cost, tokens and calls below it changes nothing.
 */
// "offset 0" forces a lookup call by call: without table statistics the planner would read the whole project.
const TRACES = {
  name: "traces_with_stated_costs",
  text: `
  with sent (id) as materialized (select unnest($2::text[]) collate "C"),
  own as materialized (
    select own.trace_id, own.response_id, own.started_at, own.ended_at from sent cross join lateral (
      select id, trace_id, response_id, started_at, ended_at, stated_cost is not null or ${reportsUsage("calls")} as counts
      from calls where project_id = $1 and id = sent.id offset 0) own
    where exists (select from calls where project_id = $1 and stated_cost is not null)
      and (own.counts or exists (select from calls where project_id = $1 and parent_id = own.id and visible offset 0))),
  written as (
      select trace_id from own where trace_id is not null
    union
      select same.trace_id from own cross join lateral (
        select trace_id from calls
        where project_id = $1 and response_id = own.response_id and stated_cost is not null and ${overlaps("calls", "own")}
        order by started_at desc, id limit ${TWINS}) same),
  traces as materialized (
    select trace_id from written
    where exists (
      select from calls where project_id = $1 and trace_id = written.trace_id and stated_cost is not null))
  select c.id, c.trace_id, c.parent_id, c.kind, c.states, c.reports, c.cost_repeated, c.cost_covered,
    case when c.states then ${IS_RECORDED_ELSEWHERE} else false end as is_twin
  from traces cross join lateral (
    select id, trace_id, parent_id, kind, response_id, prompt_tokens, completion_tokens, started_at, ended_at,
      stated_cost is not null as states, ${reportsUsage("calls")} as reports, cost_repeated, cost_covered
    from calls where project_id = $1 and trace_id = traces.trace_id and visible offset 0) c`,
};

const MARK = {
  name: "mark_stated_costs",
  text: `
  update calls c set cost_repeated = wrong.repeated, cost_covered = wrong.covered, updated_at = $5::timestamptz
  from unnest($2::text[], $3::boolean[], $4::boolean[]) as wrong (id, repeated, covered)
  where c.project_id = $1 and c.id = wrong.id
  returning c.started_at, c.trace_id`,
};
