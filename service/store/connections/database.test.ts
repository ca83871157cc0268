import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { AppError } from "@/lib/contract/app-error";
import { literal } from "@/lib/contract/expression";
import { type Connection, Database } from "./database";
import { toAppError } from "./database-error";
import { freshDatabase } from "@/service/store/embedded/test-database";
import { openStore } from "@/service/store/open-store";
import type { Store } from "@/service/store/store";
import { PROJECT, finished, json, useStore } from "@/service/store/testing/test-store";

const opened = useStore();
const observer: { client?: pg.Client } = {};

beforeAll(async () => {
  observer.client = new pg.Client(opened().connection);
  await observer.client.connect();
  // A search that takes long enough to be observed and cancelled.
  const text = json(JSON.stringify("haystack ".repeat(100_000)));
  await opened().store.writeCalls(Array.from({ length: 60 }, (_, i) => finished({ id: `long-${i}`, output: text })));
});
afterAll(() => observer.client?.end());

/** Connections that run or hold a read of calls, or anything that a store of the given name runs. */
async function reads(store?: string): Promise<number> {
  const { rows } = (await observer.client?.query(
    `select count(*)::int as reads from pg_stat_activity
     where state <> 'idle' and datname = current_database() and pid <> pg_backend_pid()
       and (application_name = $1 or $1 is null and (query like '%from calls%' or query like 'fetch%'))`,
    [store ?? null],
  )) ?? { rows: [] };
  return rows[0]?.reads ?? 0;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition()));
}

function search(store: Store, signal: AbortSignal, limit?: number): AsyncIterator<unknown> {
  const query = {
    $expr: {
      $contains: { input: { $getField: "output" }, substr: literal("nowhere"), case_insensitive: true },
    },
  };
  return store.listCalls({ project_id: PROJECT, columns: ["id"], query, limit }, signal)[Symbol.asyncIterator]();
}

describe("a reader that stops", () => {
  test.each([{ limit: 10 }, { limit: undefined }])("stops its query (limit $limit)", async ({ limit }) => {
    const leaving = new AbortController();
    const reading = search(opened().store, leaving.signal, limit).next();
    await until(async () => (await reads()) > 0);
    leaving.abort(new Error("gone"));
    await expect(reading).rejects.toThrow("gone");
    await until(async () => (await reads()) === 0);
  });

  test("between two batches releases its connection", async () => {
    const { store } = opened();
    for (let reader = 0; reader < 10; reader += 1) {
      for await (const batch of store.listCalls({ project_id: PROJECT, columns: ["id", "output"] }, never())) {
        expect(batch.length).toBeGreaterThan(0);
        break;
      }
    }
    await until(async () => (await reads()) === 0);
  });

  test("before it began starts nothing", async () => {
    await expect(search(opened().store, AbortSignal.abort(new Error("gone"))).next()).rejects.toThrow("gone");
  });
});

describe("a requester that disconnects", () => {
  const haystack = {
    $contains: { input: { $getField: "output" }, substr: literal("nowhere"), case_insensitive: true },
  };
  const asked = { project_id: PROJECT, query: { $expr: haystack } };
  const range = {
    start: "2026-01-01T00:00:00.000000Z",
    end: "2027-01-01T00:00:00.000000Z",
    starts: ["2026-01-01T00:00:00.000000Z"],
  };

  test.each<[string, (store: Store) => Promise<unknown>]>([
    ["a count", async (store) => store.countCalls({ ...asked, totalStorageSize: false })],
    ["facets", async (store) => store.countFacets({ ...asked, fields: ["op_name"] })],
    ["statistics", async (store) => store.countByTime({ ...asked, ...range, groupBy: [], prices: [], limit: 1 })],
  ])("stops %s", async (_what, ask) => {
    const store = await openStore({ connection: { ...opened().connection, application_name: "left" } });
    const leaving = new AbortController();
    const answer = ask(store.onBehalfOf({ key: "eve", signal: () => leaving.signal }));
    await until(async () => (await reads("left")) > 0);
    leaving.abort(new Error("gone"));
    await expect(answer).rejects.toThrow("gone");
    await until(async () => (await reads("left")) === 0);
    await store.close();
  });
});

describe("connections", () => {
  const database = async () => {
    const one = Database.open({ connection: opened().connection });
    onTestFinished(() => one.close());
    return one;
  };

  test("a page's statement may run for less long than an export's", async () => {
    const one = await database();
    const limitOf = async (connection: Connection) => (await connection.query("show statement_timeout"))[0];
    const exported = one.session({ signal: never(), long: true }, async function* (connection) {
      yield await limitOf(connection);
    });
    expect([await limitOf(one.scans), (await exported.next()).value]).toEqual([
      { statement_timeout: "15s" },
      { statement_timeout: "2min" },
    ]);
    await exported.return(undefined);
  });

  test("keys and health have their own, and one key never has all of the others", async () => {
    const one = await database();
    await observer.client?.query("select pg_advisory_lock(7)");
    const block = async (connection: Connection) => connection.query("select pg_advisory_lock_shared(7)");
    const eve = one.for({ key: "eve" });
    const blocked = Array.from({ length: 20 }, () => [block(eve), block(eve.scans)]).flat();
    await one.for({ key: "ada" }).query("select 1");
    await one.for({ key: "ada" }).scans.query("select 1");
    blocked.push(...Array.from({ length: 20 }, (_, key) => block(one.for({ key: `key ${key}` }))));
    await one.control.query("select 1");
    await observer.client?.query("select pg_advisory_unlock(7)");
    expect(await Promise.all(blocked)).toHaveLength(60);
  });
});

const never = () => new AbortController().signal;

test("a statement that takes too long fails with the advice to narrow the query", async () => {
  const hurried = await openStore({ connection: opened().connection, statementTimeoutMs: 5 });
  await expect(search(hurried, never()).next()).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("choose a shorter time range"),
    retryAfterSeconds: 1,
  });
  await hurried.close();
});

test("a server that ends the connections is unavailable, then used again", async () => {
  const store = await openStore({ connection: { ...opened().connection, application_name: "doomed" } });
  const reading = search(store, never()).next();
  // It may be rejected before the answer to the query below.
  reading.catch(() => undefined);
  await until(async () => (await reads("doomed")) > 0);
  await observer.client?.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'doomed'",
  );
  await expect(reading).rejects.toMatchObject({ code: "unavailable" });
  await store.ping();
  await store.close();
});

test("several that open an empty database at once all find it migrated", async () => {
  const database = await freshDatabase();
  const stores = await Promise.all([1, 2, 3].map(() => openStore(database)));
  expect(await Promise.all(stores.map((store) => store.listProjects({ within: ["*"] })))).toEqual([[], [], []]);
  await Promise.all(stores.map((store) => store.close()));
  await database.drop();
});

describe("an error of the database", () => {
  const fromServer = (code: string, message: string) => {
    const error = new pg.DatabaseError(message, 1, "error");
    error.code = code;
    error.detail = "Key (id)=(secret) exists";
    return error;
  };

  test.each([
    { code: "53100", expected: { code: "storage_full" } },
    { code: "57014", expected: { code: "unavailable", retryAfterSeconds: 1 } },
    { code: "57P01", expected: { code: "unavailable" } },
    { code: "53300", expected: { code: "unavailable" } },
    { code: "40P01", expected: { code: "unavailable" } },
    { code: "28000", expected: { code: "unavailable" } },
    { code: "28P01", expected: { code: "unavailable" } },
    { code: "3D000", expected: { code: "unavailable" } },
    { code: "22P02", expected: { message: "database error 22P02 in unknown" } },
    { code: "42P01", expected: { message: "database error 42P01 in unknown: secret" } },
  ])("$code", ({ code, expected }) => {
    expect(toAppError(fromServer(code, "secret"))).toMatchObject(expected);
  });

  test.each([
    Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }),
    new Error("timeout exceeded when trying to connect"),
    new Error("Connection terminated unexpectedly"),
    new Error("SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string"),
  ])("%s is unavailable", (error) => {
    expect(toAppError(error)).toMatchObject({ code: "unavailable" });
  });

  test("of the application is passed on unchanged", () => {
    const error = new AppError("conflict", "mine");
    expect(toAppError(error)).toBe(error);
  });
});
