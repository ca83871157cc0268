import type { PoolConfig } from "pg";
import { rowsOf } from "@/service/store/embedded/test-server";

/** For tests: whether a transaction that has not ended yet has written to the table. */
export async function isBeingWritten(server: PoolConfig, table: string): Promise<boolean> {
  const written = "select 1 from pg_locks where mode = 'RowExclusiveLock' and relation = $1::regclass limit 1";
  return (await rowsOf(server, written, [table])).length > 0;
}

/** For tests: how many calls wait to be indexed, and how many hours to be rolled up, in all projects. */
export async function waitingWork(server: PoolConfig): Promise<{ calls: number; hours: number }> {
  const [row = { calls: Number.NaN, hours: Number.NaN }] = await rowsOf<{ calls: number; hours: number }>(
    server,
    `select (select coalesce(sum(cardinality(calls)), 0)::int from search_queue) as calls,
       (select count(distinct (project_id, starts_at))::int from stale_call_hours) as hours`,
  );
  return row;
}
