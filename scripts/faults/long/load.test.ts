import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ServiceProcess } from "../../durability/service-process";
import { ensureBuilt } from "../../start/build.mjs";
import { type Started, freePorts, start } from "../../testing/started";
import { Load } from "../load";
import { report } from "../report";
import { minutesOf } from "./duration";
import { MemoryWatch } from "./memory";

const MINUTES = minutesOf(20);
const MINUTE_MS = 60_000;
/** Caches fill, and memory for short-lived objects grows to its size. */
const WARM_UP = 0.25;
const SAMPLE_EVERY_MS = 2_000;
/** Between two requests of a client. */
const PAUSE_MS = 20;
const CHAT_EVERY_MS = 100;
const EXPORT_EVERY_MS = 5_000;
const SLACK_MS = 10 * MINUTE_MS;
const project = "acme/mixed";

const service = new ServiceProcess();
let model: Started;

beforeAll(async () => {
  await ensureBuilt("service");
  const [port = 0] = await freePorts(1);
  model = start([process.execPath, "--import", "tsx", "bench/model-server.ts", String(port)], {});
  const upstreams = [{ name: "stand-in", base_url: `http://127.0.0.1:${port}/v1`, models: ["bench"] }];
  await service.start({ LOUPE_UPSTREAMS: JSON.stringify(upstreams) });
}, 300_000);
afterAll(async () => {
  await service.remove();
  model.child.kill("SIGTERM");
  await model.exited;
});

/** Repeats a request; returns how many there were. */
async function repeat(signal: AbortSignal, everyMs: number, place: string, body: object): Promise<number> {
  let count = 0;
  for (; !signal.aborted; count += 1) {
    const response = await service.ask(place, body, undefined, { "client-project": project });
    for await (const _part of response.body ?? []);
    expect([place, response.status]).toEqual([place, 200]);
    await pause(everyMs);
  }
  return count;
}

test(
  "mixed load: everything is answered, and the memory of each process is shown",
  async () => {
    const stopping = new AbortController();
    const load = new Load(service, project, PAUSE_MS);
    const messages = [{ role: "user", content: "Where is my parcel?" }];
    const others = Promise.all([
      repeat(stopping.signal, CHAT_EVERY_MS, "/v1/chat/completions/", { model: "bench", messages }),
      repeat(stopping.signal, EXPORT_EVERY_MS, "/calls/stream_query", { project_id: project }),
    ]);
    // Awaited below: a failure must not end the test before the load has.
    others.catch(() => undefined);
    const memory = new MemoryWatch(service.data);
    try {
      await pause(WARM_UP * MINUTES * MINUTE_MS);
      const until = performance.now() + (1 - WARM_UP) * MINUTES * MINUTE_MS;
      for (memory.sample(); performance.now() < until; memory.sample()) await pause(SAMPLE_EVERY_MS);
    } finally {
      stopping.abort();
      await load.stop();
    }
    const [chats, exports] = await others;
    expect(load.count("write", "broken")).toBe(0);
    const title = `${MINUTES} minutes of mixed load`;
    // Before the check, which takes minutes.
    report(title, `${load.answers}, ${chats} chats, ${exports} exports`, ...memory.growth);
    report(`${title}, checked`, await load.checkAll());
  },
  MINUTES * MINUTE_MS + SLACK_MS,
);
