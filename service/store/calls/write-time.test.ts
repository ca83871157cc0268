import { expect, test } from "vitest";
import { useClient } from "@/service/store/testing/test-client";
import { PROJECT, finished, start, unique, useStore } from "@/service/store/testing/test-store";

const opened = useStore();
const client = useClient(opened);
/** A transaction sees the activity of the moment it first looked, so the one that holds the row cannot watch. */
const watcher = useClient(opened);

/** Number of writers that wait for a row, on any node of a cluster. */
async function waiting(): Promise<number> {
  const { rows: views } = await watcher().query("select 1 where to_regclass('citus_lock_waits') is not null");
  const { rows } = await watcher().query<{ count: number }>(
    views.length > 0
      ? "select count(*)::int as count from citus_lock_waits"
      : `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

test.each([
  { name: "an end", write: (id: string) => opened().store.writeCalls([finished({ id })]) },
  { name: "a deletion", write: (id: string) => opened().store.deleteCalls(PROJECT, [id]) },
])("$name that waited for another writer has a later time than that writer's commit", async ({ write }) => {
  const id = unique("waited");
  await opened().store.writeCalls([start({ id })]);
  await client().query("begin");
  await client().query("select from calls where project_id = $1 and id = $2 for update", [PROJECT, id]);
  const written = write(id);
  await expect.poll(waiting).toBeGreaterThan(0);
  const { rows: times } = await client().query<{ now: string }>("select clock_timestamp()::text as now");
  await client().query("commit");
  await written;
  const { rows } = await client().query(
    "select updated_at > $3::timestamptz as is_later from calls where project_id = $1 and id = $2",
    [PROJECT, id, times[0]?.now],
  );
  expect(rows).toEqual([{ is_later: true }]);
});
