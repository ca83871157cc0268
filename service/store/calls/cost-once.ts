import type { Connection, Database } from "@/service/store/connections/database";
import { markStale } from "@/service/store/statistics/stale-hours";
import { correctCalls } from "./correct-calls";
import { IS_IN_OTHER_TRACE } from "./usage-once";

/**
 * Marks which stated costs count and which tokens they include, after calls of a project were written or deleted, so that
 * totals have each cost once:
 *
 * - A stated cost does not count if a model call below states one, or if a call above states one that counts.
 * - A stated cost that counts includes the tokens of its call, of the calls below, and where a model call states it those
 *   of the calls above, which repeat them.
 *
 * Model calls are of kind llm or embedding, or of no kind. One of kind llm never includes one of another kind, nor does
 * an embedding.
 */
export async function markStatedCosts(database: Database, projectId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const values = [projectId, ids];
  await correctCalls(database, { find: FIND, lock: LOCK, values }, (connection, wrong) =>
    changeMarks(connection, values, wrong),
  );
}

async function changeMarks(connection: Connection, values: unknown[], wrong: string[]): Promise<void> {
  const rows = await connection.query(WRONG_OF, [...values, wrong]);
  await connection.query(MARK, [
    values[0],
    rows.map(({ id }) => id),
    rows.map(({ repeated }) => repeated),
    rows.map(({ covered }) => covered),
  ]);
}

const isModelCall = (call: string) => `coalesce(${call}.kind in ('llm', 'embedding'), true)`;

/** Whether the cost of call `above` may include that of `below`. */
const includes = (above: string, below: string) =>
  `(coalesce(${above}.kind not in ('llm', 'embedding'), true) or coalesce(${below}.kind, ${above}.kind) = ${above}.kind)`;

/** The traces of the written calls, and others that record the same requests, where any call states a cost. */
const TRACES = `
  sent (id) as materialized (select unnest($2::text[]) collate "C"),
  own as materialized (
    select own.trace_id, own.response_id from sent cross join lateral (
      select trace_id, response_id from calls where project_id = $1 and id = sent.id offset 0) own
    where exists (select from calls where project_id = $1 and stated_cost is not null)),
  written as (
      select trace_id from own where trace_id is not null
    union
      select same.trace_id from (select distinct response_id from own where response_id is not null) own
      cross join lateral (
        select trace_id from calls
        where project_id = $1 and response_id = own.response_id and stated_cost is not null limit 10) same),
  traces as materialized (
    select trace_id from written
    where exists (
      select from calls where project_id = $1 and trace_id = written.trace_id and stated_cost is not null)),
  trace as materialized (
    select calls.* from traces cross join lateral (
      select id, trace_id, parent_id, kind, response_id, prompt_tokens, completion_tokens, started_at, ended_at,
        stated_cost is not null as states, cost_repeated, cost_covered
      from calls where project_id = $1 and trace_id = traces.trace_id and visible offset 0) calls)`;

const WRONG = `
  with recursive ${TRACES},
  up (id, kind, trace_id, above) as (
      select id, kind, trace_id, parent_id from trace where states and parent_id is not null
    union
      select up.id, up.kind, up.trace_id, parent.parent_id
      from up join trace parent on parent.id = up.above and parent.trace_id = up.trace_id
      where parent.parent_id is not null),
  deepest as materialized (
    select c.id, c.kind, c.trace_id from trace c
    where c.states and not (${IS_IN_OTHER_TRACE})
      and not exists (
        select from up where up.above = c.id and up.trace_id = c.trace_id and up.id <> c.id
          and ${isModelCall("up")} and ${includes("c", "up")})),
  counting as materialized (
    select c.id, c.kind, c.trace_id from deepest c
    where not exists (
      select from up join deepest above on above.id = up.above and above.trace_id = up.trace_id
      where up.id = c.id and above.id <> c.id and ${includes("above", "c")})),
  down (source, source_kind, id, kind, trace_id) as (
      select id, kind, id, kind, trace_id from counting
    union
      select down.source, down.source_kind, child.id, child.kind, child.trace_id
      from down join trace child on child.parent_id = down.id and child.trace_id = down.trace_id),
  covered as materialized (
      select down.id from down cross join lateral (select down.source_kind as kind) source
      where down.id = down.source or ${includes("source", "down")}
    union
      select c.id from counting
      join up on up.id = counting.id
      join trace c on c.id = up.above and c.trace_id = up.trace_id
      where ${isModelCall("counting")} and ${includes("c", "counting")}),
  marked as (
    select c.id, c.states and c.id not in (select id from counting) as repeated,
      c.id in (select id from covered) as covered, c.cost_repeated, c.cost_covered
    from trace c)
  select id, repeated, covered from marked where (repeated, covered) <> (cost_repeated, cost_covered)`;

const FIND = { name: "find_stated_costs", text: `${WRONG} limit 1` };

const WRONG_OF = { name: "wrong_stated_costs", text: `select * from (${WRONG}) wrong where id = any($3::text[])` };

const LOCK = {
  name: "lock_stated_costs",
  text: `select c.id from calls c join (${WRONG}) wrong on c.project_id = $1 and c.id = wrong.id
    order by c.id for no key update of c`,
};

const MARK = {
  name: "mark_stated_costs",
  text: `
  with changed as (
    update calls c set cost_repeated = wrong.repeated, cost_covered = wrong.covered, updated_at = clock_timestamp()
    from unnest($2::text[], $3::boolean[], $4::boolean[]) as wrong (id, repeated, covered)
    where c.project_id = $1 and c.id = wrong.id
    returning c.project_id, c.started_at, null::text as parent_id)
  ${markStale("changed")}`,
};
