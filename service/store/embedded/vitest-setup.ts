import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { PoolConfig } from "pg";
import type { TestProject } from "vitest/node";
import { openStore } from "@/service/store/open-store";
import { isAlive } from "./postmaster";
import { startEmbedded } from "./start-embedded";
import { stopAbandoned } from "./stop-abandoned";
import { endSessions, joinNodes, nodesOf } from "./test-citus";
import { connectionTo, onServer } from "./test-server";

declare module "vitest" {
  interface ProvidedContext {
    databaseServer: PoolConfig;
    /** The servers that have each database: more than one for a Citus cluster, the coordinator first. */
    databaseNodes: PoolConfig[];
    /** Name of a database with all migrations, which is the template for others. Nobody may be connected to it. */
    migratedDatabase: string;
  }
}

const MIGRATED = "loupe_test_migrated";
const PREFIX = "loupe-test-";
const FAST = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" };

/** Starts the one PostgreSQL of a test run (or uses the one at `TEST_DATABASE_URL`); the returned function stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await startServer();
  const nodes = await nodesOf(server);
  project.provide("databaseServer", server);
  project.provide("databaseNodes", nodes);
  project.provide("migratedDatabase", MIGRATED);
  for (const node of nodes)
    await onServer(node, `drop database if exists ${MIGRATED} with (force)`, `create database ${MIGRATED}`);
  await joinNodes(nodes, MIGRATED);
  const store = await openStore({ connection: connectionTo(server, MIGRATED) });
  await store.close();
  // Citus' own processes would stay connected.
  if (nodes.length > 1) for (const node of nodes) await endSessions(node, MIGRATED);
  return stop;
}

async function startServer(): Promise<{ server: PoolConfig; stop: () => Promise<void> }> {
  const connectionString = process.env.TEST_DATABASE_URL;
  if (connectionString) {
    const server = { connectionString };
    const stop = async () => {
      for (const node of await nodesOf(server)) await onServer(node, `drop database ${MIGRATED} with (force)`);
    };
    return { server, stop };
  }
  await removeAbandoned();
  const folder = mkdtempSync(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
  const database = await startEmbedded(folder, () => undefined, { settings: FAST });
  const stop = async () => {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { server: { ...database.connection }, stop };
}

/** A killed test run could not stop its server, so the next one does. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    await stopAbandoned(path.join(tmpdir(), name));
    rmSync(path.join(tmpdir(), name), { recursive: true, force: true });
  }
}
