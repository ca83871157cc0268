import type pg from "pg";
import { requiredText } from "@/service/store/sql/row";

/** Tables of the whole service; every other table has project data and is distributed by project. */
export const LOCAL_TABLES = [
  "api_keys",
  "audit_records",
  "invitations",
  "loupe_migrations",
  "model_servers",
  "people",
  "person_sessions",
  "training_runners",
  "used_id_tokens",
];

/** The first schema that is distributed: Citus does not accept some of the migrations to it on distributed tables. */
export const FIRST_DISTRIBUTED = "0160-stated-costs";

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
  if (!(await isCitus(client))) return;
  const { rows } = await client.query(NOT_DISTRIBUTED, [LOCAL_TABLES]);
  const tables = rows.map((row) => requiredText(row, "relname"));
  for (const table of tables) {
    await client.query("select create_distributed_table($1, 'project_id', colocate_with => $2)", [
      table,
      table === "projects" ? "none" : "projects",
    ]);
  }
  // The coordinator would keep the rows that were there before, although no statement finds them.
  for (const table of tables) await client.query("select truncate_local_data_after_distributing_table($1)", [table]);
}

/** Whether the database's tables are distributed already. */
export async function isDistributed(client: pg.Client): Promise<boolean> {
  if (!(await isCitus(client))) return false;
  const { rowCount } = await client.query(
    "select 1 from pg_dist_partition where logicalrelid = to_regclass('projects')",
  );
  return rowCount !== 0;
}

async function isCitus(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(IS_CITUS);
  return rowCount !== 0;
}
