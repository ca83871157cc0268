import { afterAll, beforeAll } from "vitest";
import type { Call, CallRow } from "@/lib/contract/calls";
import { JsonText } from "@/lib/json/text";
import { type TestDatabase, freshDatabase } from "@/service/store/embedded/test-database";
import type { CallsListQuery } from "@/service/store/calls/list-calls";
import { type CallWrite, RANK } from "@/service/store/calls/call-write";
import type { Store } from "@/service/store/store";
import { openReplicas } from "./test-replicas";

export const PROJECT = "local/test";

export interface TestStore {
  store: Store;
  connection: TestDatabase["connection"];
}

/** A store on an empty, separate database, for the tests of one file. */
export function useStore(): () => TestStore {
  let opened: (TestStore & { database: TestDatabase }) | undefined;
  beforeAll(async () => {
    const database = await freshDatabase("migrated");
    opened = { database, connection: database.connection, store: await openReplicas(database) };
  });
  afterAll(async () => {
    await opened?.store.close();
    await opened?.database.drop();
  });
  return () => {
    if (!opened) throw new Error("the store is opened before the tests");
    return opened;
  };
}

let count = 0;

/** A name that no other test of the run uses. */
export function unique(prefix: string): string {
  count += 1;
  return `${prefix}-${process.pid}-${count}`;
}

/** A start with all required fields, and those that the test sets. */
export function start(fields: Partial<CallWrite> & { id: string }): CallWrite {
  return {
    project_id: PROJECT,
    rank: RANK.start,
    trace_id: `trace-of-${fields.id}`,
    op_name: "answer",
    started_at: "2026-11-20T08:00:00.000000Z",
    ...fields,
  };
}

/** A completed call, as from a finished span. */
export function finished(fields: Partial<CallWrite> & { id: string }): CallWrite {
  return { ...start(fields), rank: RANK.end, ended_at: "2026-11-20T08:00:01.000000Z", ...fields };
}

export const json = (text: string) => new JsonText(text);

export async function readBack(store: Store, id: string, project = PROJECT): Promise<Call | undefined> {
  return store.readCall(project, id, { storageSize: false, totalStorageSize: false });
}

export async function list(store: Store, query: Partial<CallsListQuery>): Promise<CallRow[]> {
  const rows: CallRow[] = [];
  const signal = new AbortController().signal;
  for await (const batch of store.listCalls({ project_id: PROJECT, ...query }, signal)) rows.push(...batch);
  return rows;
}

export async function listIds(store: Store, query: Partial<CallsListQuery>): Promise<string[]> {
  return (await list(store, { columns: ["id"], ...query })).map(({ id }) => id);
}
