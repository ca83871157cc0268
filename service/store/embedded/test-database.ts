import { randomBytes } from "node:crypto";
import pg, { type PoolConfig } from "pg";
import { inject } from "vitest";

/** A database of its own for one test file. */
export interface TestDatabase {
  connection: PoolConfig;
  /** Ends every session on it and removes it. Call it in `afterAll`. */
  drop(): Promise<void>;
}

/** Makes an empty database on the server of this test run. */
export async function freshDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await onServer(`create database ${name}`);
  return {
    connection: withDatabase(inject("databaseServer"), name),
    drop: () => onServer(`drop database ${name} with (force)`),
  };
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client(inject("databaseServer"));
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function withDatabase(server: PoolConfig, database: string): PoolConfig {
  if (!server.connectionString) return { ...server, database };
  const url = new URL(server.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}
