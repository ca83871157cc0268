import pg from "pg";
import { v7 as uuidV7 } from "uuid";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { type Command, auditRestore, audited } from "./audited";
import { UNSAVED_TABLES, readBackup, restoreBackup } from "./backup";
import { type TestDatabase, freshDatabase } from "@/service/store/embedded/test-database";
import { eraseProject, expireCalls } from "./erase";
import { openStore } from "@/service/store/open-store";
import { LOCAL_TABLES } from "@/service/store/schema/citus";
import type { Store } from "@/service/store/store";
import { PROJECT, finished, json, listIds, readBack, useStore } from "@/service/store/testing/test-store";

const opened = useStore();
const OTHER = "local/other";
const EXACT = '{"b": 12345678901234567890, "a":1.0,"text":"\\u0000 \\ud800 ☃ \\"x\\""}';
let client: pg.Client;

beforeAll(async () => {
  client = await connect(opened().connection);
  await fill(opened().store);
});
afterAll(() => client.end());

async function connect(connection: TestDatabase["connection"]): Promise<pg.Client> {
  const made = new pg.Client(connection);
  await made.connect();
  return made;
}

async function fill(store: Store): Promise<void> {
  for (const project_id of [PROJECT, OTHER]) {
    const days = Array.from({ length: 30 }, (_, day) => `2026-10-${String(day + 1).padStart(2, "0")}T08:00:00.000000Z`);
    await store.writeCalls(
      days.map((started_at, day) => finished({ id: `c${day}`, project_id, started_at, inputs: json(EXACT) })),
    );
    await store.publishObject({ project_id, object_id: "o", val: json(EXACT), ext_user_id: "ada" });
    await store.moveLabel({ project_id, object_id: "o", label: "staging", digest: "v0", by: "ada", is_admin: true });
    await store.updateSettings(project_id, { protect_labels: ["production", "staging"] });
    await store.createTable(project_id, [json(EXACT), json('{"n":2}')]);
    await store.createFile({ project_id, name: "a\\b\t\n.bin", content: Buffer.from([0, 255, 10, 92]) });
    await store.recordRefusals([{ project_id, source: "otlp", reason: "because" }]);
    await train(store, project_id);
  }
  const record = {
    kind: "change",
    action: "objCreate",
    project_id: PROJECT,
    owner: "ada",
    target: { object_id: "o" },
  } as const;
  await store.addAudit({ id: uuidV7(), ...record }, { status: 200, outcome: "ok", result: {} });
  const definition = { name: "hosted", base_url: "https://api.example.com/v1" };
  const sealed = { sealedKey: "v1.a.b", headerNames: ["x-team"], sealedHeaders: "v1.a.c" };
  await store.createModelServer({ id: uuidV7(), createdBy: "ada", definition, ...sealed });
  await store.createKey({ id: "k", hash: "h", owner: "ada", default_project: PROJECT, roles: [], created_by: "admin" });
}

/** A running job, with rows in every training table. */
async function train(store: Store, project_id: string): Promise<void> {
  const [model_id, id] = [uuidV7(), uuidV7()];
  await store.createTrainedModel({ id: model_id, project_id, base_model: "base/7b", created_by: "ada" });
  const part = { project_id, job_id: id, part: 0, content: Buffer.from([0, 255, 10, 92]) };
  await store.createTrainingJob({
    id,
    project_id,
    model_id,
    created_by: "ada",
    experimental_config: json(EXACT),
    trajectories: 3,
    flat_groups: 0,
    body_bytes: 4,
    body_digest: Buffer.from([1, 0]),
    groups: [{ index: 0, rewards: [0.1, -1e300, 5e-324], start: 0, end: 4 }],
    calls: ["c3"],
    parts: [part],
  });
  const holder = { machine: "here", process: "1" };
  const run = await store.takeRun(holder, "ray", true);
  if (!run) throw new Error("nothing was taken");
  await store.writeRun(holder, run, {
    eventCount: 0,
    status: "running",
    state: json(EXACT),
    events: [{ type: "checkpoint", data: json(EXACT) }],
    checkpoints: [{ id: uuidV7(), step: 1, metrics: json(EXACT), model: "judge" }],
  });
}

/** Every row, as PostgreSQL writes it. */
async function contents(of: pg.Client, where = ""): Promise<Record<string, string[]>> {
  const { rows } = await of.query(
    `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
     and relname <> all($1) order by relname`,
    [where === "" ? ["loupe_migrations"] : LOCAL_TABLES],
  );
  const found: Record<string, string[]> = {};
  for (const { relname } of rows)
    found[relname] = (await of.query(`select t::text as row from ${relname} t ${where} order by 1`)).rows.map(
      ({ row }) => row,
    );
  return found;
}

async function linesOfBackup(): Promise<string[]> {
  let text = "";
  for await (const part of readBackup(client)) text += part;
  return text.trimEnd().split("\n");
}

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

describe("a backup", () => {
  let database: TestDatabase;
  let target: pg.Client;
  beforeAll(async () => {
    database = await freshDatabase();
    target = await connect(database.connection);
  });
  afterAll(async () => {
    await target.end();
    await database.drop();
  });

  test.each<[string, (lines: string[]) => string[], string]>([
    ["that is no backup", () => ["{}"], "not a Loupe backup"],
    ["that is no JSON", () => ["hello"], "incomplete or damaged"],
    ["cut within a line", (lines) => [...lines.slice(0, -1), '["a'], "incomplete or damaged"],
    [
      "with a table of its own",
      (lines) => [...lines, '{"table":"x; drop table calls","columns":[],"types":[]}'],
      "does not match this version of Loupe",
    ],
  ])("%s is refused, and leaves nothing", async (_what, change, message) => {
    await expect(restoreBackup(target, each(change(await linesOfBackup())))).rejects.toThrow(message);
    await target.query("rollback");
    expect(Object.values(await contents(target)).flat()).toEqual([]);
  });

  test("restored, it is what was saved, to the byte; a second one is refused", async () => {
    const lines = await linesOfBackup();
    await restoreBackup(target, each(lines));
    const withoutDerived = (all: Record<string, string[]>) =>
      Object.fromEntries(Object.entries(all).filter(([table]) => !UNSAVED_TABLES.includes(table)));
    expect(withoutDerived(await contents(target))).toEqual(withoutDerived(await contents(client)));
    const store = await openStore({ connection: database.connection });
    expect((await readBack(store, "c3"))?.inputs?.text).toBe(EXACT);
    await store.close();
    await expect(restoreBackup(target, each(lines))).rejects.toThrow("not empty");
    await target.query("rollback");
  });
});

describe("the data of a project", () => {
  test("calls that began before a moment are removed, with their payloads, and no other project's", async () => {
    expect(await expireCalls(client, PROJECT, new Date("2026-10-21T00:00:00Z"))).toBe(20);
    expect(await listIds(opened().store, {})).toHaveLength(10);
    expect(await listIds(opened().store, { project_id: OTHER })).toHaveLength(30);
    const { rows } = await client.query("select count(*)::int from call_payloads where project_id = $1", [PROJECT]);
    expect(rows).toEqual([{ count: 10 }]);
  });

  test("erasing removes every row of a project, and none of others", async () => {
    const others = `where project_id = '${OTHER}'`;
    const before = await contents(client, others);
    const tables = Object.entries(await contents(client, `where project_id = '${PROJECT}'`));
    expect(tables.filter(([name, rows]) => name.startsWith("train") && rows.length === 0)).toEqual([]);
    const asked = vi.spyOn(client, "query");
    onTestFinished(() => asked.mockRestore());
    expect(await eraseProject(client, PROJECT)).toBeGreaterThan(0);
    // A running job may report events until it is removed.
    const erased = asked.mock.calls.flatMap(([statement]) => /^delete from (\w+)/.exec(String(statement))?.[1] ?? []);
    expect(erased.indexOf("training_events")).toBeGreaterThan(erased.indexOf("training_jobs"));
    const left = await contents(client, `where project_id = '${PROJECT}'`);
    expect(Object.values(left).flat()).toEqual([]);
    expect(await contents(client, others)).toEqual(before);
    expect(await eraseProject(client, PROJECT)).toBe(0);
  });
});

describe("a command is in the audit log", () => {
  const erase: Command = { kind: "change", action: "admin erase", project_id: PROJECT, target: { user: "root" } };
  const recordsOf = async () => (await opened().store.queryAudit({ project_id: PROJECT })).records;

  test("before it runs, and then with its outcome; the records of the erased project remain", async () => {
    const before = await recordsOf();
    expect(before.map(({ action }) => action)).toEqual(["objCreate"]);
    let running: typeof before = [];
    const run = async () => {
      running = await recordsOf();
      return eraseProject(client, PROJECT);
    };
    expect(await audited(client, erase, run)).toBe(0);
    expect(running).toMatchObject([{ ...erase, result: {} }, before[0] ?? {}]);
    expect(running[0]?.status).toBeUndefined();
    expect(await recordsOf()).toEqual([
      { ...running[0], status: 200, outcome: "ok", result: { rows: "0" }, ended_at: expect.any(String) },
      ...before,
    ]);
  });

  test("that fails within a transaction, too", async () => {
    const run = async () => {
      await client.query("begin");
      await client.query("select 1 / 0");
    };
    await expect(audited(client, erase, run)).rejects.toThrow("division by zero");
    expect((await recordsOf())[0]).toMatchObject({ status: 500, outcome: "failed" });
  });

  test("after a restore, which needs an empty database", async () => {
    await auditRestore(client, { kind: "change", action: "admin restore", target: {} });
    const { records } = await opened().store.queryAudit({ actions: ["admin restore"] });
    expect(records).toMatchObject([{ status: 200, outcome: "ok" }]);
  });

  test("unless the database is older than the log", async () => {
    const database = await freshDatabase();
    const older = await connect(database.connection);
    onTestFinished(async () => {
      await older.end();
      await database.drop();
    });
    expect(await audited(older, erase, async () => 7)).toBe(7);
  });
});
