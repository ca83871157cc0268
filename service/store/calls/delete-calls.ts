import { readClock } from "@/service/store/connections/clock";
import type { Database, Statement } from "@/service/store/connections/database";
import { requiredText } from "@/service/store/sql/row";
import { markWhatCounts } from "./count-once";
import { ChangedCalls } from "@/service/store/statistics/stale-hours";

// The ids are locked in the same order as in batches of writes, so that the two cannot deadlock.
const LOCK_BELOW = `
  with recursive below (id) as (
      select c.id from calls c where c.project_id = $1::text and c.id = any($2::text[]) and c.visible
    union
      select child.id from below join calls child
        on child.project_id = $1::text and child.parent_id = below.id and child.visible)
  select c.id from calls c where c.project_id = $1::text and c.id in (select id from below) order by c.id for update`;

const DELETE = `
  update calls c set deleted_at = $3::timestamptz, updated_at = $3::timestamptz
  where c.project_id = $1::text and c.id = any($2::text[]) and c.visible
  returning c.id, c.started_at, c.parent_id, c.trace_id`;

// All calls of one deletion have the same deletion time, and were not written before it.
const LOCK_DELETED = `
  with deletions as (
    select distinct c.deleted_at from calls c
    where c.project_id = $1::text and c.id = any($2::text[]) and c.deleted_at is not null)
  select c.id from calls c
  where c.project_id = $1::text and c.updated_at >= (select min(deleted_at) from deletions)
    and c.deleted_at in (select deleted_at from deletions)
  order by c.id for update`;

const RESTORE = `
  update calls c set deleted_at = null, updated_at = $3::timestamptz
  where c.project_id = $1::text and c.id = any($2::text[]) and c.deleted_at is not null
  returning c.id, c.started_at, c.parent_id, c.trace_id`;

/**
 * Marks the calls and everything below them as deleted: they are stored, but no longer read, listed or counted.
 * Returns the number of calls.
 */
export async function deleteCalls(database: Database, projectId: string, ids: readonly string[]): Promise<number> {
  return change(database, LOCK_BELOW, DELETE, projectId, ids);
}

/** Undoes the deletions that removed these calls, with everything deleted along with them. Returns the number of calls. */
export async function restoreCalls(database: Database, projectId: string, ids: readonly string[]): Promise<number> {
  return change(database, LOCK_DELETED, RESTORE, projectId, ids);
}

async function change(
  database: Database,
  lock: Statement,
  update: Statement,
  projectId: string,
  ids: readonly string[],
): Promise<number> {
  const changed = await database.transaction(async (connection) => {
    const locked = await connection.query(lock, [projectId, ids]);
    const lockedIds = locked.map((row) => requiredText(row, "id"));
    const rows = await connection.query(update, [projectId, lockedIds, await readClock(connection)]);
    await new ChangedCalls().addRows(rows).markStale(connection, projectId);
    return rows;
  });
  // Calls that were changed before are included: a kill may have come between that change and this.
  const changedIds = changed.map((row) => requiredText(row, "id"));
  const all = [...new Set([...ids, ...changedIds])];
  await markWhatCounts(database, projectId, { ids: all });
  return changed.length;
}
