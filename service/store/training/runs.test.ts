import { beforeEach, describe, expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
import { GONE_SECONDS } from "./runs";
import type { RunHolder } from "./runs-store";
import { distributionFaults } from "@/service/store/testing/test-distribution";
import { recordStatements } from "@/service/store/testing/test-statements";
import { json } from "@/service/store/testing/test-store";
import { useTraining } from "./test-training";

const training = useTraining();
const here: RunHolder = { machine: "here", process: "1" };
const beside: RunHolder = { machine: "here", process: "2" };
const elsewhere: RunHolder = { machine: "elsewhere", process: "3" };
const state = new JsonText("{}");

beforeEach(() => training.clear());

describe("a job that waits", () => {
  test("is claimed once, the oldest first, and only if queued jobs are requested", async () => {
    const keys = [await training.queue(), await training.queue()];
    expect(await training.store.takeRun(here, "command", false)).toBeUndefined();
    const taken = [
      await training.store.takeRun(here, "command", true),
      await training.store.takeRun(elsewhere, "command", true),
    ];
    expect(taken.map((run) => run?.id)).toEqual(keys.map(({ id }) => id));
    expect(taken[0]).toMatchObject({
      status: "queued",
      model: { name: "judge", base_model: "base/7b" },
      body_bytes: 24,
    });
    expect(await training.store.takeRun(beside, "command", true)).toBeUndefined();
  });

  test("has the reason why it waits, until it starts", async () => {
    const { id } = await training.queue();
    const run = await training.store.takeRun(here, "ray", true);
    if (!run) throw new Error("nothing was taken");
    await training.store.delayRun(elsewhere, run, "not mine");
    await training.store.delayRun(here, run, "Ray\0 is away");
    expect(await training.read(id)).toMatchObject({ waits_for: "Ray\uFFFD is away", runner: "ray", status: "queued" });
    await training.store.writeRun(here, run, { eventCount: 0, status: "running", state });
    expect(await training.read(id)).toMatchObject({ waits_for: null, status: "running", ended_at: null });
  });
});

describe("a job whose process stops renewing its lease", () => {
  const RUNS_OUT = "held_until = statement_timestamp() - interval '1 s'";
  const LONG_AGO = `held_until = statement_timestamp() - interval '${GONE_SECONDS + 1} s'`;

  test("is stopped with a note after the second one, until it is resumed", async () => {
    const { project_id, id } = await training.queue();
    const { store } = training;
    const take = async (process: string, suspects?: "too" | "not") =>
      store.takeRun({ machine: process, process }, "ray", true, undefined, suspects);
    const seen = [(await take("1"))?.isSuspect];
    await training.change(id, LONG_AGO);
    seen.push((await take("2", "not"))?.isSuspect, (await take("2"))?.isSuspect);
    await training.change(id, LONG_AGO);
    seen.push((await take("3"))?.isSuspect);
    expect(seen).toEqual([false, undefined, true, undefined]);
    expect(await training.read(id)).toMatchObject({
      status: "queued",
      stopped_for: expect.stringContaining("The process that worked on it ended twice"),
    });
    expect(await store.takeOverWork({ project_id, kind: "training_job", id }, "bob")).toBe(true);
    expect((await take("4"))?.isSuspect).toBe(false);
    expect(await training.read(id)).toMatchObject({ created_by: "ada", stopped_for: null });
  });

  test("is not counted against it once events were stored, or it was released", async () => {
    const { id } = await training.queue();
    const { store } = training;
    for (const process of ["1", "2", "3", "4"]) {
      const holder = { machine: process, process };
      const run = await store.takeRun(holder, "ray", true);
      if (!run) throw new Error(`not taken by ${process}`);
      const events = [{ type: "log", data: json("{}") }];
      await store.writeRun(holder, run, { eventCount: run.eventCount, status: "running", state, events });
      if (process === "3") await store.releaseRun(holder, run);
      await training.change(id, LONG_AGO);
    }
    expect(await training.read(id)).toMatchObject({ stopped_for: null });
  });

  test.each([
    ["is taken by another of its machine", "command", "command", beside, RUNS_OUT, true],
    ["waits for its machine", "command", "command", elsewhere, RUNS_OUT, false],
    ["is taken from a machine that is gone", "command", "command", elsewhere, LONG_AGO, true],
    ["is taken by any machine where it does not run on one", "ray", "ray", elsewhere, RUNS_OUT, true],
    ["waits for its kind of runner", "ray", "command", here, RUNS_OUT, false],
    ["is taken from a kind of runner that is gone", "ray", "none", beside, LONG_AGO, true],
  ])("%s", async (_what, runner, otherRunner, other, since, isTaken) => {
    const { id } = await training.queue();
    const run = await training.store.takeRun(here, runner, true);
    if (!run) throw new Error("nothing was taken");
    await training.store.writeRun(here, run, { eventCount: 0, status: "running", state: json('{"at":7}') });
    await training.change(id, since);
    const again = await training.store.takeRun(other, otherRunner, true);
    expect(again?.state?.text).toBe(isTaken ? '{"at":7}' : undefined);
    expect(again?.before).toEqual(isTaken ? { runner, machine: "here" } : undefined);
    const isStillHere = (await training.store.renewRun(here, run)) !== undefined;
    expect(isStillHere).toBe(!isTaken);
  });

  test("writes nothing any more", async () => {
    const { id } = await training.queue();
    const run = await training.store.takeRun(here, "command", true);
    if (!run) throw new Error("nothing was taken");
    await training.change(id, RUNS_OUT);
    await training.store.takeRun(beside, "command", true);
    const events = [{ type: "log", data: json("{}") }];
    expect(await training.store.writeRun(here, run, { eventCount: 0, status: "failed", state, events })).toBe(false);
    expect(await training.read(id)).toMatchObject({ status: "queued", said: [] });
    expect(await training.store.writeRun(beside, run, { eventCount: 0, status: "succeeded", state, events })).toBe(
      true,
    );
    expect(await training.store.writeRun(beside, run, { eventCount: 0, status: "failed", state, events })).toBe(false);
    expect(await training.read(id)).toMatchObject({ status: "succeeded", said: [{ type: "log", data: "{}" }] });
  });
});

test("events are stored in order, with the job's progress", async () => {
  const { id } = await training.queue();
  const run = await training.store.takeRun(here, "command", true);
  if (!run) throw new Error("nothing was taken");
  const events = (from: number) =>
    Array.from({ length: 3 }, (_, place) => ({
      type: "gradient_step",
      data: json(`{"step":${from + place}, "x":1.0}`),
    }));
  await training.store.writeRun(here, run, {
    eventCount: 0,
    status: "running",
    state,
    events: events(0),
    step: 2,
    total_steps: 6,
  });
  await training.store.writeRun(here, run, {
    eventCount: 3,
    state,
    events: events(3),
    step: 5,
    trained_model: "m",
    checkpoints: [{ id: "0193e0b0-0000-7000-8000-000000000000", step: 5, metrics: json('{"loss":0.10}'), model: "m" }],
    resources: json('{"cpu_seconds":1}'),
  });
  const job = await training.read(id);
  expect(job.said.map(({ data }) => data)).toEqual([0, 1, 2, 3, 4, 5].map((step) => `{"step":${step}, "x":1.0}`));
  expect(job).toMatchObject({
    step: "5",
    total_steps: "6",
    trained_model: "m",
    events: "6",
    resources: '{"cpu_seconds":1}',
  });
  expect(job.checkpoints).toEqual([{ step: 5, metrics: '{"loss":0.10}', model: "m" }]);
});

test("events that are reported again, because the response was lost, are not stored twice", async () => {
  const { id } = await training.queue();
  const run = await training.store.takeRun(here, "command", true);
  if (!run) throw new Error("nothing was taken");
  const write = {
    eventCount: run.eventCount,
    status: "running",
    state,
    events: [{ type: "log", data: json("{}") }],
  } as const;
  expect(await training.store.writeRun(here, run, write)).toBe(true);
  expect(await training.store.writeRun(here, run, write)).toBe(false);
  expect((await training.read(id)).said).toHaveLength(1);
  await training.store.releaseRun(here, run);
  expect((await training.store.takeRun(beside, "command", true))?.eventCount).toBe(1);
});

test("an ended job is claimed again until it has been cleaned up", async () => {
  const { id } = await training.queue();
  const run = await training.store.takeRun(here, "command", true);
  if (!run) throw new Error("nothing was taken");
  await training.store.writeRun(here, run, { eventCount: 0, status: "succeeded", state });
  await training.store.releaseRun(here, run);
  const again = await training.store.takeRun(beside, "command", false);
  expect(again).toMatchObject({ id, status: "succeeded" });
  await training.store.settleRun(beside, run);
  expect(await training.store.takeRun(here, "command", true)).toBeUndefined();
  expect(await training.read(id)).toMatchObject({ runner_state: null, held_by: null });
});

test("those of this machine that others are at are counted", async () => {
  for (let count = 0; count < 3; count += 1) await training.queue();
  await training.store.takeRun(here, "command", true);
  const run = await training.store.takeRun(beside, "command", true);
  if (!run) throw new Error("nothing was taken");
  expect(await training.store.countRuns(here)).toEqual({ queued: 3, running: 0, beside: 1 });
  await training.store.writeRun(beside, run, { eventCount: 0, status: "running", state });
  expect(await training.store.countRuns(elsewhere)).toEqual({ queued: 2, running: 1, beside: 0 });
});

test("every statement is held to a project, but for those that look for jobs of all", async () => {
  await training.queue();
  const recording = recordStatements();
  const { store } = training;
  const run = await store.takeRun(here, "command", true);
  if (!run) throw new Error("nothing was taken");
  const checkpoints = [{ id: "0193e0b0-0000-7000-8000-000000000001", step: 1, metrics: json("{}") }];
  await store.delayRun(here, run, "later");
  await store.renewRun(here, run);
  await store.writeRun(here, run, {
    eventCount: 0,
    status: "failed",
    state,
    events: [{ type: "log", data: json("{}") }],
    checkpoints,
  });
  await store.hasRun(run);
  await store.releaseRun(here, run);
  await store.settleRun(here, run);
  await store.countRuns(here);
  recording.stop();
  const tables = ["trained_models", "training_jobs", "training_events", "training_checkpoints"];
  const faults = [...recording.statements].flatMap((statement) => distributionFaults(statement, tables));
  expect(faults).toEqual(Array.from({ length: 2 }, () => "training_jobs as t is not limited to a project"));
});
