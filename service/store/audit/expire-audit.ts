import type { Database } from "@/service/store/connections/database";
import { requiredNumber } from "@/service/store/sql/row";

/** Number of records that one transaction removes. */
const BATCH = 5_000;

const EXPIRE = `
  with expired as (
    select id from audit_records where at < clock_timestamp() - make_interval(days => $1::int) order by at limit ${BATCH}),
  removed as (delete from audit_records where id in (select id from expired) returning 1)
  select count(*)::int as count from removed`;

/** Removes the records that are older than so many days, until the signal aborts; returns their number. */
export async function expireAudit(database: Database, days: number, signal: AbortSignal): Promise<number> {
  for (let removed = 0; ;) {
    signal.throwIfAborted();
    const count = await database.transaction(async (connection) => {
      // What the table's trigger allows to remove.
      await connection.query("select set_config('loupe.audit_days', $1, true)", [String(days)]);
      const [row = {}] = await connection.query(EXPIRE, [days]);
      return requiredNumber(row, "count");
    });
    removed += count;
    if (count < BATCH) return removed;
  }
}
