import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import pg, { type PoolConfig } from "pg";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { freshDatabase } from "@/service/store/embedded/test-database";
import { readBackup, restoreBackup } from "@/service/store/maintenance/backup";
import { finished, listIds, readBack } from "@/service/store/testing/test-store";
import { openReplicas } from "@/service/store/testing/test-replicas";
import { FIRST_DISTRIBUTED } from "./citus";
import { migrateClient, migrationsOf } from "./migrate";
import { LATER_MIGRATIONS } from "./test-later-migrations";
import { schemaOf } from "./test-schema";

const MIGRATIONS = path.join(import.meta.dirname, "migrations");
const RELEASED = readdirSync(MIGRATIONS).toSorted();
const DISTRIBUTED = RELEASED.indexOf(`${FIRST_DISTRIBUTED}.sql`) + 1;
const ALL = RELEASED.length + Object.keys(LATER_MIGRATIONS).length;
const PROJECTS = ["local/a", "local/b", "local/c", "local/d", "local/e"];

/** The folder of all migrations and the later ones, and what an empty database becomes by them. */
let folder = "";
let newest: { migrations: string[]; schema: string[][] } | undefined;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "loupe-migrations-"));
  cpSync(MIGRATIONS, folder, { recursive: true });
  for (const [name, sql] of Object.entries(LATER_MIGRATIONS)) writeFileSync(path.join(folder, name), sql);
  const database = await freshDatabase();
  const client = new pg.Client(database.connection);
  await client.connect();
  await migrateClient(client, ALL, folder);
  newest = { migrations: await migrationsOf(client), schema: await schemaOf(database.connection) };
  await client.end();
  await database.drop();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function connect(connection: PoolConfig): Promise<pg.Client> {
  const client = new pg.Client(connection);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** An empty database, removed when the test has finished. */
async function empty(): Promise<{ connection: PoolConfig; client: pg.Client }> {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  return { connection: database.connection, client: await connect(database.connection) };
}

/** Some calls in each project, with columns that every version has. */
async function fill(client: pg.Client): Promise<void> {
  for (const project of PROJECTS) {
    await client.query("insert into projects (project_id) values ($1)", [project]);
    for (let call = 0; call < 10; call += 1) {
      await client.query(
        `insert into calls (project_id, id, trace_id, op_name, started_at, kind, model, prompt_tokens, ranks, updated_at)
         values ($1, $2, 't', $3, '2026-11-20T08:10:00Z', 'llm', 'm', 5, 0, '2026-11-20T08:10:00Z')`,
        [project, `call-${call}`, `op-${call}`],
      );
      await client.query("insert into call_payloads (project_id, id, inputs, ranks) values ($1, $2, $3, 0)", [
        project,
        `call-${call}`,
        `{"text":"${"é; ".repeat(call)}"}`,
      ]);
    }
  }
}

async function rowsOf(client: pg.Client): Promise<unknown[]> {
  const { rows } = await client.query(
    `select project_id, id, op_name, model, prompt_tokens, inputs from calls join call_payloads using (project_id, id)
     order by project_id, id`,
  );
  return rows;
}

describe("a database with calls", () => {
  test.each([
    ["some early migrations", "at once", RELEASED.length >> 1, ALL],
    ["the migrations before the first distributed schema", "step by step", DISTRIBUTED - 1, 1],
    ["the first distributed schema", "step by step", DISTRIBUTED, 1],
    ["the first distributed schema", "at once", DISTRIBUTED, ALL],
  ])("and %s has the newest schema and the same calls after all others, %s", async (_what, _how, applied, steps) => {
    const { connection, client } = await empty();
    await migrateClient(client, applied, folder);
    await fill(client);
    const before = await rowsOf(client);
    for (let count = applied; count < ALL; count += steps) await migrateClient(client, count + steps, folder);
    expect({ migrations: await migrationsOf(client), schema: await schemaOf(connection) }).toEqual(newest);
    expect(await rowsOf(client)).toEqual(before);
    const { rows: labels } = await client.query(
      "select op_name from calls where label is distinct from upper(op_name) || '!'",
    );
    const { rows: notes } = await client.query(
      "select count(*)::int from notes n join calls c on c.project_id = n.project_id and c.id = n.call_id where n.note = upper(c.op_name) || ';'",
    );
    const { rows: totals } = await client.query("select distinct total_tokens from calls");
    expect([labels, notes, totals]).toEqual([[], [{ count: before.length }], [{ total_tokens: 5 }]]);
    const store = await openReplicas({ connection });
    for (const project_id of PROJECTS) {
      await store.writeCalls([finished({ project_id, id: "new", trace_id: "t" })]);
      expect((await readBack(store, "call-3", project_id))?.inputs?.text).toBe('{"text":"é; é; é; "}');
      expect(await listIds(store, { project_id })).toHaveLength(11);
    }
    await store.rollUpCalls(new AbortController().signal);
    await store.totalTraces(new AbortController().signal);
    await store.close();
  });
});

test.each([
  ["the first distributed schema", DISTRIBUTED - 2],
  ["backups had the marks of traces", RELEASED.indexOf("0185-changed-traces.sql")],
])("a backup from before %s can be restored into an empty database", async (_what, applied) => {
  const old = await empty();
  await migrateClient(old.client, applied);
  await fill(old.client);
  const lines: string[] = [];
  for await (const part of readBackup(old.client)) lines.push(...part.trimEnd().split("\n"));
  const { client, connection } = await empty();
  await restoreBackup(client, each(lines.filter((line) => !line.startsWith('{"table":"stale_traces"'))));
  expect(await rowsOf(client)).toEqual(await rowsOf(old.client));
  const store = await openReplicas({ connection });
  expect(await listIds(store, { project_id: "local/c" })).toHaveLength(10);
  await store.totalTraces(new AbortController().signal);
  const { rows } = await client.query("select project_id, model from trace_totals order by project_id");
  expect(rows).toEqual(PROJECTS.map((project_id) => ({ project_id, model: "m" })));
  await store.close();
});

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

describe("a migration after all others", () => {
  const onCitus = inject("databaseNodes").length > 1;

  test.each([
    ["that fails", "update calls set op_name = 'x'; select 1 / 0", true],
    ["with a table without a project", "create table more (id text primary key)", onCitus],
    ["that sets the storage of a distributed column", "alter table calls alter column id set storage plain", onCitus],
  ])("%s is named, and leaves nothing", async (_what, sql, fails) => {
    const file = path.join(folder, "9003-last.sql");
    writeFileSync(file, `create table blanks (project_id text collate "C" primary key); ${sql}`);
    onTestFinished(() => rmSync(file));
    const { client, connection } = await empty();
    await migrateClient(client, RELEASED.length, folder);
    await fill(client);
    const contents = async () => [await rowsOf(client), await migrationsOf(client), await schemaOf(connection)];
    const before = await contents();
    const reason = await migrateClient(client, undefined, folder).then(() => "", String);
    expect({
      isNamed: reason.includes("migration 9003-last.sql failed, so the database is unchanged: "),
      hasChanged: !isDeepStrictEqual(await contents(), before),
    }).toEqual({ isNamed: fails, hasChanged: !fails });
  });
});

test("several that migrate a filled database at once apply each migration once", async () => {
  const { client, connection } = await empty();
  await migrateClient(client, RELEASED.length, folder);
  await fill(client);
  const before = await rowsOf(client);
  const others = await Promise.all([1, 2, 3].map(() => connect(connection)));
  await Promise.all(others.map((other) => migrateClient(other, undefined, folder)));
  expect(await migrationsOf(client)).toHaveLength(ALL);
  expect(await rowsOf(client)).toEqual(before);
});
