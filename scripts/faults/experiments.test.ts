import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Experiment, experimentResponse } from "@/lib/contract/experiments";
import { parseJson } from "@/lib/json/slice";
import { slicePlan } from "@/lib/json/slice-plan";
import { MODEL, answerJson, startUpstream } from "@/service/inference/test-upstream";
import { ServiceProcess, WAIT } from "../durability/service-process";
import { ensureBuilt } from "../start/build.mjs";
import { allProcessesOf } from "../testing/started";
import { report } from "./report";

vi.setConfig({ testTimeout: 540_000 });
const project_id = "acme/experiments";
const ROWS = 1_000;
/** Answered rows after which everything is killed. */
const KILLS = [250, 600];
const LONG_WAIT = { timeout: 300_000, interval: 100 };
const PLAN = slicePlan(experimentResponse);

const service = new ServiceProcess();
beforeAll(() => ensureBuilt("service"), 300_000);
afterAll(() => service.remove());

async function ask(place: string, body: object): Promise<string> {
  const response = await service.ask(place, { project_id, ...body });
  const text = await response.text();
  expect([place, response.status, text]).toEqual([place, 200, text]);
  return text;
}

const experimentIn = (text: string): Experiment => experimentResponse.parse(parseJson(text, PLAN)).experiment;
const read = async (id: string) => experimentIn(await ask("/experiments/read", { id }));

async function until(id: string, holds: (experiment: Experiment) => boolean): Promise<Experiment> {
  return vi.waitFor(async () => {
    const experiment = await read(id);
    if (!holds(experiment)) throw new Error(`${experiment.status}: ${JSON.stringify(experiment.rows)}`);
    return experiment;
  }, LONG_WAIT);
}

async function killEverything(): Promise<void> {
  for (const [, pid] of allProcessesOf(service.data)) process.kill(pid, "SIGKILL");
  await service.exited();
  await vi.waitFor(() => expect(allProcessesOf(service.data)).toEqual([]), WAIT);
}

/** The outputs of the results by their examples; undefined for one that failed. */
async function resultsOf(id: string): Promise<Map<string, string | undefined>> {
  const lines = await ask("/calls/stream_query", { filter: { parent_ids: [id] }, columns: ["id", "inputs", "output"] });
  const results = lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const byExample = new Map<string, string | undefined>(
    results.map(({ inputs, output }) => [inputs.example, output?.output]),
  );
  expect(byExample.size).toBe(results.length);
  return byExample;
}

test("everything killed twice during an experiment: no row is lost, and none is sent twice until that is asked for", async () => {
  const arrivals = new Map<string, number>();
  const upstream = await startUpstream((response, request) => {
    const row = JSON.parse(request.body).messages[0].content;
    arrivals.set(row, (arrivals.get(row) ?? 0) + 1);
    const message = { role: "assistant", content: `answer to ${row}` };
    const usage = { prompt_tokens: 1, completion_tokens: 1 };
    return answerJson({ id: "c", object: "chat.completion", model: MODEL, choices: [{ index: 0, message }], usage })(
      response,
      request,
    );
  });
  const environment = { LOUPE_UPSTREAMS: JSON.stringify([{ name: "stand-in", base_url: upstream.config.base_url }]) };
  await service.start(environment);
  const rows = Array.from({ length: ROWS }, (_, place) => ({ q: `row ${place}` }));
  const { digest } = JSON.parse(await ask("/table/create", { table: { project_id, rows } }));
  const request = { model: MODEL, messages: [{ role: "user", content: "{{q}}" }] };
  const made = experimentIn(
    await ask("/experiments/create", { name: "killed", table_digest: digest, request, parallel: 16 }),
  );
  for (const answered of KILLS) {
    await until(made.id, (experiment) => experiment.rows.answered >= answered);
    await killEverything();
    await service.start(environment);
  }
  const ended = await until(made.id, ({ ended_at }) => ended_at !== undefined);
  expect([ended.status, ended.rows.answered + ended.rows.failed]).toEqual(["completed", ROWS]);
  expect([...arrivals].filter(([, count]) => count > 1)).toEqual([]);
  const first = await resultsOf(made.id);
  const answeredFirst = new Set([...first.values()].filter((output) => output !== undefined));
  expect([first.size, answeredFirst.size]).toEqual([ROWS, ended.rows.answered]);
  await ask("/experiments/update", { id: made.id, action: "retry_failed" });
  const retried = await until(made.id, (experiment) => experiment.ended_at !== undefined);
  expect(retried.rows).toEqual({ waiting: 0, sent: 0, answered: ROWS, failed: 0 });
  const outputs = new Set((await resultsOf(made.id)).values());
  expect(outputs).toEqual(new Set(rows.map(({ q }) => `answer to ${q}`)));
  const answered = rows.filter(({ q }) => answeredFirst.has(`answer to ${q}`));
  expect(answered.filter(({ q }) => arrivals.get(q) !== 1)).toEqual([]);
  report(
    "everything killed during an experiment",
    `after ${KILLS.join(" and ")} of ${ROWS} rows`,
    `${ended.rows.answered} rows were answered and ${ended.rows.failed} failed as interrupted, none was sent twice`,
    `after retrying those, all ${ROWS} have one result`,
  );
});
