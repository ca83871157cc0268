import { MERGED_CALL_COLUMNS, MERGED_PAYLOAD_COLUMNS, type StoredColumn } from "./fields";
import { rankMask } from "./merge";

// All statements are about one project ($1), so that they run on the server that has it.

/**
 * $2 is the time. Each parent is looked up by its key: "offset 0" keeps the planner from reading the whole project
 * instead, or the index of its visible calls, which looks small in the statistics of a table that has just been filled.
 */
const INSERT = `
  insert into calls as stored (project_id, updated_at, received_at, id, ranks, trace_id, orphan, usage_repeated,
    cost_repeated, cost_covered, ${namesOf(MERGED_CALL_COLUMNS)})
  select $1::text, $2::timestamptz, $2::timestamptz, id, ranks::bigint, trace_id,
    parent_id is not null and not parent_sent::boolean and not exists (
      select from (
        select visible from calls where project_id = $1::text and id = sent.parent_id offset 0) parent
      where parent.visible),
    usage_repeated::boolean, cost_repeated::boolean, cost_covered::boolean, ${castsOf(MERGED_CALL_COLUMNS)}
  from ${sentRows(3, [
    "id",
    "ranks",
    "trace_id",
    "parent_sent",
    "usage_repeated",
    "cost_repeated",
    "cost_covered",
    ...MERGED_CALL_COLUMNS.map(({ name }) => name),
  ])}
  on conflict (project_id, id)`;

/** Stores the calls that are new; the others are not returned. */
export const INSERT_CALLS = { name: "insert_calls", text: `${INSERT} do nothing returning id` };

/** The calls before they change; locked, in the given order, until the transaction ends. */
export const LOCK_CALLS = {
  name: "lock_calls",
  text: `
  select c.started_at, c.parent_id, c.trace_id
  from unnest($2::text[]) with ordinality as sent (id, place)
  join calls c on c.project_id = $1::text and c.id = sent.id
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
    updated_at = excluded.updated_at
  where stored.trace_id is null or excluded.trace_id is null or stored.trace_id = excluded.trace_id
  returning id, started_at, parent_id, trace_id`,
};

export const MERGE_PAYLOADS = {
  name: "merge_payloads",
  text: `
  insert into call_payloads as stored (project_id, id, ranks, ${namesOf(MERGED_PAYLOAD_COLUMNS)})
  select $1::text, id, ranks::bigint, ${castsOf(MERGED_PAYLOAD_COLUMNS)}
  from ${sentRows(2, ["id", "ranks", ...MERGED_PAYLOAD_COLUMNS.map(({ name }) => name)])}
  on conflict (project_id, id) do update set
    ${mergesOf(MERGED_PAYLOAD_COLUMNS)},
    ranks = stored.ranks | excluded.ranks`,
};

/**
 * The children of stored calls ($2) are no longer orphans. The mark of an orphan is checked again on reading, so rows
 * that another batch has locked are skipped. Without a name, so that it is planned each time: one call may have very many.
 */
export const ADOPT_CHILDREN = `
  with orphans as (
    select child.id from calls parent
    join calls child on child.project_id = $1::text and child.parent_id = parent.id and child.orphan
    where parent.project_id = $1::text and parent.id = any($2::text[]) and parent.visible
    for update of child skip locked)
  update calls c set orphan = false from orphans where c.project_id = $1::text and c.id = orphans.id
  returning c.started_at, c.trace_id`;

function namesOf(columns: readonly StoredColumn[]): string {
  return columns.map(({ name }) => name).join(", ");
}

function castsOf(columns: readonly StoredColumn[]): string {
  return columns.map(({ name, type }) => (type === "text" ? name : `${name}::${type}`)).join(", ");
}

/**
 * Arrays, the first at parameter `first`, as the columns of a table "sent". Unlike "from unnest(…, …)", a select list
 * does not store each array before it reads it.
 */
function sentRows(first: number, names: readonly string[]): string {
  const columns = names.map((name, place) => `unnest($${first + place}::text[]) as ${name}`);
  return `(select ${columns.join(", ")}) sent`;
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
