import type pg from "pg";
import { LOCAL_TABLES } from "@/service/store/schema/citus";
import { BEGIN_WRITE } from "@/service/store/connections/database";
import { requiredText } from "@/service/store/sql/row";
import { markStale } from "@/service/store/statistics/stale-hours";

/** Number of rows that one statement removes, so that no other statement waits long. */
const BATCH = 5_000;

// The queue of the text index is deleted first: this waits for indexing in progress, and none starts after it. The same
// applies to training jobs, and to the models without which no new jobs are created.
const KEYS = `
  select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by k.place) as key
  from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
  cross join lateral unnest(i.indkey) with ordinality as k (attnum, place)
  join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
  where c.relnamespace = current_schema()::regnamespace and c.relname <> all($1)
  group by c.relname order by c.relname not in ('search_queue', 'stale_call_hours', 'trained_models', 'training_jobs'),
    c.relname = 'projects', c.relname`;

/** Permanently removes everything of a project; returns the number of rows. */
export async function eraseProject(client: pg.Client, projectId: string): Promise<number> {
  const { rows } = await client.query(KEYS, [LOCAL_TABLES]);
  let erased = 0;
  for (const row of rows) {
    const [name, key] = [requiredText(row, "name"), requiredText(row, "key")];
    const statement = `delete from ${name} where project_id = $1 and (${key}) in (
      select ${key} from ${name} where project_id = $1 limit ${BATCH})`;
    erased += await repeat(client, statement, [projectId]);
  }
  return erased;
}

// The first statement uses the index, which does not contain pending and deleted calls.
const OLD = [
  "visible and started_at < $2::timestamptz",
  "not visible and coalesce(started_at, updated_at) < $2::timestamptz",
];

const expireWhere = (condition: string) => `
  with expired as materialized (
    select project_id, id, started_at, parent_id from calls
    where project_id = $1 and ${condition} limit ${BATCH} for update),
  marked as (
    ${markStale("expired")}),
  payloads as (delete from call_payloads p where p.project_id = $1 and p.id in (select id from expired))
  delete from calls c where c.project_id = $1 and c.id in (select id from expired)`;

const EXPIRE_INDEX = `
  with expired as materialized (
    select segment from search_segments where project_id = $1 and last_start < $2::timestamptz limit 1 for update),
  pages as (delete from search_pages p where p.project_id = $1 and p.segment in (select segment from expired)),
  ids as (delete from search_ids i where i.project_id = $1 and i.segment in (select segment from expired))
  delete from search_segments s where s.project_id = $1 and s.segment in (select segment from expired)`;

/** Removes the calls of a project that started before a time, including deleted ones; returns their number. */
export async function expireCalls(client: pg.Client, projectId: string, before: Date): Promise<number> {
  let removed = 0;
  for (const condition of OLD)
    removed += await repeat(client, expireWhere(condition), [projectId, before.toISOString()]);
  await repeat(client, EXPIRE_INDEX, [projectId, before.toISOString()]);
  return removed;
}

async function repeat(client: pg.Client, statement: string, values: unknown[]): Promise<number> {
  for (let removed = 0; ;) {
    await client.query(BEGIN_WRITE);
    const { rowCount } = await client.query(statement, values);
    await client.query("commit");
    if (!rowCount) return removed;
    removed += rowCount;
  }
}
