import type pg from "pg";
import { LOCAL_TABLES } from "@/service/store/schema/citus";
import { BEGIN_WRITE, type Connection } from "@/service/store/connections/database";
import { type Row, requiredText } from "@/service/store/sql/row";
import { connectionOf } from "./connection";
import { hiddenBefore, REMOVED_COLUMNS, removeCalls } from "@/service/store/calls/remove-calls";
import { removeSegments } from "@/service/store/search/remove-segments";

/** Number of rows that one statement removes, so that no other statement waits long. */
const BATCH = 5_000;

// The queue of the text index is deleted first: this waits for indexing in progress, and none starts after it. The same
// applies to alerts, erasures, experiments, runs of retention, scoring rules and training jobs, and to the models without
// which no new jobs are created.
const KEYS = `
  select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by k.place) as key
  from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
  cross join lateral unnest(i.indkey) with ordinality as k (attnum, place)
  join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
  where c.relnamespace = current_schema()::regnamespace and c.relname <> all($1)
  group by c.relname order by c.relname <> 'unfilled_traces', c.relname not in
    ('alerts', 'erasures', 'experiments', 'retention_runs', 'scoring_rules', 'search_queue', 'stale_call_hours', 'stale_traces',
      'trained_models', 'training_jobs'), c.relname = 'projects', c.relname`;

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
const OLD = ["visible and started_at < $2::timestamptz", hiddenBefore("$2::timestamptz")];

const lockOld = (condition: string) => `
  select ${REMOVED_COLUMNS} from calls where project_id = $1::text and ${condition} limit ${BATCH} for update`;

const LOCK_OLD_SEGMENTS = `
  select segment as id from search_segments where project_id = $1::text and last_start < $2::timestamptz
  limit 1 for update`;

/** Removes the calls of a project that started before a time, including deleted ones; returns their number. */
export async function expireCalls(client: pg.Client, projectId: string, before: Date): Promise<number> {
  const values = [projectId, before.toISOString()];
  let removed = 0;
  for (const condition of OLD)
    removed += await removeLocked(client, lockOld(condition), values, (connection, rows) =>
      removeCalls(connection, projectId, rows),
    );
  await removeLocked(client, LOCK_OLD_SEGMENTS, values, (connection, rows) =>
    removeSegments(
      connection,
      projectId,
      rows.map((row) => requiredText(row, "id")),
    ),
  );
  return removed;
}

/** Removes the rows that `lock` finds, in transactions of their own, until it finds none; returns their number. */
async function removeLocked(
  client: pg.Client,
  lock: string,
  values: unknown[],
  remove: (connection: Connection, rows: Row[]) => Promise<void>,
): Promise<number> {
  const connection = connectionOf(client);
  for (let removed = 0; ;) {
    await client.query(BEGIN_WRITE);
    const rows = await connection.query(lock, values);
    if (rows.length > 0) await remove(connection, rows);
    await client.query("commit");
    if (rows.length === 0) return removed;
    removed += rows.length;
  }
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
