import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { amplifiedRequests, knownAmplifiers, seedAmplifiers } from "../../durability/amplify";
import { ServiceProcess } from "../../durability/service-process";
import { ensureBuilt } from "../../start/build.mjs";
import { report } from "../report";
import { minutesOf } from "./duration";

const MINUTES = minutesOf(5);
const MINUTE_MS = 60_000;
const IDLE_MS = 10_000;
/** Different requests that are sent in turn, besides those that are known to have amplified. */
const REQUESTS = 1_000;
const SEED = Number(process.env.AMPLIFY_SEED ?? 1);
/** Requests of the attacking keys at once. */
const AT_ONCE = 4;
/** How many times as long as otherwise another key's requests may take, the slowest twentieth left out. */
const SLOWER = 5;
const VICTIM = "acme/victim";
const service = new ServiceProcess();
const folder = mkdtempSync(path.join(tmpdir(), "loupe-amplify-"));

beforeAll(async () => {
  await ensureBuilt("service");
  await service.start();
}, 300_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.remove();
});

/** The durations of another key's requests until the signal aborts, milliseconds. */
async function durations(signal: AbortSignal): Promise<number[]> {
  const found: number[] = [];
  while (!signal.aborted)
    for (const place of ["/calls/stream_query", "/calls/query_stats"]) {
      const since = performance.now();
      const response = await service.ask(place, { project_id: VICTIM });
      await response.arrayBuffer();
      expect(response.status).toBe(200);
      found.push(performance.now() - since);
    }
  return found;
}

/** Written before the attack, which would otherwise wait for them, and so would the measurement. */
function writeRequests(keys: Awaited<ReturnType<typeof seedAmplifiers>>): void {
  mkdirSync(folder, { recursive: true });
  const requests = [...knownAmplifiers(), ...amplifiedRequests(REQUESTS, SEED)].map(({ body, ...rest }, place) => {
    const file = `${place}.json`;
    writeFileSync(path.join(folder, file), body);
    return { ...rest, file, key: keys[rest.role] };
  });
  writeFileSync(path.join(folder, "requests.json"), JSON.stringify(requests));
}

const outcome = z.object({ sent: z.number(), wrong: z.array(z.string()) });

/** The attack, in a process of its own. */
class Attack {
  readonly #child: ChildProcess;
  #output = "";

  constructor() {
    const args = ["scripts/durability/amplify-attack.mjs", service.address, String(AT_ONCE), folder];
    this.#child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
    this.#child.stdout?.setEncoding("utf8").on("data", (text: string) => (this.#output += text));
  }

  async end(): Promise<z.infer<typeof outcome>> {
    const ended = once(this.#child, "close");
    this.#child.stdin?.write("stop\n");
    await ended;
    return outcome.parse(JSON.parse(this.#output.split("\n").at(1) ?? ""));
  }
}

const p95 = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Infinity;

test(
  "amplifying requests of every role to every endpoint: no process ends, and another key hardly notices",
  async () => {
    writeRequests(await seedAmplifiers(service));
    const idle = p95(await durations(AbortSignal.timeout(IDLE_MS)));
    const attack = new Attack();
    const during = p95(await durations(AbortSignal.timeout(MINUTES * MINUTE_MS)));
    const { sent, wrong } = await attack.end();
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
