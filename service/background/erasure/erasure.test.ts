import { expect, test } from "vitest";
import { callRef, threadRef } from "@/lib/contract/refs";
import { useService } from "@/service/http/routes/test-service";
import { columnsWith } from "@/service/store/testing/stored-text";
import { openMigratedStore } from "@/service/store/open-store";
import { useClient } from "@/service/store/testing/test-client";
import { finished } from "@/service/store/testing/test-store";
import { TestErasure, startErasing } from "./test-erasure";

const service = useService();
const PROJECT = "local/default";
const USER = 'ada "ö"/1@example.com';
const OTHER = "grace@example.com";

const client = useClient(() => service);

async function query(text: string, values: unknown[] = []): Promise<unknown[]> {
  const { rows } = await client().query({ text, values, rowMode: "array" });
  return rows;
}

/** Everything that is kept of a project except for counters, queues of work and what erasures themselves store. */
const TABLES = `calls, call_payloads, feedback, object_values, objects, files, file_parts, span_records, trace_totals,
  trace_usage, calls_above_failures, call_hours, refusals, scoring_calls, table_rows`.split(/,\s+/);

/** Rows without their place among others, which is arbitrary. */
async function dump(): Promise<Record<string, unknown[]>> {
  const signal = new AbortController().signal;
  await service.store.totalTraces(signal);
  await service.store.rollUpCalls(signal);
  const dumped: Record<string, unknown[]> = {};
  for (const table of TABLES)
    dumped[table] = await query(
      `select (to_jsonb(t) - 'place')::text from ${table} t where project_id = $1 order by 1`,
      [PROJECT],
    );
  return dumped;
}

/** What clients send of one user; every text has the word, so that it can be searched for. */
async function plant(project: TestErasure, user: string, tag: string): Promise<void> {
  const word = `canary${tag}`;
  const attribute = (name: string, key: string) => project.spans(`${tag}-${name}`, { [key]: user }, `${word} ${name}`);
  await attribute("otel", "user.id");
  await attribute("enduser", "enduser.id");
  await attribute("langfuse", "langfuse.user.id");
  await attribute("traceloop", "traceloop.association.properties.user_id");
  await attribute("aisdk", "ai.telemetry.metadata.userId");
  await project.record(user, `${word} record`);
  // Weave: attributes, inputs, below the root; running, and deleted with undo.
  await project.start(`${tag}-weave`, { inputs: { text: `${word} weave` }, thread_id: `${tag}-thread` });
  const below = { trace_id: `trace-${tag}-weave`, parent_id: `${tag}-weave` };
  await project.start(`${tag}-below`, { ...below, attributes: { session: { user: { id: user } } } });
  await project.end(`${tag}-below`, { text: `${word} output` });
  await project.start(`${tag}-input`, { inputs: { request: [{ userId: user }], text: `${word} input` } });
  await project.start(`${tag}-deleted`, { attributes: { user_id: user }, inputs: { text: `${word} deleted` } });
  await project.post("/calls/delete", { call_ids: [`${tag}-deleted`] });
  const digest = await project.file(`${word} file`);
  await project.start(`${tag}-media`, { attributes: { user_id: user }, inputs: { file: digest } });
  await project.end(`${tag}-unstarted`, { user_id: user, text: `${word} without a start` });
  // Feedback on calls, deleted ones, and the thread; of the user, and as a score of Langfuse.
  const note = (ref: string, fields: object = {}) =>
    project.post("/feedback/create", {
      core_ref: ref,
      feedback_type: "core.note.1",
      payload: { note: `${word} note` },
      ...fields,
    });
  await note(callRef(PROJECT, `${tag}-weave`));
  await note(callRef(PROJECT, `${tag}-deleted`));
  await note(threadRef(PROJECT, `${tag}-thread`));
  await note(callRef(PROJECT, "shared"), { creator: user });
  await project.send("/api/public/scores", { traceId: `trace-${tag}-input`, name: `${tag}-score`, value: 1 });
  const reason = `${word}: ${user} is not a span`;
  await service.store.recordRefusals([{ project_id: PROJECT, source: "otlp", reason }]);
  // A judge, below the trace of a rule; and what its score refers to.
  await project.start(`${tag}-judge`, {
    trace_id: "judged",
    parent_id: "verdicts",
    inputs: { text: `${word} judged` },
  });
  await note(callRef(PROJECT, `${tag}-input`), {
    feedback_type: "core.runnable.tone",
    payload: { output: true },
    runnable_ref: "core:///local/default/object/tone:v1",
    call_ref: callRef(PROJECT, `${tag}-judge`),
  });
  // Rows of tables, one with its source, and a queue.
  const attached = await project.file(`${word} image`);
  const created = await project.post("/table/create", {
    table: {
      project_id: PROJECT,
      rows: [
        { call: callRef(PROJECT, `${tag}-weave`), question: `${word} row` },
        { input: `${word} item`, source_trace_id: `trace-${tag}-input`, image: attached },
        { shared: true },
      ],
    },
  });
  const { digest: table }: { digest: string } = JSON.parse(created);
  const val = { name: `${tag}-queue`, call_ids: [`${tag}-weave`, "shared"] };
  await project.post("/obj/create", { obj: { project_id: PROJECT, object_id: `${tag}-queue`, val } });
  // An experiment of an SDK with the first of these rows.
  const [row] = await query("select digest from table_rows where project_id = $1 and val like $2", [
    PROJECT,
    `%${word} row%`,
  ]);
  const example = `weave:///${PROJECT}/table/${table}/id/${String(row)}`;
  await project.start(`${tag}-result`, { trace_id: "evaluated", parent_id: "evaluation", inputs: { example } });
  const completion = { trace_id: "evaluated", parent_id: `${tag}-result`, inputs: { text: `${word} completion` } };
  await project.start(`${tag}-completion`, completion);
}

test("nothing of a user is left in any table but what the receipt lists, and everything of others is as it was", async () => {
  const project = new TestErasure(service, PROJECT);
  await project.start("shared", { inputs: { text: "shared" } });
  await project.start("verdicts", { trace_id: "judged" });
  await project.start("evaluation", { trace_id: "evaluated" });
  await plant(project, OTHER, "idb");
  // What mentions the user and is not theirs.
  await project.start("mention", { inputs: { text: `Write to ${USER} today` } });
  const before = await dump();
  await plant(project, USER, "ida");
  await project.post("/table/create", { table: { project_id: PROJECT, rows: [{ note: `met ${USER}` }] } });
  await service.store.indexProject(PROJECT, { calls: 1, chars: 1 });

  const preview: unknown = JSON.parse(await project.post("/erasure/preview", { user_id: USER }));
  expect(preview).toMatchObject({ is_complete: true, counts: { traces: 9, table_rows: 2, queue_calls: 1 } });
  const created = await project.erase(USER);
  expect(created).toMatchObject({ status: "queued", created_by: "admin" });
  startErasing(service.store, "one");
  const { receipt, ...done } = await project.done();

  expect(receipt).toMatchObject({
    still_arriving: false,
    counts: { traces: 10, table_rows: 2, queue_calls: 1, files: 2, rejected_items: 1 },
  });
  expect(receipt?.found.map(({ kind, table, count }) => [kind, table, count])).toEqual([
    ["calls", "calls", 1],
    ["table_rows", "table_rows", 1],
  ]);
  expect(JSON.stringify([done, receipt])).not.toContain("ada");
  const json = JSON.stringify(USER).slice(1, -1);
  expect(await columnsWith(service.connection, [USER, json])).toEqual([
    "call_payloads.inputs",
    "call_payloads.inputs_text",
    "calls.input_preview",
    "table_columns.strings",
    "table_rows.val",
  ]);

  // Whatever else was indexed with erased calls is indexed again.
  const lost = `select c.id from calls c where c.project_id = $1 and c.visible and not exists (
    select from search_queue q where q.project_id = $1 and c.id = any(q.calls)) and not exists (
    select from search_ids s where s.project_id = $1 and c.id = any(s.ids))`;
  expect(await query(lost, [PROJECT])).toEqual([]);
  const after = await dump();
  expect(await columnsWith(service.connection, ["canaryida"])).toEqual([]);
  // The audit log has the call that was deleted by its ID, and the queue has a name.
  const named = ["audit_records.target", "object_names.object_id", "object_values.object_id", "object_values.val"];
  expect(await columnsWith(service.connection, ["ida-"])).toEqual([...named, "objects.object_id"]);
  const isNew = (row: unknown) => /_erased|ida-|met ada/.test(JSON.stringify(row));
  for (const table of TABLES)
    expect([table, after[table]?.filter((row) => !isNew(row))]).toEqual([table, before[table]]);
  // A row that is stored again is new data.
  const rows = [{ call: callRef(PROJECT, "ida-weave"), question: "canaryida row" }];
  await project.post("/table/create", { table: { project_id: PROJECT, rows } });
  expect(await query("select 1 from table_rows where val like '%canaryida row%'")).toHaveLength(1);
}, 120_000);

test("an erasure whose process is killed is continued by another; each is carried out once", async () => {
  const project = new TestErasure(service, "local/killed");
  const write = (place: number) =>
    finished({
      project_id: project.project,
      id: `call-${10_000 + place}`,
      trace_id: "all",
      user_id: place === 0 ? USER : undefined,
    });
  await service.store.writeCalls(Array.from({ length: 1_100 }, (_, place) => write(place)));
  await query(
    `insert into scoring_calls (project_id, key, rule_id, id, call_id, scorer_ref, of_thread, attempt, changed_at)
     values ($1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'call-11099', 'core:///x', false, 1, now())`,
    [project.project],
  );
  const first = await project.erase(USER);
  expect(await project.erase(USER)).toMatchObject({ id: first.id });
  const { held } = (await service.store.takeErasure("killed")) ?? {};
  if (!held) throw new Error("there is an erasure to be carried out");
  await service.store.noteErasure("killed", held);
  const kill = () => {
    throw new Error("killed");
  };
  await expect(service.store.eraseOnce(held, kill, new AbortController().signal)).rejects.toThrow("killed");
  expect(await query("select count(*)::int from calls where project_id = $1", [project.project])).toEqual([[100]]);
  expect(await project.erasures()).toMatchObject([{ status: "running", progress: { calls: 1_000 } }]);
  await query("update erasures set held_until = now() - interval '1 minute' where project_id = $1", [project.project]);

  const taken: string[] = [];
  const stops: (() => Promise<void>)[] = [];
  for (const holder of ["one", "two"]) {
    const store = openMigratedStore({ connection: service.connection });
    const { eraseOnce } = store;
    store.eraseOnce = async (...args) => {
      taken.push(holder);
      return eraseOnce(...args);
    };
    const stop = startErasing(store, holder);
    stops.push(async () => {
      await stop();
      await store.close();
    });
  }
  const { receipt } = await project.done();
  await Promise.all(stops.map((stop) => stop()));
  expect(receipt).toMatchObject({ counts: { traces: 1, calls: 1_100 }, found: [] });
  expect(new Set(taken).size).toBe(1);
  expect(await query("select 1 from erased_items")).toEqual([]);
});

test("what arrives while data is erased is erased too", async () => {
  const project_id = "local/late";
  const project = new TestErasure(service, project_id);
  await service.store.writeCalls([finished({ project_id, id: "first", trace_id: "t", user_id: OTHER })]);
  const store = openMigratedStore({ connection: service.connection });
  const { eraseOnce } = store;
  const late = [
    finished({ project_id, id: "late child", trace_id: "t", parent_id: "first" }),
    finished({ project_id, id: "late", user_id: OTHER }),
  ];
  store.eraseOnce = async (...args) => {
    const erased = await eraseOnce(...args);
    await service.store.writeCalls(late.splice(0));
    return erased;
  };
  await project.erase(OTHER);
  const stop = startErasing(store, "one");
  const { receipt } = await project.done();
  await stop();
  await store.close();
  expect(receipt).toMatchObject({ rounds: 3, still_arriving: false, counts: { traces: 2, calls: 3 } });
  expect(await query("select id from calls where project_id = $1", [project_id])).toEqual([]);
});

test("what a person must decide is listed and stays", async () => {
  const project_id = "local/listed";
  const project = new TestErasure(service, project_id);
  const thread_id = "conversation";
  await service.store.writeCalls([
    finished({ project_id, id: "own", trace_id: "t", thread_id, user_id: OTHER }),
    finished({ project_id, id: "other", trace_id: "other trace", thread_id }),
  ]);
  const val = { example: callRef(project_id, "own") };
  await project.post("/obj/create", { obj: { project_id, object_id: "judge", val } });
  await project.post("/obj/create", { obj: { project_id, object_id: `for ${OTHER}`, val: {} } });
  await query("insert into training_calls (project_id, call_id, job_id) values ($1, 'own', $2)", [
    project_id,
    "019aa0f2-6f6e-7a41-9d5e-4c1c7f1f9a10",
  ]);
  await project.erase(OTHER);
  startErasing(service.store, "one");
  const { receipt } = await project.done();
  const names = receipt?.found.map(({ kind, table, count, ids: [id] }) => [kind, table, count, id?.split("/")[0]]);
  expect(names).toEqual([
    ["audit_records", "audit_records", 1, expect.stringMatching(/^[0-9a-f-]{36}$/)],
    ["object_versions", "object_names", 1, "for [user ID]"],
    ["object_versions", "objects", 2, "for [user ID]"],
    ["training_jobs", "training_calls", 1, "019aa0f2-6f6e-7a41-9d5e-4c1c7f1f9a10"],
    ["traces_of_threads", "calls", 1, "other trace"],
  ]);
  expect(JSON.stringify(receipt)).not.toContain("grace");
});

test("only admins may, and only with the user ID typed twice", async () => {
  const project = new TestErasure(service, "local/rights");
  const wrong = { project_id: project.project, user_id: USER, confirm: "ada" };
  expect((await service.post("/erasure/create", wrong)).status).toBe(422);
  const created = await service.post("/keys/create", {
    owner: "member",
    roles: [{ project_pattern: "local/*", role: "member" }],
  });
  const { api_key: key }: { api_key: string } = await created.json();
  const asMember = { authorization: `Bearer ${key}` };
  expect((await service.post("/erasure/query", { project_id: project.project }, asMember)).status).toBe(403);
});

test("the log of requests and the audit log have no user ID", async () => {
  const project = new TestErasure(service, "local/audited");
  await project.erase(OTHER.replace("grace", "audited"));
  const records = await query("select target, result from audit_records where action = 'erasureCreate'");
  expect(records.length).toBeGreaterThan(0);
  expect(JSON.stringify([records, service.log])).not.toContain("audited@");
});

test("an erasure that has ended its process twice says so, and is tried again after an hour", async () => {
  const project = new TestErasure(service, "acme/lost");
  await query("update erasures set status = 'done'");
  const { id } = await project.erase(USER);
  const { store } = service;
  for (const holder of ["one", "two"]) {
    expect(await store.takeErasure(holder)).toMatchObject({ held: { id }, isSuspect: holder === "two" });
    await query("update erasures set held_until = now() - interval '1 s' where id = $1", [id]);
  }
  expect(await store.takeErasure("three")).toBeUndefined();
  expect(await project.erasures()).toMatchObject([{ failure: expect.stringMatching(/ended twice.*after 1 hour/) }]);
  expect(await store.takeErasure("three")).toBeUndefined();
  await query("update erasures set held_until = now() - interval '61 min' where id = $1", [id]);
  expect(await store.takeErasure("three")).toMatchObject({ held: { id }, isSuspect: true });
});
