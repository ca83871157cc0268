import { v7 as uuidV7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Retention } from "@/lib/contract/retention";
import { callRef, threadRef } from "@/lib/contract/refs";
import { callAsRow } from "@/lib/table/call-row";
import type { CallWrite } from "@/service/store/calls/call-write";
import { eraseProject } from "@/service/store/maintenance/erase";
import { distributionFaults } from "@/service/store/testing/test-distribution";
import { recordStatements } from "@/service/store/testing/test-statements";
import { useClient } from "@/service/store/testing/test-client";
import { finished, json, list, listIds, start, unique, useStore } from "@/service/store/testing/test-store";
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
    const [call] = await list(store, { project_id, filter: { call_ids: ["in-table"] } });
    if (!call) throw new Error("the call was written");
    const row = callAsRow(project_id, call, { parts: new Set(["inputs", "ref"]), spreadsInputs: false });
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
