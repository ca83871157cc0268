import { once } from "node:events";
import path from "node:path";
import { Pool } from "undici";
import { endpoints } from "@/lib/contract/endpoints";
import { type Started, freePorts, start } from "@/scripts/testing/started";
import { measure, once as timed } from "./measure";
import type { Result } from "./report";
import type { System } from "./system";
import { inParallel } from "./throughput";

const ROUNDS = 5;
const TIMES = 400;
const LANES = 32;
const REQUESTS = 4000;
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

/** A model server, and another gateway in front of it, each a process of its own. */
export interface ModelServers {
  modelUrl: string;
  /** What makes our service use it. */
  environment: Record<string, string>;
  otherGatewayUrl: string;
  stop(): Promise<void>;
}

export async function startModelServers(): Promise<ModelServers> {
  const [port = 0, otherPort = 0] = await freePorts(2);
  const model = start([process.execPath, "--import", "tsx", "bench/model-server.ts", String(port)], {});
  const other = start([process.execPath, path.resolve(OTHER_GATEWAY), `--port=${otherPort}`, "--headless"], {});
  await says(model, "ready");
  await says(other, "Ready");
  const modelUrl = `http://127.0.0.1:${port}/v1`;
  return {
    modelUrl,
    environment: { LOUPE_UPSTREAMS: JSON.stringify([{ name: "bench", base_url: modelUrl }]) },
    otherGatewayUrl: `http://127.0.0.1:${otherPort}/v1`,
    async stop() {
      for (const { child } of [model, other]) child.kill("SIGTERM");
      await Promise.all([model.exited, other.exited]);
    },
  };
}

async function says(started: Started, word: string): Promise<void> {
  const { child } = started;
  while (!started.stdout.includes(word)) {
    if (child.exitCode !== null || !child.stdout) throw new Error(`A server ended: ${started.stdout}${started.stderr}`);
    await once(child.stdout, "data");
  }
}

/** One way to the model server. */
type Way = { ask: () => Promise<void>; close: () => Promise<void> };

function way(address: string, headers: Record<string, string>): Way {
  const { origin, pathname } = new URL(address);
  const pool = new Pool(origin, { connections: LANES });
  const sent = { "content-type": "application/json", ...headers };
  return {
    async ask() {
      const answer = await pool.request({ method: "POST", path: pathname, headers: sent, body: BODY });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${address} answered ${answer.statusCode}: ${text}`);
    },
    close: () => pool.close(),
  };
}

/**
 * A completion through our service, through the other gateway, and straight to the model server: what each adds to it at
 * one connection, and how many a second each passes on at 32. In turns, since a machine is not the same all the time.
 */
export async function gateway(system: System, servers: ModelServers): Promise<Result[]> {
  const { path: chat } = endpoints.chatCompletionsPlain;
  const key = { authorization: `Bearer ${system.key}` };
  const other = {
    "x-portkey-provider": "openai",
    "x-portkey-custom-host": servers.modelUrl,
    authorization: "Bearer k",
  };
  const ways = [
    way(`${servers.modelUrl}/chat/completions`, {}),
    way(system.serviceUrl + chat, { ...key, "x-loupe-record": "off" }),
    way(system.serviceUrl + chat, { ...key, "client-project": "local/bench-chat" }),
    way(`${servers.otherGatewayUrl}/chat/completions`, other),
  ];
  const medians = await inTurns(ways, async ({ ask }) => (await measure(TIMES, ask)).p50);
  const rates = await inTurns(ways, async ({ ask }) => {
    const took = await timed(() => inParallel(LANES, REQUESTS, ask));
    return (REQUESTS / took) * 1000;
  });
  await Promise.all(ways.map(({ close }) => close()));
  const [bare = [], ...gateways] = medians;
  const [added, addedRecorded, addedByOther] = gateways.map((each) =>
    median(each.map((p50, round) => p50 - (bare[round] ?? 0))),
  );
  const [straight, ours, recorded, others] = rates.map(median);
  const row = (what: string, unit: Result["unit"], figure = Number.NaN, reference = Number.NaN, target = "") => ({
    what: `chat completion, ${what}`,
    unit,
    ours: figure,
    reference: { what: "@portkey-ai/gateway", value: reference },
    target,
  });
  return [
    row("added to one straight from the model server", "ms", added, addedByOther, "p50 ≤ 0.5 ms"),
    row("the same, recorded", "ms", addedRecorded, addedByOther, "p50 ≤ 0.5 ms"),
    row(`${LANES} connections`, "requests/s", ours, others, "≥ 5 ×"),
    row(`${LANES} connections, recorded`, "requests/s", recorded, others),
    {
      ...row(`${LANES} connections`, "requests/s", ours),
      reference: { what: "straight", value: straight ?? Number.NaN },
    },
  ];
}

/** What each way gave in every round, round by round through all of them. */
async function inTurns<Found>(ways: readonly Way[], run: (one: Way) => Promise<Found>): Promise<Found[][]> {
  const found = ways.map((one) => ({ one, all: new Array<Found>() }));
  for (let round = 0; round < ROUNDS; round += 1) for (const { one, all } of found) all.push(await run(one));
  return found.map(({ all }) => all);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
