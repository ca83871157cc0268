import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Amplified,
  amplifiedRequests,
  isWrong,
  knownAmplifiers,
  seedAmplifiers,
  sendAmplified,
} from "../../durability/amplify";
import { ServiceProcess } from "../../durability/service-process";
import { ensureBuilt } from "../../start/build.mjs";
import { report } from "../report";
import { minutesOf } from "./duration";

const MINUTES = minutesOf(5);
const MINUTE_MS = 60_000;
const IDLE_MS = 10_000;
/** Requests of the attacking keys at once. */
const AT_ONCE = 4;
/** How many times as long as otherwise another key's requests may take, the slowest twentieth left out. */
const SLOWER = 5;
const VICTIM = "acme/victim";
const service = new ServiceProcess();

beforeAll(async () => {
  await ensureBuilt("service");
  await service.start();
}, 300_000);
afterAll(() => service.remove());

/** The durations of another key's requests until the signal aborts, milliseconds. */
async function durations(signal: AbortSignal): Promise<number[]> {
  const found: number[] = [];
  while (!signal.aborted)
    for (const path of ["/calls/stream_query", "/calls/query_stats"]) {
      const since = performance.now();
      const response = await service.ask(path, { project_id: VICTIM });
      await response.arrayBuffer();
      expect(response.status).toBe(200);
      found.push(performance.now() - since);
    }
  return found;
}

/** One after another, since each may have megabytes. */
function* requestsOf(seed: number): Generator<Amplified> {
  yield* knownAmplifiers();
  yield* amplifiedRequests(Infinity, seed);
}

const p95 = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Infinity;

test(
  "amplifying requests of every role to every endpoint: no process ends, and another key hardly notices",
  async () => {
    const keys = await seedAmplifiers(service);
    const idle = p95(await durations(AbortSignal.timeout(IDLE_MS)));
    const until = performance.now() + MINUTES * MINUTE_MS;
    const stopping = new AbortController();
    const measuring = durations(stopping.signal);
    let sent = 0;
    const wrong: string[] = [];
    const attack = async (seed: number) => {
      for (const request of requestsOf(seed)) {
        if (performance.now() > until) return;
        const status = await sendAmplified(service, keys[request.role], request);
        sent += 1;
        if (isWrong(status)) wrong.push(`${request.role} ${request.path} ${request.kind}: ${status}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, (_, place) => attack(place + 1)));
    stopping.abort();
    const during = p95(await measuring);
    report(
      "amplifying requests",
      `${sent} sent`,
      `p95 of another key ${during.toFixed(1)} ms, idle ${idle.toFixed(1)} ms`,
    );
    expect(wrong).toEqual([]);
    expect(service.output).not.toContain("is being restarted");
    expect(during).toBeLessThan(SLOWER * idle);
  },
  (MINUTES + 10) * MINUTE_MS,
);
