import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { PoolConfig } from "pg";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "./start-embedded";

declare module "vitest" {
  interface ProvidedContext {
    databaseServer: PoolConfig;
  }
}

const FAST = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" };

/** Starts the one PostgreSQL of a test run (or takes the one at `TEST_DATABASE_URL`); the return value stops it. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const connectionString = process.env.TEST_DATABASE_URL;
  if (connectionString) {
    project.provide("databaseServer", { connectionString });
    return undefined;
  }
  const folder = mkdtempSync(path.join(tmpdir(), "loupe-test-"));
  const database = await startEmbedded(folder, () => undefined, { settings: FAST });
  project.provide("databaseServer", { ...database.connection });
  return async () => {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
