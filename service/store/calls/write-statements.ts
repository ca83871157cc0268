import { MERGED_CALL_COLUMNS, MERGED_PAYLOAD_COLUMNS, type StoredColumn } from "./fields";
import { rankMask } from "./merge";
import { markStale } from "@/service/store/statistics/stale-hours";

const INSERT = `
  insert into calls as stored (project_id, id, ranks, trace_id, orphan, usage_repeated, cost_repeated, cost_covered,
    ${namesOf(MERGED_CALL_COLUMNS)}, updated_at, received_at)
  select project_id, id, ranks::bigint, trace_id,
    parent_id is not null and not parent_sent::boolean and not exists (
      select from calls parent
      where parent.project_id = sent.project_id and parent.id = sent.parent_id and parent.visible),
    usage_repeated::boolean, cost_repeated::boolean, cost_covered::boolean,
    ${castsOf(MERGED_CALL_COLUMNS)}, clock_timestamp(), clock_timestamp()
  from unnest(${arrays(8 + MERGED_CALL_COLUMNS.length)}) as sent (project_id, id, ranks, trace_id, parent_sent,
    usage_repeated, cost_repeated, cost_covered, ${namesOf(MERGED_CALL_COLUMNS)})
  on conflict (project_id, id)`;

/** Stores the calls that are new; the others are not returned. */
export const INSERT_CALLS = { name: "insert_calls", text: `${INSERT} do nothing returning project_id, id` };

/** The calls before they change; locked, in the given order, until the transaction ends. */
export const LOCK_CALLS = {
  name: "lock_calls",
  text: `
  select c.project_id, c.started_at, c.parent_id
  from unnest($1::text[], $2::text[]) with ordinality as sent (project_id, id, place)
  join calls c on c.project_id = sent.project_id and c.id = sent.id
  order by sent.place for update of c`,
};

/** Merges the writes into the stored calls; those in another trace are not returned. */
export const MERGE_CALLS = {
  name: "merge_calls",
  text: `${INSERT} do update set
    ${mergesOf(MERGED_CALL_COLUMNS)},
    trace_id = coalesce(stored.trace_id, excluded.trace_id),
    orphan = case when excluded.parent_id is null then stored.orphan else excluded.orphan end,
    ranks = stored.ranks | excluded.ranks,
    updated_at = clock_timestamp()
  where stored.trace_id is null or excluded.trace_id is null or stored.trace_id = excluded.trace_id
  returning project_id, id, started_at, parent_id`,
};

export const MERGE_PAYLOADS = {
  name: "merge_payloads",
  text: `
  insert into call_payloads as stored (project_id, id, ranks, ${namesOf(MERGED_PAYLOAD_COLUMNS)})
  select project_id, id, ranks::bigint, ${castsOf(MERGED_PAYLOAD_COLUMNS)}
  from unnest(${arrays(3 + MERGED_PAYLOAD_COLUMNS.length)}) as sent (project_id, id, ranks, ${namesOf(MERGED_PAYLOAD_COLUMNS)})
  on conflict (project_id, id) do update set
    ${mergesOf(MERGED_PAYLOAD_COLUMNS)},
    ranks = stored.ranks | excluded.ranks`,
};

/**
 * Further effects of stored calls ($1 and $2): their children are no longer orphans, and hours become stale ($3 to $5
 * are the changes). The mark of an orphan is checked again on reading, so rows that another batch has locked are
 * skipped.
 */
export const SETTLE_CALLS = {
  name: "settle_calls",
  text: `
  with orphans as (
    select child.project_id, child.id
    from unnest($1::text[], $2::text[]) as sent (project_id, id)
    join calls parent on parent.project_id = sent.project_id and parent.id = sent.id and parent.visible
    join calls child on child.project_id = parent.project_id and child.parent_id = parent.id and child.orphan
    for update of child skip locked),
  adopted as (
    update calls c set orphan = false from orphans
    where c.project_id = orphans.project_id and c.id = orphans.id),
  changed as (
    select project_id, started_at::timestamptz, parent_id
    from unnest($3::text[], $4::text[], $5::text[]) as sent (project_id, started_at, parent_id))
  ${markStale("changed")}`,
};

function namesOf(columns: readonly StoredColumn[]): string {
  return columns.map(({ name }) => name).join(", ");
}

function castsOf(columns: readonly StoredColumn[]): string {
  return columns.map(({ name, type }) => (type === "text" ? name : `${name}::${type}`)).join(", ");
}

function arrays(count: number): string {
  return Array.from({ length: count }, (_, place) => `$${place + 1}::text[]`).join(", ");
}

/** A value takes precedence over none, a later kind over an earlier one, then the later arrival: merge.ts, in SQL. */
function mergesOf(columns: readonly StoredColumn[]): string {
  return columns
    .map(({ name, field }) => {
      const filled = columns.filter((column) => column.field === field).map((column) => `excluded.${column.name}`);
      const outranked = `stored.ranks & ~excluded.ranks & ${rankMask(field)}`;
      const wins = `num_nonnulls(${filled.join(", ")}) > 0 and ${outranked} = 0`;
      return `${name} = case when ${wins} then excluded.${name} else stored.${name} end`;
    })
    .join(",\n    ");
}
