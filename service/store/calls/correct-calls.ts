import type { Connection, Database, Statement } from "@/service/store/connections/database";
import { requiredText } from "@/service/store/sql/row";

interface Correction {
  /** Finds any call that is wrong. */
  find: Statement;
  /** Locks the calls that are wrong in the order of their ids, and returns these. */
  lock: Statement;
  /** Parameters of both statements. */
  values: readonly unknown[];
}

/**
 * Corrects columns of calls that follow from other calls, until nothing is wrong. `change` must change none but the
 * calls it is given, which are locked: locked in one order, two corrections cannot deadlock.
 *
 * Must run after the calls are committed. It ends when it finds nothing wrong after its own last commit: so, of several
 * that write a trace, the last one sees the changes of all.
 */
export async function correctCalls(
  database: Database,
  { find, lock, values }: Correction,
  change: (connection: Connection, ids: string[]) => Promise<unknown>,
): Promise<void> {
  while ((await database.query(find, values)).length > 0)
    await database.transaction(async (connection) => {
      const locked = await connection.query(lock, values);
      await change(
        connection,
        locked.map((row) => requiredText(row, "id")),
      );
    });
}
