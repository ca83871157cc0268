import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Experiment, experimentResponse } from "@/lib/contract/experiments";
import { parseJson } from "@/lib/json/slice";
import { slicePlan } from "@/lib/json/slice-plan";
import { ensureBuilt } from "@/scripts/start/build.mjs";
import { allProcessesOf } from "@/scripts/testing/started";
import { MODEL, answerJson, startUpstream } from "@/service/inference/test-upstream";
import { ServiceProcess, WAIT } from "./service-process";

/** Two leases run out meanwhile. */
const LONG_WAIT = { timeout: 180_000, interval: 100 };
const PLAN = slicePlan(experimentResponse);
const service = new ServiceProcess();

beforeAll(() => ensureBuilt("service"), 300_000);
afterAll(() => service.remove());

async function ask(place: string, body: object): Promise<string> {
  const response = await service.ask(place, body);
  const text = await response.text();
  expect([place, response.status, text]).toEqual([place, 200, text]);
  return text;
}

const experimentIn = (text: string): Experiment => experimentResponse.parse(parseJson(text, PLAN)).experiment;

async function create(project_id: string, rows: number): Promise<() => Promise<Experiment>> {
  const values = Array.from({ length: rows }, (_, place) => ({ q: `${project_id} ${place}` }));
  const { digest } = JSON.parse(await ask("/table/create", { table: { project_id, rows: values } }));
  const request = { model: MODEL, messages: [{ role: "user", content: "{{q}}" }] };
  const definition = { name: "rows", table_digest: digest, request, parallel: 1 };
  const { id } = experimentIn(await ask("/experiments/create", { project_id, ...definition }));
  return async () => experimentIn(await ask("/experiments/read", { project_id, id }));
}

test("an experiment that ends its process each time is paused after the second; those of others are completed", async () => {
  let kills = 0;
  const upstream = await startUpstream(async (response, request) => {
    // A request that its process does not survive.
    if (request.body.includes("acme/poison")) {
      kills += 1;
      for (const [role, pid] of allProcessesOf(service.data)) if (role === "background") process.kill(pid, "SIGKILL");
      return;
    }
    const message = { role: "assistant", content: "done" };
    const usage = { prompt_tokens: 1, completion_tokens: 1 };
    await answerJson({ id: "c", object: "chat.completion", model: MODEL, choices: [{ index: 0, message }], usage })(
      response,
      request,
    );
  });
  const { base_url } = upstream.config;
  await service.start({ LOUPE_UPSTREAMS: JSON.stringify([{ name: "stand-in", base_url }]) });
  const poison = await create("acme/poison", 20);
  await vi.waitFor(() => expect(kills).toBe(1), WAIT);
  const others = [await create("acme/one", 10), await create("acme/two", 10)];
  const paused = await vi.waitFor(async () => {
    const found = await poison();
    expect(found.status).toBe("paused");
    return found;
  }, LONG_WAIT);
  expect([paused.reason, kills]).toEqual([expect.stringContaining("ended twice"), 2]);
  for (const read of others)
    await vi.waitFor(
      async () => expect(await read()).toMatchObject({ status: "completed", rows: { answered: 10 } }),
      LONG_WAIT,
    );
  expect(service.output).toContain("a background process exited unexpectedly (SIGKILL) and is being restarted");
});
