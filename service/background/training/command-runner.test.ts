import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { useDispatcher } from "./test-dispatcher";

const training = useDispatcher();

const failureOf = (job: Readonly<Record<string, unknown>>): unknown => JSON.parse(String(job.failure));

test("a program computes from the request, and its events are stored", async () => {
  const { id } = await training.queue(
    '{"trajectory_groups":[{"trajectories":[{"reward":1.0},{"reward":0}]}],"loss_option":12345678901234567890}',
  );
  training.start(
    training.command(`
      const rewards = job.trajectory_groups.flatMap(({ trajectories }) => trajectories.map(({ reward }) => reward));
      say("training_started", { total_steps: rewards.length });
      rewards.forEach((reward, step) => say("gradient_step", { step: step + 1, reward }));
      process.stderr.write("warming up\\n");
      say("checkpoint", { step: 2, model: "judge:step2", metrics: { mean: 0.5 } });
      writeFileSync(process.env.LOUPE_JOB_FOLDER + "/seen", "");
      say("training_ended", { model: "judge:final", raw: readFileSync(process.env.LOUPE_JOB_REQUEST, "utf8").includes("12345678901234567890") });
    `),
  );
  const job = await training.ended(id);
  expect(job).toMatchObject({
    status: "succeeded",
    runner: "command",
    step: "2",
    total_steps: "2",
    trained_model: "judge:final",
    failure: null,
    checkpoints: [{ step: 2, metrics: '{"mean":0.5}', model: "judge:step2" }],
  });
  expect(job.said.filter(({ type }) => type !== "log").map(({ type, data }) => [type, data])).toEqual([
    ["training_started", '{"total_steps":2,"num_sequences":2}'],
    ["gradient_step", '{"step":1,"reward":1}'],
    ["gradient_step", '{"step":2,"reward":0}'],
    ["checkpoint", '{"step":2,"model":"judge:step2","metrics":{"mean":0.5}}'],
    ["training_ended", '{"model":"judge:final","raw":true}'],
  ]);
  expect(job.said).toContainEqual({ type: "log", data: '{"text":"warming up","stream":"stderr"}' });
  expect(JSON.parse(String(job.resources))).toMatchObject({ cpu_seconds: expect.any(Number) });
  expect(existsSync(path.join(training.folder, id))).toBe(false);
});

describe("each way to end", () => {
  test.each<[string, string, string, unknown]>([
    ["with status 0 and no word", "", "succeeded", null],
    [
      "with another status",
      'console.error("no\\nmemory"); process.exitCode = 3',
      "failed",
      { reason: "The program exited with code 3", exit_code: 3, log: "no\nmemory" },
    ],
    [
      "by an exception",
      'throw new Error("boom")',
      "failed",
      { reason: "The program exited with code 1", exit_code: 1, log: expect.stringContaining("boom") },
    ],
    [
      "by a signal",
      'process.kill(process.pid, "SIGTERM"); setTimeout(() => {}, 9e6)',
      "failed",
      expect.objectContaining({ reason: "The program was terminated by SIGTERM", signal: "SIGTERM" }),
    ],
    [
      "by the kernel",
      'process.kill(process.pid, "SIGKILL")',
      "failed",
      expect.objectContaining({
        reason: "The program was terminated by SIGKILL, possibly because memory ran out",
        signal: "SIGKILL",
      }),
    ],
    [
      "by its own word, and status 0",
      'say("training_failed", { message: "the reward is NaN" })',
      "failed",
      { reason: "the reward is NaN" },
    ],
    [
      "by its own word, and status 2",
      'say("training_failed", { message: "no" }); process.exitCode = 2',
      "failed",
      { reason: "no", exit_code: 2 },
    ],
  ])("%s", async (_way, program, status, failure) => {
    const { id } = await training.queue();
    training.start(training.command(program));
    const job = await training.ended(id);
    expect(job.status).toBe(status);
    expect(failureOf(job)).toEqual(failure);
  });

  test("there is no such program", async () => {
    const { id } = await training.queue();
    training.start(training.command("", { command: ["loupe-no-such-program"] }));
    expect(failureOf(await training.ended(id))).toEqual({
      reason: 'The program "loupe-no-such-program" was not found or is not executable',
    });
  });

  test("the program and its launcher are killed together", async () => {
    const { id } = await training.queue();
    training.start(training.command('say("gradient_step", { step: 1 }); process.kill(0, "SIGKILL")'));
    const job = await training.ended(id);
    expect(failureOf(job)).toEqual({
      reason: "The program ended without an exit code: it was killed, or the machine was restarted",
    });
    expect(job.step).toBe("1");
  });
});

test("the service's secrets are not in the program's environment", async () => {
  process.env.LOUPE_ADMIN_KEY = "canary";
  const { id } = await training.queue();
  training.start(training.command('say("environment", process.env)'));
  const { said } = await training.ended(id);
  delete process.env.LOUPE_ADMIN_KEY;
  const [event] = said;
  expect(event?.data).not.toContain("canary");
  expect(JSON.parse(event?.data ?? "{}")).toMatchObject({
    LOUPE_JOB_ID: id,
    LOUPE_JOB_PROJECT: "local/test",
    LOUPE_JOB_MODEL: "judge",
    LOUPE_JOB_BASE_MODEL: "base/7b",
    PYTHONUNBUFFERED: "1",
    PATH: process.env.PATH,
  });
});
