import pg, { type PoolConfig } from "pg";
import { connectionTo, onServer } from "./test-server";

/** For tests: the nodes of a Citus cluster, the coordinator first; any other server alone. */
export async function nodesOf(server: PoolConfig): Promise<PoolConfig[]> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    const { rows: tables } = await client.query("select 1 where to_regclass('pg_dist_node') is not null");
    if (tables.length === 0) return [server];
    const { rows } = await client.query<{ host: string; port: number }>(
      "select nodename as host, nodeport as port from pg_dist_node where groupid > 0 order by nodeid",
    );
    return [server, ...rows.map(({ host, port }) => ({ connectionString: urlOf(server, host, port) }))];
  } finally {
    await client.end();
  }
}

/** For tests: makes the databases of this name on the nodes one cluster. */
export async function joinNodes([coordinator, ...workers]: readonly PoolConfig[], database: string): Promise<void> {
  if (!coordinator || workers.length === 0) return;
  for (const node of [coordinator, ...workers]) await onServer(connectionTo(node, database), "create extension citus");
  await onServer(
    connectionTo(coordinator, database),
    `select citus_set_coordinator_host(${addressOf(coordinator)})`,
    ...workers.map((worker) => `select citus_add_node(${addressOf(worker)})`),
  );
}

function urlOf({ connectionString = "" }: PoolConfig, host: string, port: number): string {
  const url = new URL(connectionString);
  url.hostname = host;
  url.port = String(port);
  return url.href;
}

function addressOf({ connectionString = "" }: PoolConfig): string {
  const { hostname, port } = new URL(connectionString);
  return `'${hostname}', ${port}`;
}
