import { v7 as uuidV7 } from "uuid";
import { describe, expect, test } from "vitest";
import type { AuditQuery } from "@/lib/contract/audit";
import { useClient } from "@/service/store/testing/test-client";
import { useStore, unique } from "@/service/store/testing/test-store";
import type { NewAuditRecord } from "./audit-store";

const opened = useStore();
const client = useClient(opened);
const signal = new AbortController().signal;

function newRecord(fields: Partial<NewAuditRecord> = {}): NewAuditRecord {
  return {
    id: uuidV7(),
    kind: "change",
    action: "objCreate",
    project_id: "acme/a",
    owner: "ada",
    key_id: "k1",
    address: "192.0.2.1",
    request_id: unique("r"),
    target: { object_id: "answer" },
    ...fields,
  };
}

const done = { status: 200, outcome: "ok", result: {} };

async function add(fields: Partial<NewAuditRecord> = {}, end?: Parameters<typeof complete>[1]): Promise<string> {
  const record = newRecord(fields);
  await opened().store.addAudit(record);
  if (end) await complete(record.id, end);
  return record.id;
}

const complete = (id: string, end: { status: number; outcome: string; result: Record<string, string> }) =>
  opened().store.endAudit(id, end);

async function found(query: AuditQuery): Promise<string[]> {
  return (await opened().store.queryAudit(query)).records.map(({ id }) => id);
}

test("a record is read as it was written, and is completed once", async () => {
  const { store } = opened();
  const record = newRecord({ owner: "Ada 🔑 \"'\\", target: { label: "\u0000é" } });
  await store.addAudit(record);
  const before = await store.queryAudit({ request_id: record.request_id });
  const stored = { ...record, at: expect.stringMatching(/Z$/), result: {} };
  expect(before.records).toEqual([stored]);
  await store.endAudit(record.id, { status: 409, outcome: "conflict", result: { id: "x" }, project_id: "other/b" });
  await store.endAudit(record.id, done);
  const { records } = await store.queryAudit({ request_id: record.request_id });
  const end = { status: 409, outcome: "conflict", result: { id: "x" }, ended_at: expect.stringMatching(/Z$/) };
  expect(records).toEqual([{ ...stored, ...end }]);
});

test("the project is added with the outcome if it was not known before", async () => {
  const { store } = opened();
  const record = newRecord({ project_id: undefined });
  await store.addAudit(record);
  await store.endAudit(record.id, { ...done, project_id: "late/p" });
  expect(await found({ project_id: "late/p" })).toEqual([record.id]);
});

test("a refused request is added with its outcome", async () => {
  const { store } = opened();
  const record = newRecord();
  await store.addAudit(record, { status: 403, outcome: "forbidden", result: {} });
  const [read] = (await store.queryAudit({ request_id: record.request_id })).records;
  expect(read).toMatchObject({ status: 403, outcome: "forbidden", ended_at: expect.stringMatching(/Z$/) });
});

describe("records are selected", () => {
  const project_id = "filter/p";
  let ids: Record<"done" | "refused" | "failed" | "open", string>;

  test("by project, owner, action, kind, outcome, request and time; newest first", async () => {
    ids = {
      done: await add({ project_id, owner: "ada" }, done),
      refused: await add({ project_id, owner: "bob", action: "keysCreate" }, { ...done, status: 403 }),
      failed: await add({ project_id, owner: "bob", kind: "export", action: "x" }, { ...done, status: 500 }),
      open: await add({ project_id, owner: "ada", request_id: "the-one" }),
    };
    await add({ project_id: "filter/other", owner: "ada", request_id: "another" });
    await add({ project_id: undefined, owner: "filter-none" });
    const cases: [AuditQuery, (keyof typeof ids)[]][] = [
      [{}, ["open", "failed", "refused", "done"]],
      [{ owner: "BO" }, ["failed", "refused"]],
      [{ owner: "a", kinds: ["change"] }, ["open", "done"]],
      [{ owner: "%" }, []],
      [{ actions: ["keysCreate", "x"] }, ["failed", "refused"]],
      [{ kinds: ["export"] }, ["failed"]],
      [{ outcomes: ["done"] }, ["done"]],
      [{ outcomes: ["refused", "unknown"] }, ["open", "refused"]],
      [{ outcomes: ["failed"] }, ["failed"]],
      [{ outcomes: [] }, []],
      [{ request_id: "the-one" }, ["open"]],
      [{ start: "2200-01-01T00:00:00.000000Z" }, []],
      [{ end: "2000-01-01T00:00:00.000000Z" }, []],
      [{ start: "2000-01-01T00:00:00.000000Z", end: "2200-01-01T00:00:00.000000Z", limit: 1 }, ["open"]],
    ];
    for (const [query, names] of cases)
      expect([query, await found({ project_id, ...query })]).toEqual([query, names.map((name) => ids[name])]);
    expect(await found({ owner: "filter-none" })).toHaveLength(1);
    const person =
      "insert into people (id, issuer, subject, owner, name) values ($1, 'i', 's', 'bob', 'Robert Tables')";
    await client().query(person, [uuidV7()]);
    expect(await found({ project_id, owner: "rT tAb" })).toEqual([ids.failed, ids.refused]);
  });

  test("in pages, each after the last record of the one before", async () => {
    const { store } = opened();
    const seen: string[] = [];
    let more = true;
    for (let after_id: string | undefined; more; after_id = seen.at(-1)) {
      const page = await store.queryAudit({ project_id, limit: 3, after_id });
      seen.push(...page.records.map(({ id }) => id));
      more = page.has_more;
    }
    expect(seen).toEqual([ids.open, ids.failed, ids.refused, ids.done]);
    expect(await found({ project_id, after_id: uuidV7() })).toEqual([]);
  });

  test("all of them, in batches, for an export", async () => {
    const exported: string[] = [];
    for await (const batch of opened().store.exportAudit({ project_id, kinds: ["change"] }, signal))
      exported.push(...batch.map(({ id }) => id));
    expect(exported).toEqual([ids.open, ids.refused, ids.done]);
  });
});

describe("the table", () => {
  const KEPT = "audit records are not changed or removed";

  test.each([
    ["the owner", "update audit_records set owner = 'eve'"],
    ["the owner with an outcome", "update audit_records set owner = 'eve', status = 200, ended_at = now()"],
    ["the time", "update audit_records set at = now(), ended_at = now()"],
    ["the target", "update audit_records set target = '{}', ended_at = now()"],
    ["the project", "update audit_records set project_id = 'eve/x', ended_at = now()"],
    ["an outcome without an end", "update audit_records set status = 200"],
    ["nothing", "update audit_records set owner = owner"],
  ])("refuses to change %s", async (_what, statement) => {
    const id = await add();
    await expect(client().query(`${statement} where id = $1`, [id])).rejects.toThrow(KEPT);
  });

  test("refuses to change an outcome", async () => {
    const id = await add({}, done);
    const statement = "update audit_records set status = 500, ended_at = now() where id = $1";
    await expect(client().query(statement, [id])).rejects.toThrow(KEPT);
  });

  test("refuses to remove a record, or all", async () => {
    const id = await add();
    await expect(client().query("delete from audit_records where id = $1", [id])).rejects.toThrow(KEPT);
    await expect(client().query("truncate audit_records")).rejects.toThrow(KEPT);
  });

  test("loses only records that are older than the configured days", async () => {
    const { store } = opened();
    const [old, young] = [uuidV7(), uuidV7()];
    const insert = `insert into audit_records (id, at, kind, action, target, project_id)
      values ($1, clock_timestamp() - make_interval(hours => $2), 'change', 'objCreate', '{}', 'old/p')`;
    await client().query(insert, [old, 10 * 24 + 1]);
    await client().query(insert, [young, 10 * 24 - 1]);
    expect(await store.expireAudit(11, signal)).toBe(0);
    expect(await found({ project_id: "old/p" })).toEqual([young, old]);
    expect(await store.expireAudit(10, signal)).toBe(1);
    expect(await found({ project_id: "old/p" })).toEqual([young]);
    // The permission ends with its transaction.
    await expect(client().query("delete from audit_records where project_id = 'old/p'")).rejects.toThrow(KEPT);
  });
});
