import type { Database } from "@/service/store/connections/database";
import { requiredText } from "@/service/store/sql/row";
import { correctCalls } from "./correct-calls";
import { NEVER_BELOW_ROOT, reportsUsage } from "./usage";

/** Most other records of a request that are corrected, the latest first: servers made for tests give all responses one id. */
export const TWINS = 100;

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

/** Whether a call is above another one of its trace. */
const isAbove = (above: string, below: string) => `exists (
    with recursive up (id) as (
        select ${below}.parent_id where ${below}.parent_id is not null
      union
        select parent.parent_id from up cross join lateral (
          select parent_id, trace_id from calls where project_id = $1 and id = up.id and visible offset 0) parent
        where parent.trace_id = ${below}.trace_id and parent.parent_id is not null)
    select from up where up.id = ${above}.id)`;

/** Whether a call `one` records the same request as `other`: the same response and counts. */
const isSameRequest = (one: string, other: string) => `${one}.response_id = ${other}.response_id
      and ${one}.id <> ${other}.id and ${one}.kind is not distinct from ${other}.kind
      and ${one}.prompt_tokens is not distinct from ${other}.prompt_tokens
      and ${one}.completion_tokens is not distinct from ${other}.completion_tokens
      and (${reportsUsage(one)} or ${one}.stated_cost is not null)`;

const isWithin = (one: string, other: string) =>
  `${one}.started_at >= ${other}.started_at and ${one}.ended_at <= ${other}.ended_at`;

/** OpenTelemetry's SDK for JavaScript knows the start of a call only to the millisecond before, and so its end. */
const CLOCK = "interval '1 millisecond'";

/**
 * Whether two calls ran at the same time, as records of one request do, even if two clocks differ; not if one began when
 * the other ended.
 */
export const overlaps = (one: string, other: string) => `(
      ${one}.started_at + ${CLOCK} < ${other}.ended_at and ${one}.ended_at > ${other}.started_at + ${CLOCK}
      or ${isWithin(one, other)} or ${isWithin(other, one)})`;

/** Of records of one request the shortest counts, which is the innermost; of these the first to start. */
const isBetter = (one: string, other: string) => `(${one}.ended_at - ${one}.started_at, ${one}.started_at, ${one}.id)
      < (${other}.ended_at - ${other}.started_at, ${other}.started_at, ${other}.id)`;

/**
 * Whether another call that is neither above nor below call `c` is a better record of the same request, in whatever
 * trace. One that repeats a further record below it is left out, because then that one counts.
 */
export const IS_RECORDED_ELSEWHERE = `c.response_id is not null and exists (
    select from calls same
    where same.project_id = $1 and same.visible and ${isSameRequest("same", "c")}
      and ${overlaps("same", "c")} and ${isBetter("same", "c")}
      and (same.parent_id is null or same.kind is null or same.kind not in ('agent', 'chain'))
      and (same.trace_id <> c.trace_id or not ${isAbove("same", "c")} and not ${isAbove("c", "same")})
      and not exists (
        select from calls further
        where further.project_id = $1 and further.visible and further.trace_id = same.trace_id
          and ${isSameRequest("further", "same")} and ${isAbove("same", "further")} offset 0) offset 0)`;

const IS_REPEATED = `(${NEVER_BELOW_ROOT} or ${IS_REPEATED_BELOW} or ${IS_RECORDED_ELSEWHERE})`;

const COLUMNS = `id, trace_id, parent_id, kind, response_id, prompt_tokens, completion_tokens, started_at, ended_at,
  usage_repeated, visible, ${reportsUsage("calls")} as reports`;

/** Those of `candidates` whose mark is wrong. */
const wrongOf = (candidates: string) => `
  select c.id, repeated.is_repeated
  from ${candidates} c
  cross join lateral (select ${IS_REPEATED} as is_repeated offset 0) repeated
  where c.visible and repeated.is_repeated <> c.usage_repeated`;

// "offset 0" forces a lookup call by call: without table statistics the planner would read the whole project.
/** The written calls, those above them, and others that may record the same requests. */
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
      select ${COLUMNS} from calls
      where project_id = $1 and response_id = reporting.response_id and ${overlaps("calls", "reporting")}
      order by started_at desc, id limit ${TWINS}) twin
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
