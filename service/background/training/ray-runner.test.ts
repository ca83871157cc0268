import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { RayRunner } from "./ray-runner";
import type { RunnableJob } from "./runner";
import { runnerConfig } from "./runner-config";
import { useDispatcher } from "./test-dispatcher";
import { StandInRay } from "./test-ray";

// Uses a stand-in, unless the address of a real Ray is given: LOUPE_TEST_RAY=http://127.0.0.1:8265.
const standIn = new StandInRay();
const realRay = process.env.LOUPE_TEST_RAY;

const training = useDispatcher();
const folder = mkdtempSync(path.join(tmpdir(), "loupe-ray-"));
const NODE = JSON.stringify(process.execPath);
const BODY = '{"trajectory_groups":[{"trajectories":[{"reward":1},{"reward":0.25}]}],"exact":12345678901234567890}';

beforeAll(async () => {
  await standIn.start();
  writeFileSync(
    path.join(folder, "train.mjs"),
    `import { readFileSync } from "node:fs";
     const text = readFileSync(process.env.LOUPE_JOB_REQUEST, "utf8");
     const rewards = JSON.parse(text).trajectory_groups.flatMap(({ trajectories }) => trajectories.map(({ reward }) => reward));
     rewards.forEach((reward, place) => console.log(JSON.stringify({ step: place + 1, total_steps: rewards.length, reward })));
     console.log(JSON.stringify({ type: "training_ended", data: { model: process.env.LOUPE_JOB_MODEL, isExact: text.includes("12345678901234567890") } }));`,
  );
});
afterAll(async () => {
  await standIn.stop();
  rmSync(folder, { recursive: true });
});

function ray(entrypoint: string, more: object = {}): RayRunner {
  const address = realRay ?? standIn.address;
  const config = runnerConfig.parse({ type: "ray", address, entrypoint, folder, ...more });
  if (config.type !== "ray") throw new Error("not reached");
  return new RayRunner(config);
}

test("a job gets its files and the folder's, and its output is stored", async () => {
  const { id } = await training.queue(BODY);
  training.start(ray(`${NODE} train.mjs`));
  const job = await training.ended(id);
  expect(job).toMatchObject({
    status: "succeeded",
    step: "2",
    total_steps: "2",
    trained_model: "judge",
    runner: "ray",
  });
  expect(job.said.filter(({ type }) => type !== "log").map(({ data }) => data)).toEqual([
    '{"total_steps":2,"num_sequences":2}',
    '{"step":1,"total_steps":2,"reward":1}',
    '{"step":2,"total_steps":2,"reward":0.25}',
    '{"model":"judge","isExact":true}',
  ]);
});

test("no field of a job is expanded on the cluster's machine", async () => {
  const field = (text: string) => `${text} $HOME $1 $$ a$b \\$HOME ${"${HOME:-x}"}`;
  const job: RunnableJob = {
    id: randomUUID(),
    project_id: field("acme"),
    model: { id: randomUUID(), name: field("judge"), base_model: `${field("b")}${"${HOME}"}` },
    body_bytes: 2,
    body: async function* () {
      yield Buffer.from("{}");
    },
  };
  const names = ["LOUPE_JOB_PROJECT", "LOUPE_JOB_MODEL", "LOUPE_JOB_BASE_MODEL"];
  writeFileSync(
    path.join(folder, "say.mjs"),
    `console.log(JSON.stringify(${JSON.stringify(names)}.map((name) => process.env[name])));`,
  );
  const runner = ray(`${NODE} say.mjs`);
  const state = await runner.start(job, new AbortController().signal);
  const report = await vi.waitFor(async () => {
    const found = await runner.follow(job, { ...state, logDueAt: 0 });
    if (!found.end) throw new Error("the job goes on");
    return found;
  }, 30_000);
  const said = report.events.map(({ data }) => data.text).join("");
  for (const text of [job.project_id, job.model.name, field("b")])
    expect(said).toContain(JSON.stringify(text).slice(1, -1).replaceAll("\\", "\\\\"));
  expect(said).not.toContain(process.env.HOME);
});

test.each([
  [
    "ends with a status",
    "echo no memory; exit 3",
    {},
    {
      reason: "Job entrypoint command failed with exit code 3",
      exit_code: 3,
      log: expect.stringContaining("no memory"),
    },
  ],
  [
    "is refused its surroundings",
    "true",
    { runtime_env: { pip: 7 } },
    { reason: expect.stringContaining("runtime_env['pip'] must be of type str") },
  ],
  [
    "has no folder to send",
    "true",
    { folder: "/nowhere/at/all" },
    {
      reason:
        'The folder to upload with the job, /nowhere/at/all, does not exist; correct "folder" in LOUPE_TRAINING_RUNNER',
    },
  ],
])("a job that %s has failed, and says why", async (_what, entrypoint, more, failure) => {
  const { id } = await training.queue(BODY);
  training.start(ray(entrypoint, more));
  const job = await training.ended(id);
  expect(job.status).toBe("failed");
  expect(JSON.parse(String(job.failure))).toEqual(failure);
});

test("a job is found again after a restart of its service, and is cancelled", async () => {
  const { id } = await training.queue(BODY);
  const runner = ray(`echo '{"step":1}'; sleep 600`);
  const first = training.start(runner);
  await training.until(id, ({ step }) => step === "1");
  await first.stop();
  // As if the process had died before it recorded that the job was submitted.
  await training.change(id, "status = 'queued', runner_state = null, held_by = null, events = 1000, step = null");
  training.start(runner);
  await training.until(id, ({ step }) => step === "1");
  await training.change(id, "cancel_asked_at = now()");
  expect(await training.ended(id)).toMatchObject({ status: "cancelled" });
  expect(standIn.submitted.filter((submitted) => submitted === id)).toHaveLength(realRay === undefined ? 1 : 0);
});

test("a log that has been read to its end is not requested again at once", async () => {
  const runner = ray("echo said; sleep 600");
  const job = {
    id: randomUUID(),
    project_id: "",
    model: { id: "", name: "", base_model: "" },
    body_bytes: 0,
    async *body() {},
  };
  let state = await runner.start(job, AbortSignal.timeout(60_000));
  await vi.waitFor(
    async () => {
      const report = await runner.follow(job, { ...state, logDueAt: 0 });
      state = report.state;
      expect(report.events.map(({ data }) => data.text)).toContainEqual(expect.stringContaining("said"));
    },
    { timeout: 30_000 },
  );
  expect(Number(state.logDueAt)).toBeGreaterThan(0);
  await runner.stop(job);
  await vi.waitFor(async () => runner.forget(job), { timeout: 30_000 });
});

test("a job that Ray has forgotten has failed", async () => {
  const { id } = await training.queue(BODY);
  const runner = ray("sleep 600");
  training.start(runner);
  await training.until(id, ({ status }) => status === "running");
  const job = { id, project_id: "", model: { id: "", name: "", base_model: "" }, body_bytes: 0, async *body() {} };
  await runner.stop(job);
  await vi.waitFor(async () => runner.forget(job), { timeout: 30_000 });
  const { status, failure } = await training.ended(id);
  // Either may be seen first: that the job was stopped, or that it is gone.
  expect(["failed", "cancelled"]).toContain(status);
  expect(JSON.parse(String(failure)).reason).toMatch(/The job was stopped in Ray|Ray no longer lists this job/);
});

test("without a Ray the job waits, with the reason", async () => {
  const { id } = await training.queue(BODY);
  training.start(ray("true", { address: "http://127.0.0.1:9" }), { times: { startMs: 60_000 } });
  const { waits_for } = await training.until(id, (job) => job.waits_for !== null);
  expect(waits_for).toBe("Ray at 127.0.0.1:9 did not respond (ECONNREFUSED)");
  await training.change(id, "cancel_asked_at = now(), held_by = null, ended_at = now(), status = 'cancelled'");
});
