import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { callRef, versionRef } from "@/lib/contract/refs";
import type { ScorerDefinition } from "@/lib/contract/scorers";
import { type ScoringRule, scoringQueryResponse } from "@/lib/contract/scoring";
import { parseJson } from "@/lib/json/slice";
import { slicePlan } from "@/lib/json/slice-plan";
import { writeScorer } from "@/lib/scorer/stored-scorer";
import { MODEL, answerJson, startUpstream } from "@/service/inference/test-upstream";
import { ServiceProcess, WAIT } from "../durability/service-process";
import { ensureBuilt } from "../start/build.mjs";
import { allProcessesOf } from "../testing/started";
import { report } from "./report";

vi.setConfig({ testTimeout: 240_000 });
const project_id = "acme/scoring";
const TRACES = 400;
const BATCH = 50;
/** Verdicts after which everything is killed. */
const KILLS = [60, 200];
const LONG_WAIT = { timeout: 120_000, interval: 50 };
const PLAN = slicePlan(scoringQueryResponse);

const service = new ServiceProcess();
beforeAll(() => ensureBuilt("service"), 300_000);
afterAll(() => service.remove());

async function ask(place: string, body: object): Promise<string> {
  const response = await service.ask(place, body);
  const text = await response.text();
  expect([place, response.status, text]).toEqual([place, 200, text]);
  return text;
}

async function createRule(name: string, definition: ScorerDefinition): Promise<string> {
  const val = JSON.parse(writeScorer({ name, definition }).text);
  const { digest } = JSON.parse(await ask("/obj/create", { obj: { project_id, object_id: name, val } }));
  const scorer_ref = versionRef(project_id, { kind: "object", name, digest });
  await ask("/scoring/create", { project_id, name, unit: "traces", scorer_ref });
  return scorer_ref;
}

const rules = async (): Promise<ScoringRule[]> =>
  scoringQueryResponse.parse(parseJson(await ask("/scoring/query", { project_id }), PLAN)).rules;

async function sendTraces(): Promise<string[]> {
  const ids = Array.from({ length: TRACES }, (_, place) => `call-${place}`);
  for (let from = 0; from < TRACES; from += BATCH) {
    const started_at = new Date().toISOString();
    const batch = ids.slice(from, from + BATCH).map((id) => ({
      project_id,
      id,
      trace_id: `trace of ${id}`,
      op_name: "answer",
      started_at,
      ended_at: started_at,
      attributes: {},
      inputs: {},
      output: `please ${id}`,
      summary: {},
    }));
    await ask("/calls/complete", { batch });
  }
  return ids;
}

async function killEverything(): Promise<void> {
  for (const [, pid] of allProcessesOf(service.data)) process.kill(pid, "SIGKILL");
  await service.exited();
  await vi.waitFor(() => expect(allProcessesOf(service.data)).toEqual([]), WAIT);
}

/** How many scores each call has from each version of a scorer. */
async function scoreCounts(): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const query = { project_id, fields: ["id", "core_ref", "runnable_ref"], limit: 10_000 };
  const { result } = JSON.parse(await ask("/feedback/query", query));
  for (const { core_ref, runnable_ref } of result) {
    const key = `${core_ref} ${runnable_ref}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

test("everything killed twice while traces are scored: each has one score of each scorer", async () => {
  const arrivals = new Map<string, number>();
  const content = JSON.stringify({ reasoning: "It says please", score: true });
  const message = { role: "assistant", content };
  const verdict = answerJson({ id: "c", object: "chat.completion", model: MODEL, choices: [{ index: 0, message }] });
  const upstream = await startUpstream((response, request) => {
    const text = JSON.parse(request.body).messages[0].content;
    arrivals.set(text, (arrivals.get(text) ?? 0) + 1);
    return verdict(response, request);
  });
  const environment = { LOUPE_UPSTREAMS: JSON.stringify([{ name: "stand-in", base_url: upstream.config.base_url }]) };
  await service.start(environment);
  const messages = [{ role: "user" as const, content: "{{output}}" }];
  const scorers = [
    await createRule("says-please", { type: "regex", pattern: "please", ignore_case: true }),
    await createRule("polite", { type: "judge", model: MODEL, messages, score: { type: "boolean" } }),
  ];
  const ids = await sendTraces();
  for (const verdicts of KILLS) {
    await vi.waitFor(() => expect(arrivals.size).toBeGreaterThanOrEqual(verdicts), LONG_WAIT);
    await killEverything();
    await service.start(environment);
  }
  await vi.waitFor(async () => {
    const counts = (await rules()).map(({ calls }) => calls);
    expect(counts).toEqual(scorers.map(() => ({ waiting: 0, sent: 0, scored: TRACES, failed: 0 })));
  }, LONG_WAIT);
  const expected = scorers.flatMap((ref) =>
    ids.map((id): [string, number] => [`${callRef(project_id, id)} ${ref}`, 1]),
  );
  expect(await scoreCounts()).toEqual(new Map(expected));
  expect(arrivals.size).toBe(TRACES);
  const again = [...arrivals.values()].filter((count) => count > 1).length;
  // A judge is asked about at most eight calls at once.
  expect(again).toBeLessThanOrEqual(KILLS.length * 8);
  report(
    "everything killed while traces are scored",
    `after ${KILLS.join(" and ")} verdicts on ${TRACES} traces`,
    `each trace has one score of a rule and one of a judge`,
    `${again} verdicts were asked for twice`,
  );
});
