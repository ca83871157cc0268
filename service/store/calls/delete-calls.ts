import type { Database, Statement } from "@/service/store/connections/database";
import { requiredText } from "@/service/store/sql/row";
import { markWhatCounts } from "./count-once";
import { markStale } from "@/service/store/statistics/stale-hours";

// The ids are locked in the same order as in batches of writes, so that the two cannot deadlock.
const DELETE = {
  name: "delete_calls",
  text: `
  with recursive below (id) as (
      select c.id from calls c where c.project_id = $1 and c.id = any($2::text[]) and c.visible
    union
      select child.id from below join calls child
        on child.project_id = $1 and child.parent_id = below.id and child.visible),
  locked as (
    select c.id from calls c where c.project_id = $1 and c.id in (select id from below) order by c.id for update),
  changed as (
    update calls c set deleted_at = statement_timestamp(), updated_at = clock_timestamp()
    from locked where c.project_id = $1 and c.id = locked.id and c.visible
    returning c.project_id, c.id, c.started_at, c.parent_id),
  marked as (
    ${markStale("changed")})
  select id from changed`,
};

// All calls of one deletion have the same deletion time, and were not written before it.
const RESTORE = {
  name: "restore_calls",
  text: `
  with deletions as (
    select distinct c.deleted_at from calls c
    where c.project_id = $1 and c.id = any($2::text[]) and c.deleted_at is not null),
  locked as (
    select c.id from calls c
    where c.project_id = $1 and c.updated_at >= (select min(deleted_at) from deletions)
      and c.deleted_at in (select deleted_at from deletions)
    order by c.id for update),
  changed as (
    update calls c set deleted_at = null, updated_at = clock_timestamp()
    from locked where c.project_id = $1 and c.id = locked.id and c.deleted_at is not null
    returning c.project_id, c.id, c.started_at, c.parent_id),
  marked as (
    ${markStale("changed")})
  select id from changed`,
};

/**
 * Marks the calls and everything below them as deleted: they are stored, but no longer read, listed or counted.
 * Returns the number of calls.
 */
export async function deleteCalls(database: Database, projectId: string, ids: readonly string[]): Promise<number> {
  return change(database, DELETE, projectId, ids);
}

/** Undoes the deletions that removed these calls, with everything deleted along with them. Returns the number of calls. */
export async function restoreCalls(database: Database, projectId: string, ids: readonly string[]): Promise<number> {
  return change(database, RESTORE, projectId, ids);
}

async function change(
  database: Database,
  statement: Statement,
  projectId: string,
  ids: readonly string[],
): Promise<number> {
  const changed = await database.transaction((connection) => connection.query(statement, [projectId, ids]));
  // Calls that were changed before are included: a kill may have come between that change and this.
  const changedIds = changed.map((row) => requiredText(row, "id"));
  const all = [...new Set([...ids, ...changedIds])];
  await markWhatCounts(database, projectId, { ids: all });
  return changed.length;
}
