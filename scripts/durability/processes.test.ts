import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ensureBuilt } from "@/scripts/start/build.mjs";
import { allProcessesOf } from "@/scripts/testing/started";
import { MODEL, answerJson, startUpstream } from "@/service/inference/test-upstream";
import { ServiceProcess, WAIT } from "./service-process";

const SERVERS = 3;
const service = new ServiceProcess();

beforeAll(async () => {
  await ensureBuilt("service");
  await service.start({ LOUPE_SERVICE_PROCESSES: String(SERVERS) });
}, 300_000);
afterAll(() => service.remove());

const pidsOf = (kind: string) => allProcessesOf(service.data).flatMap(([role, pid]) => (role === kind ? [pid] : []));

/** Sends a call over a connection of its own, so that every server gets some. */
async function send(id: string): Promise<number> {
  const start = { project_id: "acme/many", id, trace_id: id, op_name: "op", started_at: "2026-11-20T10:00:00Z" };
  const body = { start: { ...start, attributes: {}, inputs: { text: `of ${id}` } } };
  return (await service.ask("/call/start", body, undefined, { connection: "close" })).status;
}

async function countOf(query: object): Promise<unknown> {
  const answer = await service.ask("/calls/query_stats", { project_id: "acme/many", ...query });
  return (await answer.json()).count;
}

async function requestsByProcess(): Promise<Map<string, number>> {
  const text = await (await service.ask("/metrics")).text();
  const lines = text.matchAll(/^loupe_http_requests_total\{process="([^"]+)".*route="\/call\/start".*\} (\d+)$/gm);
  return new Map([...lines].map(([, name = "", count]) => [name, Number(count)]));
}

describe("a service of several processes", () => {
  test("shares its port: each answers, and the metrics have all of them", async () => {
    const statuses = await Promise.all(Array.from({ length: 60 }, (_, at) => send(`first-${at}`)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const requests = await requestsByProcess();
    expect([...requests.keys()].toSorted()).toEqual(["server-1", "server-2", "server-3"]);
    expect([...requests.values()].reduce((sum, count) => sum + count, 0)).toBe(60);
    expect(pidsOf("server")).toHaveLength(SERVERS);
    expect(pidsOf("background")).toHaveLength(1);
  });

  test.each(["server", "background"])(
    "a %s process that is killed is replaced; nothing acknowledged is lost",
    async (kind) => {
      const [victim = Number.NaN] = pidsOf(kind);
      process.kill(victim, "SIGKILL");
      await vi.waitFor(() => {
        const pids = pidsOf(kind);
        if (pids.includes(victim) || pids.length < (kind === "server" ? SERVERS : 1)) throw new Error("not replaced");
      }, WAIT);
      const ids = Array.from({ length: 30 }, (_, at) => `${kind}-${at}`);
      const acknowledged: string[] = [];
      for (const id of ids) if ((await send(id).catch(() => 0)) === 200) acknowledged.push(id);
      expect(acknowledged).toEqual(ids);
      expect(await countOf({ filter: { call_ids: acknowledged } })).toBe(ids.length);
    },
  );

  // A stopped process is like one whose event loop is held by a loop that never ends.
  test.each(["server", "background"])("a %s process that does not respond is ended and replaced", async (kind) => {
    const [victim = Number.NaN, ...others] = pidsOf(kind);
    process.kill(victim, "SIGSTOP");
    await vi.waitFor(async () => {
      const pids = pidsOf(kind);
      if (pids.includes(victim) || pids.length <= others.length) throw new Error("not replaced");
      expect(service.output).toContain(`a ${kind} process did not respond for 10 s, was ended and is being restarted`);
      const metrics = await (await service.ask("/metrics")).text();
      const labels = `process="supervisor",kind="${kind}",reason="not_responding"`;
      expect(metrics).toContain(`loupe_processes_replaced_total{${labels}} 1`);
    }, WAIT);
    expect(pidsOf(kind)).toEqual(expect.arrayContaining(others));
    expect(await send(`${kind} after silence`)).toBe(200);
  });

  test("together they send a model server no more requests at once than it may have", async () => {
    let most = 0;
    const upstream = await startUpstream(async (response, request) => {
      most = Math.max(most, upstream.open);
      // Long enough for requests of other processes to overlap with it.
      await pause(20);
      await answerJson()(response, request);
    });
    const { base_url } = upstream.config;
    expect((await service.ask("/connections/create", { name: "local", base_url, max_parallel: 2 })).status).toBe(200);
    const complete = async () => {
      const body = { model: MODEL, messages: [{ role: "user", content: "Hello?" }] };
      return (await service.ask("/v1/chat/completions", body, undefined, { connection: "close" })).status;
    };
    await vi.waitFor(async () => {
      const statuses = await Promise.all(Array.from({ length: 30 }, complete));
      if (statuses.some((status) => status !== 200)) throw new Error("some process does not have the server yet");
    }, WAIT);
    expect(most).toBe(2);
  });

  test("a stop ends all of them", async () => {
    expect(await service.stop()).toBe(0);
    expect(allProcessesOf(service.data)).toEqual([]);
  });
});
