import { v7 as uuidV7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useStore, finished, unique } from "@/service/store/testing/test-store";
import { useClient } from "@/service/store/testing/test-client";
import { distributionFaults } from "@/service/store/testing/test-distribution";
import { recordStatements } from "@/service/store/testing/test-statements";
import type { CollectedCall, FollowedRule } from "./scoring-store";

const opened = useStore();
const client = useClient(opened);
let recording: ReturnType<typeof recordStatements>;
beforeAll(() => {
  recording = recordStatements();
});
afterAll(() => recording.stop());

const scorer_ref = "core:///acme/scoring/object/tone:1";

async function create(change: object = {}): Promise<{ project_id: string; id: string }> {
  const key = { project_id: unique("acme/scoring"), id: uuidV7() };
  const definition = { name: "Tone", unit: "traces" as const, scorer_ref, ...change };
  await opened().store.createScoringRule({ ...key, definition, created_by: "ada" });
  return key;
}

/** Of the calls of one project, in the order in which they are named. */
const collected = (...ids: string[]): CollectedCall[] =>
  ids.map((callId, place) => ({
    key: `0193a1b2-0000-7000-8000-${Buffer.from(callId).toString("hex").padStart(12, "0")}`,
    // Calls are sent in the order of their ids.
    id: uuidV7({ msecs: Date.now() + place }),
    callId,
    scorerRef: scorer_ref,
    ofThread: false,
  }));

async function hold(key: { project_id: string; id: string }, holder = "one"): Promise<FollowedRule> {
  const held =
    "update scoring_rules set held_by = $3, held_until = now() + interval '10 s' where project_id = $1 and id = $2";
  await client().query(held, [key.project_id, key.id, holder]);
  const rule = await opened().store.followedScoringRule(holder, key);
  if (!rule) throw new Error("it is paused");
  return rule;
}

/** The sums in the rule's row, counted again from its calls. */
async function recounted({ project_id, id }: { project_id: string; id: string }) {
  const { rows } = await client().query(
    `select count(*) filter (where status = 'waiting')::int as waiting, count(*) filter (where status = 'sent')::int as sent,
       count(*) filter (where status = 'scored')::int as scored, count(*) filter (where status = 'failed')::int as failed,
       coalesce(sum(cost_usd), 0)::float8 as cost_usd
     from scoring_calls where project_id = $1 and rule_id = $2`,
    [project_id, id],
  );
  return rows[0];
}

test("calls are collected once and sent in order, and the sums are those of the calls whatever becomes of them", async () => {
  const { store } = opened();
  const key = await create();
  const held = await hold(key);
  const calls = collected("a", "b", "c", "d");
  for (const _twice of [1, 2]) expect(await store.collectForScoring("one", held, { calls })).toBe(true);
  const next = await store.sendScoringCalls("one", key, 3);
  if ("none" in next) throw new Error(`nothing is sent: ${next.none}`);
  expect(Object.fromEntries(next.calls.map(({ callId, attempt }) => [callId, attempt]))).toEqual({ a: 1, b: 1, c: 1 });
  const [a, b, c] = next.calls.toSorted((one, other) => (one.callId < other.callId ? -1 : 1)).map((call) => call.key);
  const outcomes = [
    { key: a ?? "", costUsd: 0.1, isUnpriced: false },
    { key: b ?? "", costUsd: 0.2, isUnpriced: false, failure: "no verdict \u0000" },
    { key: c ?? "", costUsd: undefined, isUnpriced: true },
  ];
  for (const _twice of [1, 2]) expect(await store.finishScoringCalls("one", key, outcomes)).toBe(true);
  const rule = await store.readScoringRule(key);
  const { cost_usd, ...counts } = await recounted(key);
  expect({ calls: rule?.calls, cost: rule?.cost_usd, unpriced: rule?.unpriced }).toEqual({
    calls: counts,
    cost: cost_usd,
    unpriced: 1,
  });
  expect(counts).toEqual({ waiting: 1, sent: 0, scored: 2, failed: 1 });
  expect(cost_usd).toBe(0.3);
  expect(await store.listScoringFailures(key)).toMatchObject([{ call_id: "b", scorer_ref }]);
  expect(await store.meanVerdictCost(key.project_id, scorer_ref)).toBe(0.15);
  await store.updateScoringRule({ ...key, action: "retry_failed" });
  expect((await store.readScoringRule(key))?.calls).toEqual({ waiting: 2, sent: 0, scored: 2, failed: 0 });
  const known = await store.knownForScoring(
    key.project_id,
    [...calls, ...collected("e")].map((call) => call.key),
  );
  expect(known.size).toBe(4);
});

test("a rule is failing while the last calls failed, until one is scored or it is changed", async () => {
  const { store } = opened();
  const key = await create();
  const held = await hold(key);
  const results = ["scored", ...Array.from({ length: 6 }, (_, place) => `no verdict ${place}`), "scored", "f1", "f2"];
  await store.collectForScoring("one", held, { calls: collected(...results.map((_, place) => `call${place}`)) });
  const shown: unknown[] = [];
  const finish = async (count: number) => {
    const next = await store.sendScoringCalls("one", key, count);
    if ("none" in next) throw new Error(`nothing is sent: ${next.none}`);
    const outcomes = next.calls
      .toSorted((one, other) => (one.callId < other.callId ? -1 : 1))
      .map((call) => {
        const result = results[Number(call.callId.slice(4))];
        return {
          key: call.key,
          costUsd: undefined,
          isUnpriced: false,
          failure: result === "scored" ? undefined : result,
        };
      });
    await store.finishScoringCalls("one", key, outcomes);
    shown.push((await store.readScoringRule(key))?.failing);
  };
  for (const count of [1, 4, 2, 1, 2]) await finish(count);
  expect(shown).toEqual([undefined, undefined, { calls: 6, reason: "no verdict 5" }, undefined, undefined]);
  await store.updateScoringRule({ ...key, action: "retry_failed" });
  expect((await store.readScoringRule(key))?.calls).toMatchObject({ failed: 0, waiting: 8 });
});

test("a rule is failing when all calls so far failed", async () => {
  const { store } = opened();
  const key = await create();
  await store.collectForScoring("one", await hold(key), { calls: collected("a", "b") });
  const next = await store.sendScoringCalls("one", key, 2);
  if ("none" in next) throw new Error(`nothing is sent: ${next.none}`);
  const outcomes = next.calls.map((call) => ({
    key: call.key,
    costUsd: undefined,
    isUnpriced: false,
    failure: "no output",
  }));
  await store.finishScoringCalls("one", key, outcomes);
  expect((await store.readScoringRule(key))?.failing).toEqual({ calls: 2, reason: "no output" });
  await store.updateScoringRule({ ...key, action: "retry_failed" });
  expect((await store.readScoringRule(key))?.failing).toBeUndefined();
});

test("what comes while notes are read is read again", async () => {
  const { store } = opened();
  const key = await create();
  const rule = await hold(key);
  const write = async () => {
    await store.writeCalls([finished({ project_id: key.project_id, id: "x", trace_id: "t" })]);
    await store.totalTraces(new AbortController().signal);
  };
  await write();
  const read = await store.changedTraces(key, 10);
  expect(read).toMatchObject([{ traceId: "t", notes: [expect.any(String)] }]);
  await write();
  await store.collectForScoring("one", rule, { calls: [], traces: read });
  const again = await store.changedTraces(key, 10);
  expect(again).toMatchObject([{ traceId: "t", notes: [expect.any(String)] }]);
  await store.collectForScoring("one", rule, { calls: [], traces: again });
  expect(await store.changedTraces(key, 10)).toEqual([]);
  await store.updateScoringRule({ ...key, action: "pause" });
  await write();
  expect(await store.changedTraces(key, 10)).toEqual([]);
});

test("traces are noted if their calls have changed, and not if only their totals are missing", async () => {
  const { store } = opened();
  const key = await create();
  const rule = await hold(key);
  const { project_id } = key;
  const write = async (trace_id: string) =>
    store.writeCalls([finished({ project_id, id: `of ${trace_id}`, trace_id })]);
  const total = async () => store.totalTraces(new AbortController().signal);
  await write("changing");
  await write("resting");
  await total();
  const noted = async () => (await store.changedTraces(key, 10)).map(({ traceId }) => traceId);
  expect(await noted()).toEqual(["changing", "resting"]);
  await store.collectForScoring("one", rule, { calls: [], traces: await store.changedTraces(key, 10) });
  // As after a restore: both have a mark because of their totals, and one has another.
  await client().query("insert into unfilled_traces (project_id, filled_to) values ($1, '')", [project_id]);
  await write("changing");
  await total();
  const { rows } = await client().query("select trace_id from stale_traces where project_id = $1", [project_id]);
  expect([rows, await noted()]).toEqual([[], ["changing"]]);
});

test("a thread is quiet once nothing has come for so long, and what comes later makes it wait again", async () => {
  const { store } = opened();
  const key = await create({ unit: "threads" });
  const rule = await hold(key);
  const watch = async (quietMinutes: number) =>
    store.collectForScoring("one", rule, { calls: [], threads: { ids: ["t", "u", "t"], quietMinutes } });
  await watch(5);
  expect(await store.quietThreads(key, 10)).toEqual([]);
  await client().query("update scoring_threads set quiet_at = now() where project_id = $1 and thread_id = 't'", [
    key.project_id,
  ]);
  const quiet = await store.quietThreads(key, 10);
  expect(quiet.map(({ threadId }) => threadId)).toEqual(["t"]);
  await watch(0);
  await store.collectForScoring("one", rule, { calls: [], quiet });
  // "u" still waits for its five minutes.
  expect((await store.quietThreads(key, 10)).map(({ threadId }) => threadId)).toEqual(["t"]);
});

test("nothing is sent or collected by a process that does not hold the rule, while it is paused, or above its budget", async () => {
  const { store } = opened();
  const key = await create({ budget_usd: 0.1 });
  const rule = await hold(key);
  await store.collectForScoring("one", rule, { calls: collected("a", "b") });
  expect(await store.collectForScoring("other", rule, { calls: collected("c") })).toBe(false);
  expect(await store.sendScoringCalls("other", key, 1)).toEqual({ none: "lost" });
  const next = await store.sendScoringCalls("one", key, 1);
  const sent = "calls" in next ? next.calls : [];
  const outcomes = sent.map((call) => ({ key: call.key, costUsd: 0.1, isUnpriced: false }));
  expect(await store.finishScoringCalls("other", key, outcomes)).toBe(false);
  await store.finishScoringCalls("one", key, outcomes);
  expect(await store.sendScoringCalls("one", key, 1)).toEqual({ none: "budget used up" });
  await store.updateScoringRule({ ...key, action: "pause" });
  expect(await store.sendScoringCalls("one", key, 1)).toEqual({ none: "paused" });
  await store.noteScoringProblem("one", key, { reason: "No model", pauses: true });
  expect(await store.readScoringRule(key)).toMatchObject({ status: "paused", reason: undefined });
});

test("what was read for a rule that has changed since stays, for the rule as it is", async () => {
  const { store } = opened();
  const key = await create();
  const changes: (() => Promise<unknown>)[] = [
    async () => store.updateScoringRule({ ...key, definition: { name: "Changed", unit: "traces", scorer_ref } }),
    async () => {
      await store.updateScoringRule({ ...key, action: "pause" });
      await store.updateScoringRule({ ...key, action: "resume" });
    },
  ];
  for (const change of changes) {
    const former = await hold(key);
    await change();
    expect(await store.collectForScoring("one", former, { calls: collected("a") })).toBe(false);
  }
  const current = await hold(key);
  expect(await store.collectForScoring("one", current, { calls: collected("a") })).toBe(true);
  await store.updateScoringRule({ ...key, action: "pause" });
  expect(await store.collectForScoring("one", current, { calls: collected("b") })).toBe(false);
  expect((await store.readScoringRule(key))?.calls).toMatchObject({ waiting: 1 });
});

test("one process at a time takes a rule with work, and none takes one without", async () => {
  const { store } = opened();
  const [busy, idle] = [await create(), await create()];
  const rule = await hold(busy);
  await store.collectForScoring("one", rule, { calls: collected("a") });
  await store.releaseScoringRule("one", busy);
  const taken = await Promise.all(["one", "two", "three"].map((holder) => store.takeScoringRule(holder)));
  const ids = taken.flatMap((rule) => (rule ? [rule.held.id] : []));
  expect(ids).toContain(busy.id);
  expect(ids).not.toContain(idle.id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("a backfill of one range excludes one of another", async () => {
  const { store } = opened();
  const key = await create();
  const [start, end, later] = [1, 2, 3].map((day) => `2026-11-0${day}T00:00:00.000000Z`);
  const range = { start: start ?? "", end: end ?? "" };
  for (const _twice of [1, 2])
    expect(await store.backfillScoringRule({ ...key, ...range })).toMatchObject({ backfill: range });
  await expect(store.backfillScoringRule({ ...key, start: range.start, end: later ?? "" })).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await store.backfillScoringRule({ ...key, id: uuidV7(), ...range })).toBeUndefined();
});

/** Looking for work is the only statement over all projects. */
const OVER_PROJECTS = /^\s*select project_id, id::text, held_by, claims from scoring_rules e/;

test("every statement is about one project, but for looking for work", () => {
  const statements = [...recording.statements].filter(
    (text) =>
      /\bscoring_(rules|traces|threads|calls)\b/.test(text) &&
      !OVER_PROJECTS.test(text) &&
      !/quiet_at = now|held_until = now|::int as waiting/.test(text),
  );
  expect(statements.length).toBeGreaterThan(15);
  const tables = ["scoring_rules", "scoring_traces", "scoring_threads", "scoring_calls", "projects"];
  expect(statements.flatMap((text) => distributionFaults(text, tables))).toEqual([]);
});
