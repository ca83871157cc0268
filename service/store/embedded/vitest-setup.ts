import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { PoolConfig } from "pg";
import type { TestProject } from "vitest/node";
import { isAlive } from "./postmaster";
import { startEmbedded } from "./start-embedded";
import { stopAbandoned } from "./stop-abandoned";

declare module "vitest" {
  interface ProvidedContext {
    databaseServer: PoolConfig;
  }
}

const PREFIX = "loupe-test-";
const FAST = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" };

/** Starts the one PostgreSQL of a test run (or takes the one at `TEST_DATABASE_URL`); the return value stops it. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const connectionString = process.env.TEST_DATABASE_URL;
  if (connectionString) {
    project.provide("databaseServer", { connectionString });
    return undefined;
  }
  await removeAbandoned();
  const folder = mkdtempSync(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
  const database = await startEmbedded(folder, () => undefined, { settings: FAST });
  project.provide("databaseServer", { ...database.connection });
  return async () => {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** A test run that was killed could not stop its server: the next one does. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    await stopAbandoned(path.join(tmpdir(), name));
    rmSync(path.join(tmpdir(), name), { recursive: true, force: true });
  }
}
