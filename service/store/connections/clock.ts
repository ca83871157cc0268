import type { Connection } from "./database";
import { requiredText } from "@/service/store/sql/row";

/**
 * The time of the database server, to be bound as `timestamptz`. Within a transaction it must be read after the rows are
 * locked: a writer that waited for another then has the later time. Statements on a table that is distributed over
 * several servers must not read the clock themselves, since each server has its own.
 */
export async function readClock(connection: Connection): Promise<string> {
  const [row = {}] = await connection.query(NOW);
  return requiredText(row, "now");
}

const NOW = { name: "now", text: "select clock_timestamp() as now" };
