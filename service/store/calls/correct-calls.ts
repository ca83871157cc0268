import { readClock } from "@/service/store/connections/clock";
import type { Connection, Database } from "@/service/store/connections/database";
import type { Row } from "@/service/store/sql/row";
import { ChangedCalls } from "@/service/store/statistics/stale-hours";

interface Correction {
  projectId: string;
  /** Finds the ids of the calls that are wrong. */
  find: (connection: Connection) => Promise<string[]>;
  /**
   * Corrects those of the calls `ids` that are still wrong, and no others: these are locked. `now` is the time of the
   * change. Returns rows with the `started_at` and `trace_id` of the changed calls, if totals depend on what changed.
   */
  correct: (connection: Connection, ids: string[], now: string) => Promise<Row[]>;
}

/**
 * Corrects columns of calls that follow from other calls, until nothing is wrong. The calls are locked in one order, so
 * two corrections cannot deadlock.
 *
 * Must run after the calls are committed. It ends when it finds nothing wrong after its own last commit: so, of several
 * that write a trace, the last one sees the changes of all.
 */
export async function correctCalls(database: Database, { projectId, find, correct }: Correction): Promise<void> {
  for (let wrong = await find(database); wrong.length > 0; wrong = await find(database)) {
    const ids = wrong;
    await database.transaction(async (connection) => {
      await connection.query(LOCK, [projectId, ids]);
      const changed = await correct(connection, ids, await readClock(connection));
      await new ChangedCalls().addRows(changed).markStale(connection, projectId);
    });
  }
}

const LOCK = {
  name: "lock_calls_to_correct",
  text: "select from calls where project_id = $1::text and id = any($2::text[]) order by id for no key update",
};
