import { writeFileSync } from "node:fs";
import path from "node:path";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { rowsOf } from "@/service/store/embedded/test-server";
import { waitingWork } from "@/service/store/testing/test-progress";
import { ServiceProcess, WAIT } from "../durability/service-process";
import { startOwnPostgres } from "../postgres-server.mjs";
import { ensureBuilt } from "../start/build.mjs";
import { allProcessesOf, start } from "../testing/started";
import { startFakeClock } from "./fake-clock.mjs";
import { Load } from "./load";
import { report, seconds } from "./report";

vi.setConfig({ testTimeout: 240_000 });
const ENOUGH = 24;
const HOUR_MS = 3_600_000;
/** Between the answers and the machine's clock. */
const TOLERANCE_MS = 60_000;
const project_id = "acme/clock";
const SECRET = "0123456789abcdef0123456789abcdef";

const service = new ServiceProcess();
let postgres: NonNullable<Awaited<ReturnType<typeof startOwnPostgres>>>;
let clock: ReturnType<typeof startFakeClock>;
let goOn: string;

beforeAll(async () => {
  clock = startFakeClock();
  await ensureBuilt("service");
  const started = await startOwnPostgres({ settings: { synchronous_commit: "on" }, env: clock.env });
  if (!started) throw new Error("no PostgreSQL server is installed");
  postgres = started;
  goOn = path.join(path.dirname(service.data), "go-on");
  // Reports a step, and the last one once the file is there. Ends with the test, also when that fails.
  const program = `
    console.log(JSON.stringify({ type: "gradient_step", data: { step: 1, total_steps: 2 } }));
    setInterval(() => {
      if (!require("node:fs").existsSync(${JSON.stringify(path.dirname(goOn))})) process.exit(1);
      if (!require("node:fs").existsSync(${JSON.stringify(goOn)})) return;
      console.log(JSON.stringify({ type: "gradient_step", data: { step: 2, total_steps: 2 } }));
      process.exit();
    }, 50);`;
  const runner = { type: "command", command: [process.execPath, "-e", program] };
  await service.start({ DATABASE_URL: postgres.url, LOUPE_TRAINING_RUNNER: JSON.stringify(runner), ...clock.env });
}, 300_000);
afterAll(async () => {
  await service.remove();
  await postgres.stop();
  clock.remove();
});

async function ask(place: string, body?: object, key?: string) {
  const response = await service.ask(place, body && { project_id, ...body }, key);
  return { status: response.status, date: response.headers.get("date") ?? "", body: await response.json() };
}

async function setClock(offset: string, differenceMs: number): Promise<void> {
  clock.set(offset);
  const isSet = (time: string | Date) =>
    expect(Math.abs(new Date(time).getTime() - Date.now() - differenceMs)).toBeLessThan(TOLERANCE_MS);
  await vi.waitFor(async () => {
    isSet((await ask("/health")).date);
    const [row] = await rowsOf<{ now: Date }>({ connectionString: postgres.url }, "select clock_timestamp() as now");
    isSet(row?.now ?? "");
  }, WAIT);
}

const watermark = async (): Promise<string> => (await ask("/calls/query_stats", {})).body.latest;

/** Writes another value to everything that is written repeatedly; the later must win. */
async function writeLater(value: string, version: number): Promise<void> {
  const id = "repeated";
  const call = { id, trace_id: id, op_name: "answer", started_at: "2026-11-20T08:00:00Z", inputs: {} };
  const before = await watermark();
  for (const [place, body] of [
    ["/call/start", { start: { project_id, ...call, attributes: { value } } }],
    ["/call/end", { end: { project_id, id, ended_at: "2026-11-20T08:00:01Z", output: { value }, summary: {} } }],
    ["/call/update", { project_id, call_id: id, display_name: value }],
    ["/obj/create", { obj: { project_id, object_id: "prompt", val: { value } } }],
  ] as const) {
    const response = await service.ask(place, body);
    expect([place, response.status, await response.text()]).toEqual([place, 200, expect.anything()]);
  }
  expect((await ask("/call/read", { id })).body.call).toMatchObject({
    attributes: { value },
    output: { value },
    display_name: value,
  });
  expect((await ask("/obj/read", { object_id: "prompt", digest: "latest" })).body.obj).toMatchObject({
    val: { value },
    version_index: version,
  });
  expect(await watermark()).not.toBe(before);
}

async function newKey(): Promise<{ id: string; key: string }> {
  const roles = [{ project_pattern: project_id, role: "member" }];
  const key = { owner: "tester", default_project: project_id, roles };
  const made = await (await service.ask("/keys/create", key)).json();
  return { id: made.key.id, key: made.api_key };
}

const statusFor = async ({ key }: { key: string }) => (await ask("/calls/query_stats", {}, key)).status;

async function startJob(): Promise<string> {
  const model = { project_id, name: "judge", base_model: "base/7b", return_existing: true };
  const made = await (await service.ask("/v1/preview/models", model)).json();
  const trajectories = [{ messages_and_choices: [{ role: "user", content: "hi" }], reward: 1 }];
  const job = { model_id: made.id, trajectory_groups: [{ trajectories }] };
  const { id } = await (await service.ask("/v1/preview/training-jobs", job)).json();
  await jobHas(id, { step: 1 });
  return id;
}

async function jobHas(id: string, state: object): Promise<void> {
  await vi.waitFor(async () => expect((await ask(`/v1/preview/training-jobs/${id}`)).body).toMatchObject(state), WAIT);
}

/** Whether a process with the clock accepts a session. */
async function acceptsSession(token: string): Promise<boolean> {
  const decode = `import("next-auth/jwt").then(async ({ default: { decode } }) => console.log(
    Boolean(await decode({ token: ${JSON.stringify(token)}, secret: ${JSON.stringify(SECRET)} }))))`;
  const decoding = start([process.execPath, "-e", decode], clock.env);
  expect([await decoding.exited, decoding.stderr]).toEqual([0, ""]);
  return decoding.stdout === "true\n";
}

test("a clock that is set back by an hour, and forward again: later writes win, and nothing waits for the hour", async () => {
  const load = new Load(service, "acme/clock-load");
  try {
    await load.until(200, ENOUGH);
    const [key, job] = [await newKey(), await startJob()];
    const session = await encode({ token: { name: "someone" }, secret: SECRET });
    await writeLater("first", 0);
    // Written last before the change, so it is the newest for an hour.
    const untouched = { id: "untouched", trace_id: "untouched", op_name: "answer", started_at: "2026-11-20T08:00:00Z" };
    expect((await service.ask("/call/start", { start: { project_id, ...untouched, inputs: {} } })).status).toBe(200);

    // The job's lease was given by the clock as it was before.
    process.kill(allProcessesOf(service.data).find(([role]) => role === "background")?.[1] ?? Number.NaN, "SIGKILL");
    await setClock("-1h", -HOUR_MS);
    const since = performance.now();
    await writeLater("second", 1);
    const newer = await newKey();
    expect([await statusFor(key), await statusFor(newer), await acceptsSession(session)]).toEqual([200, 200, true]);
    expect((await service.ask("/keys/revoke", { id: newer.id })).status).toBe(200);
    await vi.waitFor(async () => expect(await statusFor(newer)).toBe(401), WAIT);
    writeFileSync(goOn, "");
    await jobHas(job, { status: "succeeded", step: 2 });
    await load.until(200, ENOUGH);
    await load.stop();
    await vi.waitFor(async () => {
      const { hours } = await waitingWork({ connectionString: postgres.url });
      if (hours > 0) throw new Error(`${hours} hours wait to be rolled up`);
    }, WAIT);
    const done = (performance.now() - since) / 1_000;
    const duringLoad = load.answers;

    await setClock("+0", 0);
    await writeLater("third", 2);
    expect([await statusFor(key), await statusFor(newer), await acceptsSession(session)]).toEqual([200, 401, true]);
    report(
      "clock set back by an hour and forward again",
      "later writes won each time, the watermark of lists went on, keys and sessions stayed valid",
      `a training job ended and all hours were rolled up within ${seconds(done)}`,
      duringLoad,
      await load.checkAll(),
    );
  } finally {
    await load.stop();
  }
});
