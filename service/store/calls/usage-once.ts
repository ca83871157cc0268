import type { Database } from "@/service/store/connections/database";
import { requiredText } from "@/service/store/sql/row";
import { correctCalls } from "./correct-calls";
import { NEVER_BELOW_ROOT, reportsUsage } from "./usage";

/** Number of other records of a request that are looked at: servers made for tests may give all responses one id. */
const TWINS = 10;

/** Marks the calls whose tokens another call reports too, after calls of a project were written or deleted. */
export async function markRepeatedUsage(database: Database, projectId: string, ids: readonly string[]): Promise<void> {
  await correctCalls(database, {
    projectId,
    find: async (connection) => (await connection.query(FIND, [projectId, ids])).map((row) => requiredText(row, "id")),
    correct: (connection, wrong, now) => connection.query(MARK, [projectId, wrong, now]),
  });
}

/** Whether the tokens of a call `above` may repeat those of `below`: a model call repeats none of another kind. */
const canRepeat = (below: string, above: string) => `coalesce(${below}.kind, '') not in ('agent', 'chain')
    and (${above}.kind, ${below}.kind) is distinct from ('llm', 'embedding')
    and (${above}.kind, ${below}.kind) is distinct from ('embedding', 'llm')`;

/** The calls below one, each with its kind and whether it reports usage. */
const childrenOf = (id: string) => `(
      select id, kind, trace_id, ${reportsUsage("calls")} as reports from calls
      where project_id = $1 and parent_id = ${id} and visible offset 0) child`;

// Most calls that report usage have no call below them, which is quickly found out.
const IS_REPEATED_BELOW = `exists (select from ${childrenOf("c.id")})
  and exists (
    with recursive below (id, kind, reports) as (
        select id, kind, reports from ${childrenOf("c.id")} where trace_id = c.trace_id
      union
        select child.id, child.kind, child.reports from below cross join lateral ${childrenOf("below.id")}
        where child.trace_id = c.trace_id)
    select from below where below.id <> c.id and below.reports and ${canRepeat("below", "c")})`;

/**
 * Whether another trace has the same request: the same response and counts, recorded within the time of call `c`. Of two
 * at exactly the same time the first one counts.
 */
export const IS_IN_OTHER_TRACE = `c.response_id is not null and exists (
    select from calls same
    where same.project_id = $1 and same.response_id = c.response_id and same.visible
      and same.trace_id <> c.trace_id and same.kind is not distinct from c.kind
      and same.prompt_tokens is not distinct from c.prompt_tokens
      and same.completion_tokens is not distinct from c.completion_tokens
      and same.started_at >= c.started_at and same.ended_at <= c.ended_at
      and (same.started_at > c.started_at or same.ended_at < c.ended_at or same.id < c.id)
      and (${reportsUsage("same")} or same.stated_cost is not null) offset 0)`;

const IS_REPEATED = `(${NEVER_BELOW_ROOT} or ${IS_REPEATED_BELOW} or ${IS_IN_OTHER_TRACE})`;

const COLUMNS = `id, trace_id, parent_id, kind, response_id, prompt_tokens, completion_tokens, started_at, ended_at,
  usage_repeated, visible, ${reportsUsage("calls")} as reports`;

/** Those of `candidates` whose mark is wrong. */
const wrongOf = (candidates: string) => `
  select c.id, repeated.is_repeated
  from ${candidates} c
  cross join lateral (select ${IS_REPEATED} as is_repeated offset 0) repeated
  where c.visible and repeated.is_repeated <> c.usage_repeated`;

// "offset 0" forces a lookup call by call: without table statistics the planner would read the whole project.
/** The written calls, those above them, and those of other traces that may record the same requests. */
const WRONG = `
  with recursive sent (id) as materialized (select unnest($2::text[]) collate "C"),
  own as materialized (
    select own.* from sent cross join lateral (
      select ${COLUMNS} from calls where project_id = $1 and id = sent.id offset 0) own),
  above (id) as (
      select distinct parent_id from own where parent_id is not null and parent_id not in (select id from sent)
    union
      select calls.parent_id from above cross join lateral (
        select parent_id from calls where project_id = $1 and id = above.id offset 0) calls
      where calls.parent_id is not null),
  reporting as materialized (
      select * from own where reports
    union all
      select calls.* from above cross join lateral (
        select ${COLUMNS} from calls where project_id = $1 and id = above.id offset 0) calls
      where reports),
  twins as (
    select twin.* from reporting cross join lateral (
      select ${COLUMNS} from calls where project_id = $1 and response_id = reporting.response_id
      limit ${TWINS}) twin
    where twin.reports and twin.id <> reporting.id)
  ${wrongOf("(select * from reporting union all select * from twins)")}`;

const FIND = { name: "find_repeated_usage", text: WRONG };

const MARK = {
  name: "mark_repeated_usage",
  text: `
  update calls c set usage_repeated = wrong.is_repeated, updated_at = $3::timestamptz
  from (${wrongOf(`(select ${COLUMNS} from calls where project_id = $1 and id = any($2::text[]))`)}) wrong
  where c.project_id = $1 and c.id = wrong.id
  returning c.started_at, c.trace_id`,
};
