import { TOKEN_COUNTS } from "@/lib/contract/call-kinds";
import { aboveFailures } from "@/service/store/calls/status";
import { callsOfOrphan } from "@/service/store/calls/roots";
import { SHOWN_TOTALS, callsOfTraces, countsOnce, countsStated } from "@/service/store/calls/usage";
import { PRICED_TOKENS, promptAbove } from "@/service/store/costs/call-prices";

// All statements are about some traces ($2) of one project ($1). Without names, so that each is planned for these.

/** Removes the marks, and returns the traces whose calls have changed according to any of them. */
export const REMOVE_MARKS = `
  with removed as (
    delete from stale_traces where project_id = $1 and trace_id = any($2::text[]) returning trace_id, calls_changed)
  select distinct trace_id from removed where calls_changed`;

export const REMOVE_STORED = ["trace_totals", "trace_usage", "calls_above_failures"].map(
  (table) => `delete from ${table} where project_id = $1 and trace_id = any($2::text[])`,
);

const TOKENS = TOKEN_COUNTS.join(", ");
const USAGE = `service_tier, above_tokens, cost_covered, first_start, last_start, uncached_tokens, cached_tokens,
    cache_write_tokens, cache_write_1h_tokens, completion_tokens, stated_cost`;

const PRICED_COUNTS = [
  "prompt_tokens",
  "completion_tokens",
  "cached_tokens",
  "cache_write_tokens",
  "cache_write_1h_tokens",
];
const onceOf = (count: string) => `case when ${countsOnce("u")} then u.${count} end as ${count}`;

/** The calls `u` of the traces with an empty `root_id`, and again those of each call whose parent has not arrived. */
const CALLS_OF_ROOTS = `(
      select '' as root_id, u.* from ${callsOfTraces("$1::text", "$2::text[]")}
      union all
      select orphan.id, below.*
      from (
        select u.id, u.trace_id, u.parent_id from ${callsOfTraces("$1::text", "$2::text[]")}
        where u.parent_id is not null and u.orphan) orphan
      cross join lateral ${callsOfOrphan("$1::text", "orphan")} below) u`;

/** Store what is shown of the traces, and what their costs are computed from. */
export const STORE = [
  `insert into trace_totals (project_id, trace_id, root_id, model, ${TOKENS})
  select $1::text, u.trace_id, u.root_id, ${SHOWN_TOTALS} from ${CALLS_OF_ROOTS} group by u.trace_id, u.root_id`,
  `insert into trace_usage (project_id, trace_id, root_id, place, model, ${USAGE})
  select $1::text, trace_id, root_id, row_number() over (partition by trace_id, root_id), model, service_tier,
    above_tokens, cost_covered, first_start, last_start,
    (prompt_tokens - coalesce(cached_tokens, 0) - coalesce(cache_write_tokens, 0))::numeric, cached_tokens::numeric,
    cache_write_tokens::numeric, cache_write_1h_tokens::numeric, completion_tokens::numeric, stated_cost
  from (
    select c.trace_id, c.root_id, c.model, c.service_tier, c.above_tokens, c.cost_covered,
      min(c.started_at) as first_start, max(c.started_at) as last_start, ${PRICED_TOKENS}, sum(c.stated) as stated_cost
    from (
      select u.trace_id, u.root_id, u.model, u.service_tier, ${promptAbove("u")} as above_tokens, u.cost_covered,
        u.started_at, ${PRICED_COUNTS.map(onceOf).join(", ")},
        case when ${countsStated("u")} then u.stated_cost::numeric end as stated
      from ${CALLS_OF_ROOTS}
      where ${countsOnce("u")} or ${countsStated("u")}) c
    group by c.trace_id, c.root_id, c.model, c.service_tier, c.above_tokens, c.cost_covered) sums`,
];

export const ABOVE_FAILURES = `
  select c.id, c.trace_id from (${aboveFailures("$1::text", "f.trace_id = any($2::text[])")}) above
  join calls c on c.project_id = $1::text and c.id = above.id and c.trace_id = above.trace_id and c.visible`;

/** Stores the calls $2 of the traces $3. */
export const STORE_ABOVE_FAILURES = `
  insert into calls_above_failures (project_id, id, trace_id) select $1::text, * from unnest($2::text[], $3::text[])
  on conflict (project_id, id) do update set trace_id = excluded.trace_id`;

/** Every trace of every project is to be computed, after a restore. */
export const FILL_TRACES = `insert into unfilled_traces (project_id, filled_to) select project_id, '' from projects
  on conflict (project_id) do nothing`;

/** Marks traces whose calls have not changed, but that have no totals. */
export const MARK_OLD_TRACES = `
  insert into stale_traces (project_id, trace_id, calls_changed)
  select $1::text, trace_id, false from unnest($2::text[]) as old (trace_id)`;

/** The traces after those that have totals or a mark, at most $2. Steps from one to the next with the index. */
export const OLD_TRACES = `
  with recursive old (trace_id) as (
      select filled_to from unfilled_traces where project_id = $1
    union all
      select (select c.trace_id from calls c where c.project_id = $1 and c.visible and c.trace_id > old.trace_id
        order by c.trace_id limit 1) from old where old.trace_id is not null)
  select trace_id from old where trace_id is not null offset 1 limit $2`;
