import type { PoolConfig } from "pg";
import { connectionTo, onServer, rowsOf } from "./test-server";

/** For tests: the nodes of a Citus cluster, the coordinator first; any other server alone. */
export async function nodesOf(server: PoolConfig): Promise<PoolConfig[]> {
  const tables = await rowsOf(server, "select 1 where to_regclass('pg_dist_node') is not null");
  if (tables.length === 0) return [server];
  const workers = await rowsOf<{ host: string; port: number }>(
    server,
    "select nodename as host, nodeport as port from pg_dist_node where groupid > 0 order by nodeid",
  );
  return [server, ...workers.map(({ host, port }) => ({ connectionString: urlOf(server, host, port) }))];
}

/** For tests: makes the databases of this name on the nodes one cluster. */
export async function joinNodes([coordinator, ...workers]: readonly PoolConfig[], database: string): Promise<void> {
  if (!coordinator || workers.length === 0) return;
  for (const node of [coordinator, ...workers])
    await onServer(
      connectionTo(node, database),
      "create extension citus",
      // Of all databases, since copies do not keep the settings of a template; docs/citus.md says why.
      "alter role current_user set jit = off",
    );
  await onServer(
    connectionTo(coordinator, database),
    `select citus_set_coordinator_host(${addressOf(coordinator)})`,
    ...workers.map((worker) => `select citus_add_node(${addressOf(worker)})`),
  );
}

/**
 * For tests: ends all sessions on a database, and allows no others. Citus' maintenance process may lose a request to end
 * while it waits for another node, and then sleeps for longer than `drop database` waits: so it is asked until it has.
 */
export async function endSessions(node: PoolConfig, database: string): Promise<void> {
  await onServer(node, `alter database ${database} with allow_connections false`);
  const ask = "select pg_terminate_backend(pid, 100) from pg_stat_activity where datname = $1";
  while ((await rowsOf(node, ask, [database])).length > 0);
}

/** For tests: the place in `nodes` (of `nodesOf`) of the worker that has the project's rows. */
export async function placeOf(projectId: string, nodes: readonly PoolConfig[]): Promise<number> {
  const [coordinator = {}] = nodes;
  const [{ address } = { address: "" }] = await rowsOf<{ address: string }>(
    coordinator,
    `select nodename || ':' || nodeport as address from citus_shards
     where shardid = get_shard_id_for_distribution_column('calls', $1::text)`,
    [projectId],
  );
  return nodes.findIndex(({ connectionString = "" }) => new URL(connectionString).host === address);
}

/** For tests: the server's process, from the file that PostgreSQL keeps in its data folder. */
export async function pidOf(node: PoolConfig): Promise<number> {
  const read = "select split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::int as pid";
  const [{ pid } = { pid: Number.NaN }] = await rowsOf<{ pid: number }>(node, read);
  return pid;
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
