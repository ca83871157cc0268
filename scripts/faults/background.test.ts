import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type EmbeddedConnection, connectionTo } from "@/service/store/embedded/ownership";
import { findPostmaster } from "@/service/store/embedded/postmaster";
import { DATABASE } from "@/service/store/embedded/start-embedded";
import { isBeingWritten, waitingWork } from "@/service/store/testing/test-progress";
import { ServiceProcess, WAIT } from "../durability/service-process";
import { ensureBuilt } from "../start/build.mjs";
import { allProcessesOf } from "../testing/started";
import { report } from "./report";

vi.setConfig({ testTimeout: 240_000 });
const project_id = "acme/background";
const ROUNDS = 5;
/** More than two segments of the text index a round, so that it also merges some. */
const CALLS = 3_000;
const BATCH = 500;
const HOURS = 24;
/** Fewer calls are not indexed, but searched one by one. */
const LEAST_INDEXED = 1_024;
const WORDS = ["parcel", "invoice", "refund", "Lieferung", "配送", "address", "voucher"];
const MODELS = ["small", "large"];
const START = Date.UTC(2026, 10, 1);
const HOUR_MS = 3_600_000;
/** The tables that only the work in the background writes. */
const WORK = { indexing: "search_segments", "rolling up": "call_hours" };

const service = new ServiceProcess();
const sent: ReturnType<typeof makeCall>[] = [];
let database: EmbeddedConnection;

beforeAll(async () => {
  await ensureBuilt("service");
  await service.start();
  const socketFolder = findPostmaster(path.join(service.data, "postgres"))?.socketFolder ?? "";
  database = connectionTo(socketFolder, DATABASE);
}, 300_000);
afterAll(() => service.remove());

function makeCall(at: number) {
  const startedMs = START + (at % HOURS) * HOUR_MS + at;
  const model = MODELS[at % MODELS.length] ?? "";
  const words = WORDS.filter((_, place) => at % (place + 2) === 0).join(" ");
  return {
    project_id,
    id: `call-${at}`,
    trace_id: `call-${at}`,
    op_name: `op-${at % 3}`,
    started_at: new Date(startedMs).toISOString(),
    ended_at: new Date(startedMs + 100).toISOString(),
    inputs: { text: `${words} of call ${at}` },
    output: {},
    summary: { usage: { [model]: { prompt_tokens: at % 100, completion_tokens: 1 } } },
    exception: at % 10 === 0 ? "failed" : undefined,
  };
}

async function ask(place: string, body: object) {
  const response = await service.ask(place, { project_id, ...body });
  expect(response.status).toBe(200);
  return response;
}

async function sendMore(): Promise<void> {
  for (let count = 0; count < CALLS; count += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, place) => makeCall(sent.length + place));
    const response = await service.ask("/calls/complete", { batch });
    expect([response.status, (await response.json()).res.length]).toEqual([200, BATCH]);
    sent.push(...batch);
  }
}

const backgroundPid = () => allProcessesOf(service.data).find(([role]) => role === "background")?.[1];

/** Kills the process between two of the transaction's statements: a suspended process begins and commits nothing. */
async function killWhileWriting(table: string): Promise<void> {
  const victim = await vi.waitFor(() => {
    const pid = backgroundPid();
    if (pid === undefined) throw new Error("no process works in the background");
    return pid;
  }, WAIT);
  const until = performance.now() + WAIT.timeout;
  while (performance.now() < until) {
    process.kill(victim, "SIGSTOP");
    let isHit = false;
    try {
      isHit = await isBeingWritten(database, table);
    } finally {
      process.kill(victim, isHit ? "SIGKILL" : "SIGCONT");
    }
    if (isHit)
      return vi.waitFor(() => {
        if (backgroundPid() === victim) throw new Error("not gone");
      }, WAIT);
    await pause(Math.random() * 5);
  }
  throw new Error(`nothing was written to ${table}`);
}

test("the background process killed in the middle of indexing and of roll-ups: search and statistics equal a recount", async () => {
  for (let round = 0; round < ROUNDS; round += 1)
    for (const table of Object.values(WORK)) {
      await sendMore();
      await killWhileWriting(table);
    }
  const since = performance.now();
  await vi.waitFor(async () => {
    const { calls, hours } = await waitingWork(database);
    if (calls >= LEAST_INDEXED || hours > 0) throw new Error(`${calls} calls and ${hours} hours are waiting`);
  }, WAIT);
  const doneSeconds = (performance.now() - since) / 1_000;
  for (const word of WORDS) {
    const contains = { $contains: { input: { $getField: "inputs.text" }, substr: { $literal: word } } };
    const lines = await (await ask("/calls/stream_query", { query: { $expr: contains }, columns: ["id"] })).text();
    const found = lines
      .trim()
      .split("\n")
      .map((line): string => JSON.parse(line).id);
    const expected = sent.filter(({ inputs }) => inputs.text.includes(word)).map(({ id }) => id);
    expect(found.toSorted()).toEqual(expected.toSorted());
  }
  const range = { start: new Date(START).toISOString(), end: new Date(START + HOURS * HOUR_MS).toISOString() };
  const grouped = { ...range, granularity: HOUR_MS / 1_000, group_by: ["op_name", "model"] };
  const { stats } = await (await ask("/calls/stats", grouped)).json();
  const counted = stats.map(({ bucket, op_name, model, count, errors, usage }: Record<string, unknown>) =>
    JSON.stringify({ bucket, op_name, model, count, errors, usage }),
  );
  expect(counted.toSorted()).toEqual(recount().toSorted());
  expect(await (await ask("/calls/query_stats", {})).json()).toMatchObject({ count: sent.length });
  report(
    "background process killed",
    `${ROUNDS} times while indexing, ${ROUNDS} times while rolling up`,
    `done ${doneSeconds.toFixed(1)} s after the last`,
    `${sent.length} of ${sent.length} calls are counted, and found by text, as in a plain recount`,
  );
});

/** Counts by hour, operation and model, from what was sent. */
function recount(): string[] {
  const cells = new Map<string, { count: number; errors: number; prompt_tokens: number }>();
  for (const [at, { op_name, exception }] of sent.entries()) {
    const key = JSON.stringify({ bucket: at % HOURS, op_name, model: MODELS[at % MODELS.length] });
    const cell = cells.get(key) ?? { count: 0, errors: 0, prompt_tokens: 0 };
    cell.count += 1;
    cell.errors += exception ? 1 : 0;
    cell.prompt_tokens += at % 100;
    cells.set(key, cell);
  }
  return [...cells].map(([key, { count, errors, prompt_tokens }]) => {
    const usage = { prompt_tokens, completion_tokens: count, total_tokens: prompt_tokens + count };
    return JSON.stringify({ ...JSON.parse(key), count, errors, usage });
  });
}
