import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { trainingEventsResponse, trainingJob } from "@/lib/contract/training";
import { slicePlan } from "@/lib/json/slice-plan";
import { parseJson } from "@/lib/json/slice";
import { ensureBuilt } from "../start/build.mjs";
import type { Role } from "../testing/started";
import { WAIT, ServiceProcess } from "./service-process";

vi.setConfig({ testTimeout: 180_000 });

const service = new ServiceProcess();
const folder = mkdtempSync(path.join(tmpdir(), "loupe-durability-training-"));
const begun = path.join(folder, "begun");
const STEPS = 200;
const project_id = "local/durability";

/** Reports its steps, the last ones only when asked to end. */
const PROGRAM = `
  const { appendFileSync, existsSync } = require("node:fs");
  appendFileSync(${JSON.stringify(begun)}, process.env.LOUPE_JOB_ID + "\\n");
  let step = 0;
  const timer = setInterval(() => {
    if (step === ${STEPS / 2} && !existsSync(${JSON.stringify(path.join(folder, "go"))})) return;
    step += 1;
    console.log(JSON.stringify({ type: "gradient_step", data: { step, total_steps: ${STEPS} } }));
    if (step === ${STEPS}) clearInterval(timer);
  }, 5);`;

const RUNNER = {
  LOUPE_TRAINING_RUNNER: JSON.stringify({ type: "command", command: [process.execPath, "-e", PROGRAM] }),
};

beforeAll(() => ensureBuilt("service"), 300_000);
afterAll(async () => {
  await service.remove();
  rmSync(folder, { recursive: true });
});

async function readEvents(id: string) {
  const response = await service.ask(`/v1/preview/training-jobs/${id}/events`);
  return trainingEventsResponse.parse(parseJson(await response.text(), slicePlan(trainingEventsResponse)));
}

const readJob = async (id: string) =>
  trainingJob.parse(await (await service.ask(`/v1/preview/training-jobs/${id}`)).json());

async function submit(): Promise<string> {
  const model = { project_id, name: "judge", base_model: "base/7b", return_existing: true };
  const made = await (await service.ask("/v1/preview/models", model)).json();
  const trajectories = [{ messages_and_choices: [{ role: "user", content: "hi" }], reward: 1 }];
  const job = { model_id: made.id, trajectory_groups: [{ trajectories }] };
  return (await (await service.ask("/v1/preview/training-jobs", job)).json()).id;
}

test.each<[string, Role[]]>([
  ["the service", ["service"]],
  ["the service and its database", ["service", "postgres"]],
])("%s killed in the middle of a training job: it goes on, and every step is reported once", async (_what, victims) => {
  rmSync(path.join(folder, "go"), { force: true });
  await service.start(RUNNER);
  const id = await submit();
  await vi.waitFor(async () => expect((await readJob(id)).step).toBeGreaterThan(0), WAIT);
  service.kill(...victims);
  await service.exited();
  await service.start(RUNNER);
  writeFileSync(path.join(folder, "go"), "");
  await vi.waitFor(async () => expect((await readJob(id)).status).toBe("succeeded"), WAIT);
  const { data } = await readEvents(id);
  expect(data.filter(({ type }) => type === "gradient_step").map((event) => event.data.text)).toEqual(
    Array.from({ length: STEPS }, (_, place) => `{"step":${place + 1},"total_steps":${STEPS}}`),
  );
  expect(
    readFileSync(begun, "utf8")
      .split("\n")
      .filter((line) => line === id),
  ).toHaveLength(1);
  expect(await service.stop()).toBe(0);
});

test("a job outlives an ordered stop, and is gone on with at once", async () => {
  rmSync(path.join(folder, "go"), { force: true });
  await service.start(RUNNER);
  const id = await submit();
  await vi.waitFor(async () => expect((await readJob(id)).step).toBe(STEPS / 2), WAIT);
  expect(await service.stop()).toBe(0);
  writeFileSync(path.join(folder, "go"), "");
  await service.start(RUNNER);
  await vi.waitFor(async () => expect(await readJob(id)).toMatchObject({ status: "succeeded", step: STEPS }), WAIT);
});
