import type { Connection } from "@/service/store/connections/database";
import { type Row, requiredText } from "@/service/store/sql/row";
import { textArray } from "@/service/store/sql/text-array";
import { ChangedCalls } from "@/service/store/statistics/stale-hours";

/** The condition on calls that are not shown, because they are deleted or have no start, and are older than a time. */
export const hiddenBefore = (time: string) => `not visible and coalesce(started_at, updated_at) < ${time}`;

/** What `removeCalls` needs of each call. */
export const REMOVED_COLUMNS = "id, started_at, parent_id, trace_id";

/**
 * Removes calls with their payloads, in the transaction that has locked them: the rows have `REMOVED_COLUMNS`. What is
 * stored of their hours and traces is computed again.
 */
export async function removeCalls(connection: Connection, projectId: string, rows: readonly Row[]): Promise<void> {
  await new ChangedCalls().addRows(rows).markStale(connection, projectId);
  const ids = textArray(rows.map((row) => requiredText(row, "id")));
  for (const table of ["call_payloads", "calls"])
    await connection.query(`delete from ${table} where project_id = $1::text and id = any($2::text[])`, [
      projectId,
      ids,
    ]);
}
