import type pg from "pg";
import { requiredText } from "@/service/store/sql/row";

// Any constant that is the same in every replica.
const LOCK = 76_807_170;

/** Tables of the whole service; every other table has project data and is distributed by project. */
export const LOCAL_TABLES = ["api_keys", "loupe_migrations"];

const IS_CITUS = "select 1 from pg_proc where proname = 'create_distributed_table'";

// "projects" comes first, because the others are colocated with it.
const NOT_DISTRIBUTED = `
  select c.relname from pg_class c
  where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname <> all($1)
    and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
    and c.relname <> 'pg_dist_partition'
  order by c.relname <> 'projects', c.relname`;

/**
 * On a Citus coordinator, distributes each table that is not distributed yet over the nodes by `project_id`, all in the
 * same way, so that the rows of a project are on one node. Does nothing on any other server.
 */
export async function distributeTables(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(IS_CITUS);
  if (rowCount === 0) return;
  await client.query("select pg_advisory_lock($1)", [LOCK]);
  try {
    const { rows } = await client.query(NOT_DISTRIBUTED, [LOCAL_TABLES]);
    for (const table of rows.map((row) => requiredText(row, "relname")))
      await client.query("select create_distributed_table($1, 'project_id', colocate_with => $2)", [
        table,
        table === "projects" ? "none" : "projects",
      ]);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [LOCK]);
  }
}
