import { randomBytes } from "node:crypto";
import type { PoolConfig } from "pg";
import { inject } from "vitest";
import { endSessions, joinNodes } from "./test-citus";
import { connectionTo, onServer } from "./test-server";

/** A separate database for one test file. */
export interface TestDatabase {
  connection: PoolConfig;
  /** Ends every session on it and removes it. Call it in `afterAll`. */
  drop(): Promise<void>;
}

/** Creates a database on the server of this test run, on each node of a cluster, either empty or with all migrations. */
export async function freshDatabase(content: "empty" | "migrated" = "empty"): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const template = content === "empty" ? "template1" : inject("migratedDatabase");
  const nodes = inject("databaseNodes");
  const onNodes = async (statement: string) => {
    for (const node of nodes) await onServer(node, statement);
  };
  await onNodes(`create database ${name} template ${template}`);
  if (content === "empty") await joinNodes(nodes, name);
  return {
    connection: connectionTo(inject("databaseServer"), name),
    async drop() {
      if (nodes.length > 1) for (const node of nodes) await endSessions(node, name);
      await onNodes(`drop database ${name} with (force)`);
    },
  };
}
