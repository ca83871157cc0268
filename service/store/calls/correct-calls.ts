import type { Connection, Database, Statement } from "@/service/store/connections/database";
import { type Row, requiredText } from "@/service/store/sql/row";

interface Correction {
  /** Finds any calls that are wrong. */
  find: (connection: Connection) => Promise<readonly unknown[]>;
  /** Locks the calls that are wrong in the order of their ids, and returns these, as rows with `id`. */
  lock: (connection: Connection) => Promise<Row[]>;
}

/** A correction by two statements with the same parameters. */
export function byStatements(find: Statement, lock: Statement, values: readonly unknown[]): Correction {
  return { find: (connection) => connection.query(find, values), lock: (connection) => connection.query(lock, values) };
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
  { find, lock }: Correction,
  change: (connection: Connection, ids: string[]) => Promise<unknown>,
): Promise<void> {
  while ((await find(database)).length > 0)
    await database.transaction(async (connection) => {
      const locked = await lock(connection);
      await change(
        connection,
        locked.map((row) => requiredText(row, "id")),
      );
    });
}
