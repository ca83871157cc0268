import { hiddenBefore, removeCalls, REMOVED_COLUMNS } from "@/service/store/calls/remove-calls";
import type { Database } from "@/service/store/connections/database";
import { cleanNextSegment } from "@/service/store/search/remove-segments";
import type { BegunExpiry } from "./retention-store";
import { lockRun } from "./runs";

/** Calls that one transaction removes. */
const BATCH = 5_000;

const LOCK_HIDDEN = `
  select ${REMOVED_COLUMNS} from calls where project_id = $1::text and ${hiddenBefore("$2::timestamptz")}
  limit ${BATCH} for update`;

/**
 * Removes old calls that nobody sees: deleted ones, and ends whose start never came. Returns whether there are more;
 * undefined if this process does not have the run any more.
 */
export async function expireHidden(
  database: Database,
  holder: string,
  run: BegunExpiry,
): Promise<{ hasMore: boolean } | undefined> {
  return database.transaction(async (connection) => {
    if (!(await lockRun(connection, holder, run))) return undefined;
    const rows = await connection.query(LOCK_HIDDEN, [run.project_id, run.cutoff]);
    if (rows.length > 0) await removeCalls(connection, run.project_id, rows);
    return { hasMore: rows.length === BATCH };
  });
}

/**
 * Removes what the text index has of calls that are gone, from the next segment after one whose calls are all old.
 * Returns that segment if there is one; undefined if this process does not have the run any more.
 */
export async function cleanIndex(
  database: Database,
  holder: string,
  run: BegunExpiry,
  after: string,
): Promise<{ segment: string | undefined } | undefined> {
  return database.transaction(async (connection) => {
    if (!(await lockRun(connection, holder, run))) return undefined;
    return { segment: await cleanNextSegment(connection, run.project_id, run.cutoff, after) };
  });
}
