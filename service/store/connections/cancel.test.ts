import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { nodesOf } from "@/service/store/embedded/test-citus";
import { PROJECT, finished, useStore } from "@/service/store/testing/test-store";
import { type Connection, Database } from "./database";

const HOUR_S = 3600;
// On a cluster, it sleeps on the worker that has the project.
const SLOW = `select count(*) from calls where project_id = $1 and pg_sleep(${HOUR_S}) is not null`;
const RUNNING = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
  and state = 'active' and query like '%pg_sleep%'`;

const opened = useStore();
/** A connection of its own to each node. */
let nodes: pg.Client[] = [];
beforeAll(async () => {
  await opened().store.writeCalls([finished({ id: "one" })]);
  nodes = (await nodesOf(opened().connection)).map((node) => new pg.Client(node));
  for (const node of nodes) await node.connect();
});
afterAll(async () => {
  for (const node of nodes) await node.end();
});

/** Nodes that run the statement. */
async function runningNodes(): Promise<number> {
  let count = 0;
  for (const node of nodes) {
    const { rowCount } = await node.query(`select 1 ${RUNNING} limit 1`);
    count += rowCount ?? 0;
  }
  return count;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition()));
}

async function* readSlowly(connection: Connection): AsyncGenerator<unknown> {
  yield await connection.query(SLOW, [PROJECT]);
}

test.each<[string, (database: Database, signal: AbortSignal) => Promise<unknown>]>([
  [
    "a statement",
    async (database, signal) => database.for({ key: "eve", signal: () => signal }).scans.query(SLOW, [PROJECT]),
  ],
  ["a page", async (database, signal) => database.session({ signal, long: false }, readSlowly).next()],
  ["an export", async (database, signal) => database.session({ signal, long: true }, readSlowly).next()],
])("%s whose requester disconnects stops on every node that runs it", async (_what, read) => {
  const database = Database.open({ connection: opened().connection, statementTimeoutMs: HOUR_S * 1000 });
  onTestFinished(async () => {
    // Closing waits for what still runs.
    await nodes[0]?.query(`select pg_terminate_backend(pid) ${RUNNING}`);
    await database.close();
  });
  const leaving = new AbortController();
  const reading = read(database, leaving.signal);
  reading.catch(() => undefined);
  const [, ...workers] = nodes;
  await until(async () => (await runningNodes()) === (workers.length > 0 ? 2 : 1));
  leaving.abort(new Error("gone"));
  await expect(reading).rejects.toThrow("gone");
  await until(async () => (await runningNodes()) === 0);
});
