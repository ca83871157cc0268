import { once } from "node:events";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { endpoints } from "@/lib/contract/endpoints";
import { type Started, freePorts, start } from "@/scripts/testing/started";
import { type Load, inParallel, openLoad } from "./load";
import { measure, once as timed } from "./measure";
import { cpuMs } from "./process-use";
import type { Result } from "./report";
import type { System } from "./system";

const ROUNDS = 5;
const TIMES = 400;
const LANES = 32;
const REQUESTS = 8000;
const LOOK_MS = 20;
const OTHER_GATEWAY = "node_modules/@portkey-ai/gateway/build/start-server.js";
const BODY = JSON.stringify({
  model: "bench",
  messages: [
    { role: "system", content: "You answer questions about parcels, briefly. ".repeat(8) },
    { role: "user", content: "Where is my parcel? ".repeat(20) },
  ],
  temperature: 0.7,
  max_tokens: 200,
});

/** A model server, and another gateway in front of it, each in its own process. */
export interface ModelServers {
  modelUrl: string;
  modelProcess: number;
  /** The configuration with which our service uses it. */
  environment: Record<string, string>;
  otherGatewayUrl: string;
  otherGatewayProcess: number;
  stop(): Promise<void>;
}

export async function startModelServers(): Promise<ModelServers> {
  const [port = 0, otherPort = 0] = await freePorts(2);
  const model = start([process.execPath, "--import", "tsx", "bench/model-server.ts", String(port)], {});
  const other = start([process.execPath, path.resolve(OTHER_GATEWAY), `--port=${otherPort}`, "--headless"], {});
  const modelProcess = await saying(model, "ready");
  const otherGatewayProcess = await saying(other, "Ready");
  const modelUrl = `http://127.0.0.1:${port}/v1`;
  return {
    modelUrl,
    modelProcess,
    environment: { LOUPE_UPSTREAMS: JSON.stringify([{ name: "bench", base_url: modelUrl }]) },
    otherGatewayUrl: `http://127.0.0.1:${otherPort}/v1`,
    otherGatewayProcess,
    async stop() {
      for (const { child } of [model, other]) child.kill("SIGTERM");
      await Promise.all([model.exited, other.exited]);
    },
  };
}

/** The process, once it has printed the ready line. */
async function saying(started: Started, word: string): Promise<number> {
  const { child } = started;
  while (!started.stdout.includes(word)) {
    if (child.exitCode !== null || !child.stdout) throw new Error(`A server ended: ${started.stdout}${started.stderr}`);
    await once(child.stdout, "data");
  }
  return child.pid ?? 0;
}

/** One path to the model server, and the processes of its first stop; `settled` resolves when they are idle again. */
type Way = { load: Load; processes: number[]; settled?: () => Promise<void> };

/**
 * The results of a path in each round: milliseconds of a single request, requests per second at 32, CPU time of each of
 * those.
 */
type Rounds = { p50Ms: number[]; perSecond: number[]; cpuMs: number[] };

/**
 * A completion through our service, through the other gateway, and directly to the model server: the latency that each
 * adds with one connection, the requests per second at 32, and the CPU time of each.
 */
export async function gateway(system: System, servers: ModelServers): Promise<Result[]> {
  const { path: chat } = endpoints.chatCompletionsPlain;
  const service = system.processesOf("service", "server");
  const key = { authorization: `Bearer ${system.key}` };
  const other = {
    "x-portkey-provider": "openai",
    "x-portkey-custom-host": servers.modelUrl,
    authorization: "Bearer k",
  };
  const way = (address: string, headers: Record<string, string>, processes: number[]): Way => ({
    load: openLoad(address, headers, LANES),
    processes,
  });
  const straight = way(`${servers.modelUrl}/chat/completions`, {}, [servers.modelProcess]);
  const plain = way(system.serviceUrl + chat, { ...key, "x-loupe-record": "off" }, service);
  const recorded = {
    ...way(system.serviceUrl + chat, { ...key, "client-project": "local/bench-chat" }, service),
    settled: () => allRecorded(system),
  };
  const others = way(`${servers.otherGatewayUrl}/chat/completions`, other, [servers.otherGatewayProcess]);

  const [bare, ours, theirs] = await inTurns([straight, plain, others]);
  // Last, because the service then indexes the recorded calls, which would slow down later measurements.
  const [bareAgain, oursRecorded] = await inTurns([straight, recorded]);
  await Promise.all([straight, plain, recorded, others].map(({ load }) => load.close()));
  return [
    ...rows("chat completion", "p50 ≤ 0.5 ms", "≥ 5 ×", { bare, ours, theirs }),
    ...rows("recorded chat completion", "p50 ≤ 0.5 ms", "", {
      bare: bareAgain,
      ours: oursRecorded,
      theirs,
      bareOfTheirs: bare,
    }),
    {
      what: `chat completion, ${LANES} connections`,
      unit: "requests/s",
      ours: median(ours.perSecond),
      reference: { what: "straight", value: median(bare.perSecond) },
      target: "",
    },
  ];
}

type Compared = { bare: Rounds; ours: Rounds; theirs: Rounds; bareOfTheirs?: Rounds };

function rows(what: string, added: string, rate: string, { bare, ours, theirs, bareOfTheirs = bare }: Compared) {
  const row = (figure: string, unit: Result["unit"], own: number, reference: number, target: string): Result => ({
    what: `${what}, ${figure}`,
    unit,
    ours: own,
    reference: { what: "@portkey-ai/gateway", value: reference },
    target,
  });
  return [
    row("added to one straight from the model server", "ms", addedMs(ours, bare), addedMs(theirs, bareOfTheirs), added),
    row(`${LANES} connections`, "requests/s", median(ours.perSecond), median(theirs.perSecond), rate),
    row("CPU of the gateway's processes for each", "ms", median(ours.cpuMs), median(theirs.cpuMs), ""),
  ];
}

/** Measures each path in every round, since a machine's speed varies. */
async function inTurns<const Ways extends readonly Way[]>(ways: Ways): Promise<{ [Index in keyof Ways]: Rounds }>;
async function inTurns(ways: readonly Way[]): Promise<Rounds[]> {
  const found = ways.map((): Rounds => ({ p50Ms: [], perSecond: [], cpuMs: [] }));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [place, { load }] of ways.entries())
      found[place]?.p50Ms.push((await measure(TIMES, () => load.ask(BODY))).p50);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [place, { load, processes, settled }] of ways.entries()) {
      await settled?.();
      const before = cpuMs(processes);
      const tookMs = await timed(async () => {
        await inParallel(LANES, REQUESTS, () => load.ask(BODY));
        await settled?.();
      });
      found[place]?.cpuMs.push((cpuMs(processes) - before) / REQUESTS);
      found[place]?.perSecond.push((REQUESTS / tookMs) * 1000);
    }
  return found;
}

async function allRecorded({ serviceUrl, key }: System): Promise<void> {
  for (;;) {
    const answer = await fetch(serviceUrl + endpoints.metrics.path, { headers: { authorization: `Bearer ${key}` } });
    const held = [...(await answer.text()).matchAll(/^loupe_chat_records_held_bytes\{.*\} (\d+)$/gm)];
    if (held.every(([, bytes]) => bytes === "0")) return;
    await pause(LOOK_MS);
  }
}

/** The overhead of a path over the direct one in the same round. */
function addedMs({ p50Ms }: Rounds, bare: Rounds): number {
  return median(p50Ms.map((p50, round) => p50 - (bare.p50Ms[round] ?? Number.NaN)));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
