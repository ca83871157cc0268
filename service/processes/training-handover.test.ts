import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Listening, listen } from "@/service/http/routes/test-servers";
import { ADMIN_KEY, useService } from "@/service/http/routes/test-service";
import { Quarantine } from "@/service/background/leases/quarantine";
import { Dispatcher } from "@/service/background/training/dispatcher";
import { runnerConfig } from "@/service/background/training/runner-config";
import { ServiceRunner } from "@/service/background/training/service-runner";
import { fixedRunners, useDispatcher } from "@/service/background/training/test-dispatcher";

const MODEL = "0193e0b0-0000-7000-8000-00000000abcd";
const BODY = `{"exact":12345678901234567890, "model_id" : "${MODEL}","trajectory_groups":[{"trajectories":[
  {"messages_and_choices":[{"role":"user","content":"hi"}],"reward":1.50},
  {"messages_and_choices":[{"role":"user","content":"ho"}],"reward":0}]}]}`;

const here = useDispatcher();
const there = useService();
const folder = mkdtempSync(path.join(tmpdir(), "loupe-handover-"));
const leaving = new AbortController();
const opened: { server?: Listening; work?: Promise<void> } = {};

beforeAll(async () => {
  opened.server = await listen((request) => there.app({ allowedHosts: ["127.0.0.1"] }).fetch(request));
  const dispatcher = new Dispatcher({
    store: there.store,
    runners: fixedRunners({
      runner: here.command(PROGRAM, { folder, machine: "there" }),
      facts: { kind: "command", concurrency: 4, silenceLimitSeconds: 60 },
    }),
    quarantine: new Quarantine(),
    holder: { machine: "there", process: "1" },
    logger: pino({ level: "silent" }),
    times: { pollMs: 10, startMs: 1000, unreachableMs: 1000, stopMs: 20_000 },
    onEnd: () => {},
  });
  opened.work = dispatcher.work(leaving.signal);
});
afterAll(async () => {
  leaving.abort();
  await opened.work;
  await opened.server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the requested action. */
const PROGRAM = `
  const rewards = job.trajectory_groups.flatMap(({ trajectories }) => trajectories.map(({ reward }) => reward));
  rewards.forEach((reward, place) => say("gradient_step", { step: place + 1, total_steps: rewards.length, reward }));
  say("request", { isExact: readFileSync(process.env.LOUPE_JOB_REQUEST, "utf8").replace(job.model_id, "${MODEL}") === ${JSON.stringify(BODY)}, model: process.env.LOUPE_JOB_MODEL });
  if (job.fails) { console.error("no luck"); process.exit(4); }
  if (job.waits) setInterval(() => {}, 9e6);
  else say("training_ended", { model: "judge:trained" });`;

function runner(base_url: string, api_key = ADMIN_KEY): ServiceRunner {
  const config = runnerConfig.parse({ type: "service", base_url, api_key, project: "far/away" });
  if (config.type !== "service") throw new Error("not reached");
  return new ServiceRunner(config);
}

const addressThere = () => opened.server?.url ?? "";

describe("between two services", () => {
  test("a job runs in the other service, and its events are copied here", async () => {
    const { id } = await here.queue(BODY);
    here.start(runner(addressThere()));
    const job = await here.ended(id);
    expect(job).toMatchObject({
      status: "succeeded",
      step: "2",
      total_steps: "2",
      trained_model: "judge:trained",
      runner: "service",
    });
    expect(job.said).toEqual([
      { type: "training_started", data: '{"total_steps":2,"num_sequences":2}' },
      { type: "gradient_step", data: '{"step":1,"total_steps":2,"reward":1.5}' },
      { type: "gradient_step", data: '{"step":2,"total_steps":2,"reward":0}' },
      { type: "request", data: '{"isExact":true,"model":"judge"}' },
      { type: "training_ended", data: '{"model":"judge:trained"}' },
    ]);
    expect(JSON.parse(String(job.resources))).toMatchObject({ cpu_seconds: expect.any(Number) });
    const models = await there.store.listTrainedModels({ project_id: "far/away", limit: 9 });
    expect(models.data).toMatchObject([{ name: "judge", base_model: "base/7b" }]);
  });

  test("its failure is reported with the reason", async () => {
    const { id } = await here.queue(BODY.replace("{", '{"fails":true,'));
    here.start(runner(addressThere()));
    const job = await here.ended(id);
    expect([job.status, JSON.parse(String(job.failure))]).toEqual([
      "failed",
      { reason: "The program exited with code 4", exit_code: 4, log: "no luck" },
    ]);
  });

  test("a service that restarts finds it again, and cancels it in the other service too", async () => {
    const { id } = await here.queue(BODY.replace("{", '{"waits":true,'));
    const first = here.start(runner(addressThere()));
    await here.until(id, ({ step }) => step === "2");
    await first.stop();
    await here.change(id, "status = 'queued', runner_state = null, held_by = null, events = 1000");
    here.start(runner(addressThere()));
    await here.until(id, ({ status }) => status === "running");
    await here.change(id, "cancel_asked_at = now()");
    expect(await here.ended(id)).toMatchObject({ status: "cancelled" });
    const { data } = await there.store.listTrainingJobs({ project_id: "far/away", limit: 9 });
    expect(data.map(({ status }) => status).toSorted()).toEqual(["cancelled", "failed", "succeeded"]);
  });

  test("a service that rejects the key fails the job permanently", async () => {
    const { id } = await here.queue(BODY);
    here.start(runner(addressThere(), "lp_wrong"));
    const { status, failure } = await here.ended(id);
    expect([status, JSON.parse(String(failure)).reason]).toEqual([
      "failed",
      expect.stringContaining(" responded with status 401: "),
    ]);
    expect(failure).not.toContain("lp_wrong");
  });
});

describe("with a service that has less", () => {
  /** Claims jobs; with the given overrides. */
  const bare = (more: (path: string) => unknown) =>
    listen(async (request) => {
      const { pathname } = new URL(request.url);
      if (request.method === "POST" && pathname === "/v1/preview/training-jobs") {
        const body = await request.text();
        return Response.json(body === BODY ? { id: "0193e0b0-0000-7000-8000-000000000001" } : {});
      }
      const answer = more(pathname);
      return answer === undefined ? new Response("no", { status: 404 }) : Response.json(answer);
    });

  test.each([
    ["training_ended", "succeeded", null],
    ["training_failed", "failed", '{"reason":"out of luck"}'],
  ])("its event %s is the end", async (type, status, failure) => {
    const events = { data: [{ id: "e1", type, data: { message: "out of luck" } }], has_more: false };
    const server = await bare((pathname) => (pathname.endsWith("/events") ? events : undefined));
    const { id } = await here.queue(BODY);
    here.start(runner(server.url));
    expect(await here.ended(id)).toMatchObject({ status, failure });
    await server.close();
  });

  test("if nothing reports the end, the job fails with that reason", async () => {
    const server = await bare(() => undefined);
    const { id } = await here.queue(BODY);
    here.start(runner(server.url));
    const { status, failure } = await here.ended(id);
    expect([status, JSON.parse(String(failure)).reason]).toEqual([
      "failed",
      expect.stringContaining("Forwarded as job 0193e0b0-"),
    ]);
    await server.close();
  });
});
