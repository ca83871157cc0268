import { v7 as uuidV7 } from "uuid";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { literal } from "@/lib/contract/expression";
import type { Retention } from "@/lib/contract/retention";
import { callRef, threadRef } from "@/lib/contract/refs";
import { Database } from "@/service/store/connections/database";
import type { CallWrite } from "@/service/store/calls/call-write";
import { eraseProject } from "@/service/store/maintenance/erase";
import { distributionFaults } from "@/service/store/testing/test-distribution";
import { recordStatements } from "@/service/store/testing/test-statements";
import { indexProject } from "@/service/store/search/index-project";
import { FIRST_SEGMENT } from "@/service/store/search/remove-segments";
import { useClient } from "@/service/store/testing/test-client";
import { finished, json, listIds, start, unique, useStore } from "@/service/store/testing/test-store";
import type { BegunExpiry } from "./retention-store";

const opened = useStore();
const client = useClient(opened);
let recording: ReturnType<typeof recordStatements>;
beforeAll(() => {
  recording = recordStatements();
});
afterAll(() => recording.stop());

const CUTOFF = "2026-10-01T03:00:00.000000Z";
const BEFORE = "2026-10-01T02:59:59.999999Z";
const NO_EXCEPTIONS = { keep_queued: false, keep_in_tables: false, keep_annotated: false };
const ALL = { keep_queued: true, keep_in_tables: true, keep_annotated: true };

/** A running run of a project with a cutoff, which one process has. */
async function begun(project_id: string, fields: Partial<Retention> = {}, holder = "one"): Promise<BegunExpiry> {
  const { store } = opened();
  const { version } = await store.readRetention(project_id);
  const retention = { ...NO_EXCEPTIONS, ...fields, keep_days: 30 };
  await store.setRetention({ project_id, ...retention, replaces: version, changed_by: "ada" });
  await client().query(
    `update retention_runs set held_by = $2, held_until = now() + interval '10 s', due_at = now() where project_id = $1`,
    [project_id, holder],
  );
  const { rows } = await client().query("select id from retention_runs where project_id = $1", [project_id]);
  const run = { project_id, id: String(rows[0].id) };
  if (!(await store.beginExpiry(holder, run))) throw new Error("the run did not begin");
  await client().query("update retention_runs set cutoff = $2 where project_id = $1", [project_id, CUTOFF]);
  const again = await store.beginExpiry(holder, run);
  if (!again) throw new Error("the run did not resume");
  expect(again.cutoff).toBe(CUTOFF);
  return again;
}

async function finish(run: BegunExpiry, holder = "one"): Promise<void> {
  const { store } = opened();
  for (;;) {
    const step = await store.expireTraces(holder, run);
    if (!step) throw new Error("the run was lost");
    if (!step.hasMore) break;
  }
  for (let more = true; more;) more = (await store.expireHidden(holder, run))?.hasMore === true;
  await store.finishExpiry(holder, run);
}

type Case = { id: string; at: string; fields?: Partial<CallWrite> };

async function write(project_id: string, calls: readonly Case[]): Promise<void> {
  await opened().store.writeCalls(
    calls.map(({ id, at, fields }) =>
      finished({
        id,
        project_id,
        trace_id: `t-${id}`,
        started_at: at,
        ended_at: at,
        inputs: json('{"q":1}'),
        ...fields,
      }),
    ),
  );
}

const left = async (project_id: string) => (await listIds(opened().store, { project_id })).toSorted();

test("a trace goes whole, once its newest call is older", async () => {
  const project_id = unique("acme/ages");
  const of = (trace_id: string) => ({ trace_id });
  await write(project_id, [
    { id: "old", at: BEFORE },
    { id: "exact", at: CUTOFF },
    { id: "spanning-first", at: "2026-01-01T00:00:00.000000Z", fields: of("spanning") },
    { id: "spanning-last", at: CUTOFF, fields: of("spanning") },
    { id: "both-first", at: "2026-01-01T00:00:00.000000Z", fields: of("both") },
    { id: "both-last", at: BEFORE, fields: of("both") },
    { id: "ended-later", at: BEFORE, fields: { ended_at: CUTOFF } },
    // The same instants, as other zones write them.
    { id: "zone-old", at: "2026-10-01T02:59:59.999999Z" },
  ]);
  await opened().store.writeCalls([
    start({ id: "lost", project_id, trace_id: "lost", started_at: BEFORE }),
    start({ id: "running", project_id, trace_id: "running", started_at: CUTOFF }),
  ]);
  await finish(await begun(project_id));
  expect(await left(project_id)).toEqual(["ended-later", "exact", "running", "spanning-first", "spanning-last"]);
  const { rows } = await client().query("select id from call_payloads where project_id = $1 order by id", [project_id]);
  expect(rows.map(({ id }) => id)).toEqual(["ended-later", "exact", "spanning-first", "spanning-last"]);
});

test("what nobody sees goes by itself: deleted calls, and ends without a start", async () => {
  const { store } = opened();
  const project_id = unique("acme/hidden");
  await write(project_id, [
    { id: "deleted-old", at: BEFORE },
    { id: "deleted-new", at: CUTOFF },
  ]);
  await store.deleteCalls(project_id, ["deleted-old", "deleted-new"]);
  const pending = finished({
    id: "pending",
    project_id,
    started_at: undefined,
    op_name: undefined,
    trace_id: undefined,
  });
  await store.writeCalls([pending, { ...pending, id: "pending-new" }]);
  await client().query("update calls set updated_at = $2 where project_id = $1 and id = 'pending'", [
    project_id,
    BEFORE,
  ]);
  await finish(await begun(project_id));
  const { rows } = await client().query("select id from calls where project_id = $1 order by id", [project_id]);
  expect(rows.map(({ id }) => id)).toEqual(["deleted-new", "pending-new"]);
});

describe("exceptions", () => {
  const at = (id: string, fields: Partial<CallWrite> = {}): Case => ({ id, at: BEFORE, fields });
  const TRACES = ["annotated", "in-dataset", "in-queue", "in-table", "noted", "of/noted:thread"];

  async function fill(project_id: string): Promise<void> {
    const { store } = opened();
    await write(project_id, [
      ...TRACES.map((id) => at(id, id.startsWith("of/") ? { thread_id: "th/1" } : {})),
      ...["plain", "queued-before", "scored", "typed"].map((id) => at(id)),
      at("in-queue-child", { trace_id: "t-in-queue", parent_id: "in-queue" }),
    ]);
    const queue = (object_id: string, call_ids: unknown) => ({
      project_id,
      object_id,
      val: json(JSON.stringify({ call_ids })),
      object_class: "AnnotationQueue",
      ext_user_id: "ada",
    });
    await store.publishObject(queue("q", ["queued-before"]));
    await store.publishObject(queue("q", ["in-queue-child", "\u0000"]));
    await store.publishObject(queue("broken", "plain"));
    await store.publishObject({ ...queue("none", ["plain"]), object_class: "Other" });
    const row = json(`{"n":2,"call":"${callRef(project_id, "in-table")}"}`);
    const { digest } = await store.createTable(project_id, [json('{"n":1}')]);
    await store.updateTable(project_id, digest, [{ append: { row } }]);
    await store.createTable(project_id, [json('{"input":1,"source_trace_id": "t-in-dataset"}')]);
    const on = (core_ref: string, feedback_type: string) => ({
      id: uuidV7(),
      project_id,
      core_ref,
      feedback_type,
      payload: json("{}"),
      ext_user_id: "ada",
    });
    for (const feedback of [
      on(callRef(project_id, "annotated"), "core.annotation.tone"),
      on(callRef(project_id, "noted"), "core.note.1"),
      on(threadRef(project_id, "th/1"), "core.comment.1"),
      on(callRef(project_id, "scored"), "core.runnable.judge"),
      on(callRef(project_id, "typed"), "custom"),
    ])
      await store.createFeedback(feedback);
  }

  const KEPT: [Partial<typeof ALL>, readonly string[]][] = [
    [{ keep_queued: true }, ["in-queue", "in-queue-child"]],
    [{ keep_in_tables: true }, ["in-dataset", "in-table"]],
    [{ keep_annotated: true }, ["annotated", "noted", "of/noted:thread"]],
    [ALL, [...TRACES, "in-queue-child"].toSorted()],
  ];

  const refsOf = (project_id: string): Record<string, string> => ({
    annotated: callRef(project_id, "annotated"),
    noted: callRef(project_id, "noted"),
    scored: callRef(project_id, "scored"),
    typed: callRef(project_id, "typed"),
  });

  test.each(KEPT)("%j: the preview counts what a run deletes, and what each keeps", async (exceptions, ids) => {
    const { store } = opened();
    const project_id = unique("acme/kept é");
    await fill(project_id);
    const { rows } = await client().query(
      `select count(*)::int as calls, count(distinct trace_id)::int as traces from calls where project_id = $1`,
      [project_id],
    );
    const traces = ids.filter((id) => id !== "in-queue-child").length;
    const gone = { traces: rows[0].traces - traces, calls: rows[0].calls - ids.length };
    const request = { project_id, ...NO_EXCEPTIONS, ...exceptions, keep_days: 30 };
    const preview = await store.previewRetention(request);
    expect(preview).toMatchObject({
      ...gone,
      bytes: gone.calls * '{"q":1}'.length,
      kept: {
        traces,
        queued: exceptions.keep_queued ? 1 : 0,
        in_tables: exceptions.keep_in_tables ? 2 : 0,
        annotated: exceptions.keep_annotated ? 3 : 0,
      },
      oldest_kept_at: BEFORE,
      is_cut: false,
    });
    await finish(await begun(project_id, exceptions));
    expect(await left(project_id)).toEqual(ids);
    const { last_run } = await store.readRetention(project_id);
    expect(last_run).toMatchObject({ status: "done", ...gone, kept: traces });
    // Feedback on calls goes with them; that on threads stays.
    const found = await client().query("select core_ref from feedback where project_id = $1", [project_id]);
    const refs = Object.entries(refsOf(project_id)).flatMap(([id, ref]) => (ids.includes(id) ? [ref] : []));
    expect(found.rows.map(({ core_ref }) => String(core_ref)).toSorted()).toEqual(
      [...refs, threadRef(project_id, "th/1")].toSorted(),
    );
  });
});

describe("a run", () => {
  const TRACE_COUNT = 1_300;
  const SOME = 2 * TRACE_COUNT;

  async function fillMany(project_id: string): Promise<void> {
    const first = Date.parse("2026-09-01T00:00:00Z");
    const calls = Array.from({ length: SOME }, (_, place): Case => {
      const at = new Date(first + Math.floor(place / 3) * 1_000).toISOString();
      return { id: `c${String(place).padStart(4, "0")}`, at, fields: { trace_id: `t${place % TRACE_COUNT}` } };
    });
    await write(project_id, calls);
  }

  test("goes on in another process where the first one died, and counts everything once", async () => {
    const { store } = opened();
    const project_id = unique("acme/resumed");
    await fillMany(project_id);
    const run = await begun(project_id);
    expect(await store.expireTraces("one", run)).toEqual({ hasMore: true });
    const halfway = await left(project_id);
    expect(halfway.length).toBeGreaterThan(0);
    expect(halfway.length).toBeLessThan(SOME);
    // Whole traces are gone, although their last calls began later than the first calls of others.
    const traces = new Map<string, number>();
    for (const id of halfway) {
      const trace = `t${Number(id.slice(1)) % TRACE_COUNT}`;
      traces.set(trace, (traces.get(trace) ?? 0) + 1);
    }
    expect([...traces.values()].filter((calls) => calls !== 2)).toEqual([]);
    expect((await store.readRetention(project_id)).running).toMatchObject({ calls: SOME - halfway.length });
    // Another process claims it once the lease is over; the first one can then do nothing.
    expect(await store.takeExpiry("two")).toBeUndefined();
    await client().query("update retention_runs set held_until = now() - interval '1 s' where project_id = $1", [
      project_id,
    ]);
    const claimed = await Promise.all(["two", "three"].map((holder) => store.takeExpiry(holder)));
    expect(claimed.filter((one) => one !== undefined)).toHaveLength(1);
    const winner = claimed[0] ? "two" : "three";
    expect(await store.expireTraces("one", run)).toBeUndefined();
    expect(await store.renewExpiry("one", run)).toBeUndefined();
    const resumed = await store.beginExpiry(winner, run);
    expect(resumed).toEqual(run);
    await finish(run, winner);
    expect(await left(project_id)).toEqual([]);
    const state = await store.readRetention(project_id);
    expect(state.last_run).toMatchObject({ status: "done", traces: TRACE_COUNT, calls: SOME, kept: 0 });
    expect(state.running).toBeUndefined();
    expect(state.next_run_at).toMatch(/T03:00:00/);
    const { records } = await store.queryAudit({ project_id, actions: ["retention expire"] });
    expect(records).toMatchObject([
      {
        owner: "retention",
        target: { keep_days: "30" },
        outcome: "ok",
        result: { traces: String(TRACE_COUNT), calls: String(SOME), kept: "0" },
      },
    ]);
    expect(await store.takeExpiry("two")).toBeUndefined();
  });

  test("deletes a trace of many calls at once, and leaves the others to the next transaction", async () => {
    const { store } = opened();
    const project_id = unique("acme/large");
    const MANY = 5_100;
    const large = Array.from({ length: MANY }, (_, place): Case => {
      const at = new Date(Date.parse("2026-08-01T00:00:00Z") + place).toISOString();
      return { id: `l${place}`, at, fields: { trace_id: "large" } };
    });
    await write(project_id, [...large, { id: "small", at: "2026-08-01T00:00:00.500000Z" }, { id: "new", at: CUTOFF }]);
    const preview = await store.previewRetention({ project_id, ...NO_EXCEPTIONS, keep_days: 30 });
    expect(preview).toMatchObject({ traces: 3, calls: MANY + 2 });
    const run = await begun(project_id);
    expect(await store.expireTraces("one", run)).toEqual({ hasMore: true });
    expect(await left(project_id)).toEqual(["new", "small"]);
    await finish(run);
    expect(await left(project_id)).toEqual(["new"]);
    const { last_run } = await store.readRetention(project_id);
    expect(last_run).toMatchObject({ traces: 2, calls: MANY + 1, kept: 0 });
  });

  test("stops at once when the settings change, and the next one is due a day later", async () => {
    const { store } = opened();
    const project_id = unique("acme/stopped");
    await fillMany(project_id);
    const run = await begun(project_id);
    await store.expireTraces("one", run);
    const before = await left(project_id);
    const forever = { project_id, ...ALL, keep_days: null, changed_by: "bob" };
    const state = await store.setRetention({ ...forever, replaces: 1 });
    expect(state).toMatchObject({ keep_days: null, version: 2, changed_by: "bob", last_run: { status: "stopped" } });
    expect([state.next_run_at, state.running]).toEqual([undefined, undefined]);
    expect(await store.expireTraces("one", run)).toBeUndefined();
    await store.finishExpiry("one", run);
    expect(await left(project_id)).toEqual(before);
    expect(await store.takeExpiry("two")).toBeUndefined();
    const { records } = await store.queryAudit({ project_id, actions: ["retention expire"] });
    expect(records).toMatchObject([{ outcome: "ok", result: { calls: String(SOME - before.length) } }]);
    // The same request again, whose answer was lost, changes nothing; another one is refused.
    expect(await store.setRetention({ ...forever, replaces: 1 })).toEqual(state);
    const other = store.setRetention({ ...forever, keep_days: 7, replaces: 1 });
    await expect(other).rejects.toMatchObject({ code: "conflict" });
    const set = await store.setRetention({ ...forever, keep_days: 7, replaces: 2 });
    const notice = Date.parse(set.next_run_at ?? "") - Date.now();
    expect(notice).toBeGreaterThan(3_500_000);
    expect(notice).toBeLessThan(26 * 3_600_000);
    expect(await store.takeExpiry("two")).toBeUndefined();
  });

  test("of a project that is erased meanwhile ends, and leaves nothing", async () => {
    const { store } = opened();
    const project_id = unique("acme/erased");
    await fillMany(project_id);
    const run = await begun(project_id);
    await store.expireTraces("one", run);
    await eraseProject(client(), project_id);
    expect(await store.expireTraces("one", run)).toBeUndefined();
    expect(await store.expireHidden("one", run)).toBeUndefined();
    expect(await store.isExpiryErased(run)).toBe(true);
    await store.finishExpiry("one", run);
    for (const table of ["retention_runs", "table_sources", "stale_traces", "stale_call_hours", "projects"]) {
      const { rowCount } = await client().query(`select 1 from ${table} where project_id = $1`, [project_id]);
      expect([table, rowCount]).toEqual([table, 0]);
    }
  });

  test("removes expired texts from the index, and what is kept is found", async () => {
    const { store } = opened();
    const project_id = unique("acme/indexed");
    const database = Database.open(opened());
    onTestFinished(() => database.close());
    const indexAll = async () => {
      while (await indexProject(database, project_id, { calls: 1, chars: 1 }));
    };
    const found = { $contains: { input: { $getField: "inputs" }, substr: literal("heron"), case_insensitive: true } };
    const search = () => listIds(store, { project_id, query: { $expr: found } });
    await write(project_id, [
      { id: "kept", at: BEFORE, fields: { inputs: json('"a heron"') } },
      { id: "gone", at: BEFORE, fields: { inputs: json('"a heron too"') } },
    ]);
    await indexAll();
    const note = { id: uuidV7(), project_id, feedback_type: "core.note.1", payload: json("{}"), ext_user_id: "ada" };
    await store.createFeedback({ ...note, core_ref: callRef(project_id, "kept") });
    const run = await begun(project_id, { keep_annotated: true });
    await store.expireTraces("one", run);
    const cleaned = await store.cleanIndex("one", run, FIRST_SEGMENT);
    expect(cleaned?.segment).toBeDefined();
    expect(await store.cleanIndex("one", run, cleaned?.segment ?? "")).toEqual({ segment: undefined });
    const segments = await client().query("select 1 from search_segments where project_id = $1", [project_id]);
    expect(segments.rowCount).toBe(0);
    expect(await search()).toEqual(["kept"]);
    await indexAll();
    expect(await search()).toEqual(["kept"]);
    // Nothing in the new segment is gone, so it stays.
    const again = await store.cleanIndex("one", run, FIRST_SEGMENT);
    expect(again?.segment).toBeDefined();
    const ids = await client().query("select ids from search_ids where project_id = $1", [project_id]);
    expect(ids.rows).toEqual([{ ids: ["kept"] }]);
  });
});

test("a run works within its project", () => {
  recording.stop();
  // Those that look for runs are about all projects.
  const statements = [...recording.statements].filter(
    (text) => /retention_runs|table_sources/.test(text) && !text.includes("order by claims"),
  );
  expect(statements.length).toBeGreaterThan(15);
  const tables = ["retention_runs", "table_sources", "calls", "call_payloads", "feedback", "objects", "projects"];
  expect(statements.flatMap((text) => distributionFaults(text, tables))).toEqual([]);
});
