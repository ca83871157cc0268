import { beforeEach, expect, test } from "vitest";
import type { CallRow } from "@/lib/contract/calls";
import { leaderboards } from "@/lib/experiment/leaderboard";
import { sleep } from "@/lib/limit/sleep";
import { MODEL, answerJson, startUpstream } from "@/service/inference/test-upstream";
import { list } from "@/service/store/testing/test-store";
import { asked, completionOf, useExperiments } from "./test-experiments";

const experiments = useExperiments();
const ROWS = ["plain", "refused", "busy", "in euros", "without price", "without usage", "without answer"];
const REPETITIONS = 2;
const DELAY_MS = 30;
const PAUSED_MS = 1_500;
const INPUT = 0.01;
const OUTPUT = 0.02;
const EUROS = "answers-in-euros";

beforeEach(async () => {
  await experiments.useRows(ROWS.map((q) => ({ q })));
  await experiments.setPrices();
  const euros = { prompt_token_cost_unit: "EUR", completion_token_cost_unit: "EUR" };
  const price = { prompt_token_cost: 1, completion_token_cost: 1, effective_date: "2020-01-01T00:00:00Z", ...euros };
  await experiments.post("/cost/create", { costs: { [EUROS]: price } });
});

/** A model server of which every row is another case; what it refuses at first it answers later. */
async function awkwardServer() {
  const times = new Map<string, number>();
  const state = { isBroken: true };
  const upstream = await startUpstream(async (response, request) => {
    const row = asked(request);
    const time = (times.get(row) ?? 0) + 1;
    times.set(row, time);
    await sleep(DELAY_MS, new AbortController().signal);
    const answer = (body: object, status = 200) => answerJson(body, status, { "retry-after": "0" })(response, request);
    if (row === "refused" && state.isBroken) return answer({ error: { message: "no" } }, 400);
    if (row === "busy" && time === 1) return answer({ error: { message: "busy" } }, 429);
    if (row === "without answer" && state.isBroken) return answer({ ...completionOf(""), choices: [] });
    if (row === "in euros") return answer({ ...completionOf("E"), model: EUROS });
    if (row === "without price") return answer({ ...completionOf("P"), model: "unheard-of" });
    if (row === "without usage") return answer({ ...completionOf("U"), usage: undefined });
    return answer(completionOf(row.toUpperCase()));
  });
  return { upstream, state };
}

const timeOf = (text: string | undefined) => Date.parse(text ?? "");

/** What the calls of an experiment amount to, in plain loops. */
function amountsOf(calls: readonly CallRow[], root: string) {
  const attempts = calls.filter(({ parent_id }) => parent_id === root);
  // What a row cost before it was sent again counts, but that attempt is no result.
  const results = attempts.filter(({ op_name }) => op_name === "Evaluation.predict_and_score");
  const completions = calls.filter(({ parent_id }) => attempts.some(({ id }) => id === parent_id));
  let [answered, failed, latency, usd, unpriced] = [0, 0, 0, 0, 0];
  for (const result of results) {
    if (result.exception !== undefined) {
      failed += 1;
      continue;
    }
    answered += 1;
    // Of several tries the one that was answered.
    const [call] = completions.filter(({ parent_id, exception }) => parent_id === result.id && exception === undefined);
    latency += timeOf(call?.ended_at) - timeOf(call?.started_at);
  }
  for (const { output, exception } of completions) {
    if (exception !== undefined) continue;
    const { model, usage } = JSON.parse(output?.text ?? "{}");
    if (model === MODEL && usage) usd += usage.prompt_tokens * INPUT + usage.completion_tokens * OUTPUT;
    else unpriced += 1;
  }
  return { answered, failed, meanLatencyMs: latency / answered, usd, unpriced };
}

async function callsOf(id: string): Promise<CallRow[]> {
  const { store } = experiments.service;
  const found = await list(store, { project_id: experiments.project, filter: { trace_ids: [id] } });
  return found.toSorted((a, b) => timeOf(a.started_at) - timeOf(b.started_at));
}

/** Compares what the service and the leaderboard say with the calls. */
async function expectEqual(id: string): Promise<void> {
  const run = await experiments.read(id);
  const calls = await callsOf(id);
  const call = calls.find((one) => one.id === id);
  const plain = amountsOf(calls, id);
  expect({ answered: run.rows.answered, failed: run.rows.failed }).toEqual({
    answered: plain.answered,
    failed: plain.failed,
  });
  expect(run.cost_usd).toBeCloseTo(plain.usd, 9);
  expect(run.unpriced).toBe(plain.unpriced);
  const [board] = leaderboards([{ id, call, run }]);
  const [row] = board?.rows ?? [];
  expect(row?.answered).toEqual({ count: plain.answered, of: ROWS.length * REPETITIONS });
  // Calls have microseconds, which the plain loops do not read.
  expect(Math.abs((row?.latencyMs ?? 0) - plain.meanLatencyMs)).toBeLessThan(2);
}

test("counts, latency, cost and duration of an experiment are those of its calls, whatever happened to it", async () => {
  const { upstream, state } = await awkwardServer();
  const { id } = await experiments.create({ parallel: 1, repetitions: REPETITIONS });
  const crash = experiments.start(upstream);
  await experiments.until(id, ({ rows }) => rows.answered >= 2);
  await experiments.update(id, { action: "pause" });
  await experiments.until(id, ({ rows }) => rows.sent === 0);
  const worked = (await experiments.read(id)).duration_ms ?? 0;
  await crash();
  await sleep(PAUSED_MS, new AbortController().signal);
  expect((await experiments.read(id)).duration_ms).toBe(worked);

  // A process that sends a row and dies.
  const { store } = experiments.service;
  const key = { project_id: experiments.project, id };
  await experiments.update(id, { action: "resume" });
  await store.takeExperiment("dead");
  await store.sendExperimentRow("dead", key, "0193b8a0-0000-7000-8000-000000000001");
  await store.releaseExperiment("dead", key);
  await sleep(PAUSED_MS, new AbortController().signal);

  experiments.start(upstream);
  const first = await experiments.ended(id);
  await expectEqual(id);
  const wall = timeOf(first.ended_at) - timeOf(first.started_at);
  expect(first.duration_ms).toBeLessThanOrEqual(wall - 2 * PAUSED_MS);
  expect(first.duration_ms).toBeGreaterThanOrEqual(first.rows.answered * DELAY_MS);

  state.isBroken = false;
  const before = amountsOf(await callsOf(id), id);
  await experiments.update(id, { action: "retry_failed" });
  const second = await experiments.ended(id);
  expect(second.rows).toMatchObject({ answered: ROWS.length * REPETITIONS, failed: 0 });
  expect(before.failed).toBeGreaterThan(0);
  await expectEqual(id);
});
