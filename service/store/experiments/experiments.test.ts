import { v7 as uuidV7 } from "uuid";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { ExperimentDefinition } from "@/lib/contract/experiments";
import { JsonText } from "@/lib/json/text";
import { useClient } from "@/service/store/testing/test-client";
import { distributionFaults } from "@/service/store/testing/test-distribution";
import { recordStatements } from "@/service/store/testing/test-statements";
import { unique, useStore } from "@/service/store/testing/test-store";
import type { ExperimentKey, RowOutcome, SentRow } from "./experiments-store";

const opened = useStore();
const client = useClient(opened);
let recording: ReturnType<typeof recordStatements>;
beforeAll(() => {
  recording = recordStatements();
});
afterAll(() => recording.stop());
afterEach(async () => {
  await client().query("update experiments set is_open = false");
});

const definition: ExperimentDefinition = {
  name: "a \u0000 b",
  table_digest: "t",
  request: new JsonText('{"model":"m", "messages":[], "seed":12345678901234567890}'),
};
const OK: RowOutcome = { isUnscored: false, costUsd: 0.1, unpriced: 1 };

async function create(rows: number, change: Partial<ExperimentDefinition> = {}): Promise<ExperimentKey> {
  const key = { project_id: unique("acme/experiments"), id: uuidV7() };
  await opened().store.createExperiment({
    ...key,
    definition: { ...definition, ...change },
    evaluation_ref: "e",
    model_ref: "m",
    created_by: "ada",
    row_digests: Array.from({ length: rows }, (_, place) => `r${place}`),
  });
  return key;
}

const read = async (key: ExperimentKey) => opened().store.readExperiment(key);

async function send(key: ExperimentKey, holder = "one"): Promise<SentRow> {
  const next = await opened().store.sendExperimentRow(holder, key, uuidV7());
  if (!("row" in next)) throw new Error(`no row was sent: ${next.none}`);
  return next.row;
}

/** The sums in the experiment's row, counted again from its rows. */
async function recounted({ project_id, id }: ExperimentKey) {
  const { rows } = await client().query(
    `select count(*) filter (where status = 'waiting')::int as waiting, count(*) filter (where status = 'sent')::int as sent,
       count(*) filter (where status = 'answered')::int as answered, count(*) filter (where status = 'failed')::int as failed,
       coalesce(sum(cost_usd), 0)::float8 as cost_usd, coalesce(sum(unpriced), 0)::int as unpriced
     from experiment_rows where project_id = $1 and experiment_id = $2`,
    [project_id, id],
  );
  return rows[0];
}

test("rows are sent in order, and the sums are those of the rows whatever becomes of them", async () => {
  const { store } = opened();
  const key = await create(3, { repetitions: 2 });
  expect((await store.takeExperiment("one"))?.held.definition.request.text).toBe(definition.request.text);
  const sent = [await send(key), await send(key), await send(key), await send(key)];
  expect(sent.map(({ digest, place, attempt }) => [digest, place, attempt])).toEqual([
    ["r0", 1, 1],
    ["r1", 2, 1],
    ["r2", 3, 1],
    ["r0", 4, 1],
  ]);
  for (const [place, row] of sent.slice(0, 3).entries())
    expect(await store.finishExperimentRow("one", key, row, place === 0 ? { ...OK, failure: "x \u0000" } : OK)).toBe(
      true,
    );
  const [first] = sent;
  // A second time changes nothing.
  if (first) await store.finishExperimentRow("one", key, first, OK);
  const { rows, cost_usd, unpriced } = (await read(key)) ?? {};
  expect({ ...rows, cost_usd, unpriced }).toEqual(await recounted(key));
  expect({ ...rows, cost_usd, unpriced }).toEqual({
    waiting: 2,
    sent: 1,
    answered: 2,
    failed: 1,
    cost_usd: 0.3,
    unpriced: 3,
  });
  expect(await store.sentExperimentRows(key)).toMatchObject([{ place: 4, callId: sent[3]?.callId }]);
  await store.updateExperiment({ ...key, action: "retry_failed" });
  expect((await read(key))?.rows).toEqual({ waiting: 3, sent: 1, answered: 2, failed: 0 });
  expect(await send(key)).toMatchObject({ place: 1, attempt: 2, previousCallId: first?.callId });
});

test("answers that lack a score wait for it, keep their call, and stay answers if the experiment is cancelled", async () => {
  const { store } = opened();
  const key = await create(2);
  await store.takeExperiment("one");
  const [first, second] = [await send(key), await send(key)];
  await store.finishExperimentRow("one", key, first, { ...OK, isUnscored: true });
  await store.finishExperimentRow("one", key, second, OK);
  const counts = async () => {
    const { rows, unscored } = (await read(key)) ?? {};
    return { ...rows, unscored };
  };
  const answered = { waiting: 0, sent: 0, answered: 2, failed: 0, unscored: 1 };
  expect(await counts()).toEqual(answered);
  await store.updateExperiment({ ...key, action: "retry_scores" });
  expect(await counts()).toEqual({ ...answered, waiting: 1, answered: 1, unscored: 0 });
  expect(await send(key)).toEqual({ ...first, attempt: 2, keepsAnswer: true });
  await store.finishExperimentRow("one", key, first, { ...OK, isUnscored: true });
  await store.updateExperiment({ ...key, action: "retry_scores" });
  await store.updateExperiment({ ...key, action: "cancel" });
  expect(await counts()).toEqual(answered);
  const { unpriced, cost_usd } = (await read(key)) ?? {};
  expect({ unpriced, cost_usd }).toMatchObject({ unpriced: 3, cost_usd: (await recounted(key)).cost_usd });
});

test("the duration is the time in which rows were under way: no pause, and no time without a process", async () => {
  const { store } = opened();
  const key = await create(4);
  /** Lets so many milliseconds pass in the database. */
  const pass = async (ms: number) => {
    // Citus does not let an update compute a time with a time zone.
    const { rows } = await client().query(
      "select busy_since - $2 * interval '1 ms' as since from experiments where project_id = $1",
      [key.project_id, ms],
    );
    await client().query("update experiments set busy_since = $2 where project_id = $1", [
      key.project_id,
      rows[0]?.since,
    ]);
  };
  /** The duration in whole seconds: what the statements of this test take is less. */
  const seconds = async () => Math.floor(((await read(key))?.duration_ms ?? Number.NaN) / 10_000) * 10;
  await store.takeExperiment("one");
  expect((await read(key))?.duration_ms).toBe(0);
  const [first, second] = [await send(key), await send(key)];
  await pass(100_000);
  expect(await seconds()).toBe(100);
  await store.finishExperimentRow("one", key, first, OK);
  await pass(200_000);
  await store.finishExperimentRow("one", key, second, OK);
  // Nothing is under way.
  await pass(1_000_000);
  expect(await seconds()).toBe(300);
  const third = await send(key);
  await pass(1_000_000);
  // Its process stops.
  await client().query("update experiments set held_until = now() - interval '1 s' where id = $1", [key.id]);
  expect(await seconds()).toBe(300);
  await store.takeExperiment("two");
  await store.sentExperimentRows(key);
  await store.finishExperimentRow("two", key, third, { ...OK, failure: "stopped" });
  expect(await seconds()).toBe(300);
  const fourth = await send(key, "two");
  await pass(40_000);
  await store.finishExperimentRow("two", key, fourth, OK);
  expect(await seconds()).toBe(340);
});

test("ten thousand rows twenty times are stored at once", async () => {
  const key = await create(10_000, { repetitions: 20 });
  expect((await read(key))?.rows.waiting).toBe(200_000);
  expect(await recounted(key)).toMatchObject({ waiting: 200_000 });
});

test("one process at a time has an experiment, and only that one changes it", async () => {
  const { store } = opened();
  const key = await create(2);
  const taken = await Promise.all(["one", "two", "three"].map((holder) => store.takeExperiment(holder)));
  expect(taken.filter((experiment) => experiment !== undefined)).toHaveLength(1);
  const holder = ["one", "two", "three"].find((_, place) => taken[place]) ?? "";
  const row = await send(key, holder);
  expect(await store.sendExperimentRow("other", key, "c")).toEqual({ none: "lost" });
  expect(await store.finishExperimentRow("other", key, row, OK)).toBe(false);
  expect(await store.renewExperiment("other", key)).toBeUndefined();
  expect(await store.renewExperiment(holder, key)).toEqual({ status: "running" });
  await client().query("update experiments set held_until = now() - interval '1 s' where id = $1", [key.id]);
  expect((await store.takeExperiment("other"))?.held.id).toBe(key.id);
  expect(await store.renewExperiment(holder, key)).toBeUndefined();
});

test("no row is sent when the budget is used up, the experiment is paused, or none waits", async () => {
  const { store } = opened();
  const key = await create(2, { budget_usd: 0.1 });
  await store.takeExperiment("one");
  await store.finishExperimentRow("one", key, await send(key), OK);
  expect(await store.sendExperimentRow("one", key, "c")).toEqual({ none: "budget used up" });
  await store.updateExperiment({ ...key, action: "pause", budget_usd: null });
  expect(await store.sendExperimentRow("one", key, "c")).toEqual({ none: "stopped" });
  expect(await store.settleExperiment("one", key)).toBe(true);
  expect(await read(key)).toMatchObject({ status: "paused", rows: { waiting: 1 } });
  expect(await store.takeExperiment("one")).toBeUndefined();
  await store.updateExperiment({ ...key, action: "resume" });
  await store.takeExperiment("one");
  const row = await send(key);
  expect(await store.sendExperimentRow("one", key, "c")).toEqual({ none: "none waiting" });
  expect(await store.settleExperiment("one", key)).toBe(false);
  await store.finishExperimentRow("one", key, row, OK);
  expect(await store.settleExperiment("one", key)).toBe(true);
  expect(await read(key)).toMatchObject({ status: "completed", ended_at: expect.any(String) });
});

test("a reason to pause does not replace what a person asked for", async () => {
  const { store } = opened();
  const key = await create(1);
  await store.takeExperiment("one");
  await store.stopExperiment("one", key, "No model");
  expect(await read(key)).toMatchObject({ status: "paused", reason: "No model" });
  await store.updateExperiment({ ...key, action: "cancel" });
  await store.stopExperiment("one", key, "No model");
  expect(await read(key)).toMatchObject({ status: "cancelled", reason: undefined });
});

/** The processes that hold something end, and their leases run out. */
const processesEnd = async () =>
  client().query("update experiments set held_until = now() - interval '1 s' where held_by is not null");

test("an experiment that has ended its process twice is paused with a note, and others do not wait for it", async () => {
  const { store } = opened();
  const [poison, other] = [await create(3), await create(1)];
  expect(await store.takeExperiment("one")).toMatchObject({ held: { id: poison.id }, isSuspect: false });
  await processesEnd();
  // While another suspect is worked on, only those that are none are claimed.
  expect(await store.takeExperiment("two", "not")).toMatchObject({ held: { id: other.id }, isSuspect: false });
  expect(await store.takeExperiment("two", "not")).toBeUndefined();
  await store.releaseExperiment("two", other);
  expect(await store.takeExperiment("two")).toMatchObject({ held: { id: poison.id }, isSuspect: true });
  expect(await read(poison)).toMatchObject({ status: "queued" });
  await processesEnd();
  expect(await store.takeExperiment("three")).toMatchObject({ held: { id: other.id }, isSuspect: false });
  expect(await store.takeExperiment("three")).toBeUndefined();
  const paused = await read(poison);
  expect([paused?.status, paused?.reason]).toEqual(["paused", expect.stringContaining("ended twice")]);
  // A person can resume it: it is a suspect then.
  await store.updateExperiment({ ...poison, action: "resume" });
  expect(await store.takeExperiment("three", "not")).toBeUndefined();
  expect(await store.takeExperiment("three")).toMatchObject({ held: { id: poison.id }, isSuspect: true });
});

test("a process that ends after work has gone on, or is released, or takes it again itself, is not counted", async () => {
  const { store } = opened();
  const key = await create(3);
  for (const holder of ["one", "two", "three", "four"]) {
    expect(await store.takeExperiment(holder)).toMatchObject({ isSuspect: holder !== "one" });
    await store.goOnWithExperiment(holder, key);
    await processesEnd();
  }
  // The database was away for longer than a lease, but the process was not.
  expect(await store.takeExperiment("four")).toMatchObject({ isSuspect: false });
  await processesEnd();
  expect(await store.takeExperiment("four")).toMatchObject({ isSuspect: false });
  await store.releaseExperiment("four", key);
  expect(await store.takeExperiment("five")).toMatchObject({ isSuspect: false });
});

/** Looking for work is the only statement over all projects. */
const OVER_PROJECTS = /^\s*select project_id, id::text, held_by, claims from experiments e/;

test("every statement is about one project, but for looking for work", () => {
  const statements = [...recording.statements].filter(
    (text) =>
      /\bexperiment(s|_rows)\b/.test(text) &&
      !OVER_PROJECTS.test(text) &&
      !/is_open = false$|held_until = now|busy_since - \$2/.test(text),
  );
  expect(statements.length).toBeGreaterThan(10);
  expect(
    statements.flatMap((text) => distributionFaults(text, ["experiments", "experiment_rows", "projects"])),
  ).toEqual([]);
});
