import { v7 as uuidV7 } from "uuid";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { Connection } from "@/lib/contract/connections";
import { WAITING_COMPLETIONS_PER_PROJECT } from "@/lib/contract/limits";
import type { StoredOptions } from "@/service/inference/stored-upstreams";
import { openInference } from "@/service/inference/gateway";
import { storedReader } from "@/service/inference/open-connection";
import { DONE, MODEL, type TestUpstream, answerJson, chunkOf, startUpstream } from "@/service/inference/test-upstream";
import { Secrets } from "@/service/secrets/secrets";
import { appWith, ask, chatOf } from "./test-chat";
import { ADMIN_KEY, postOf, useService } from "./test-service";

const service = useService();
type App = ReturnType<typeof appWith>;
const KEY = "sk-canary-0123456789";
const SECRET = Buffer.alloc(32, 1);
/** Much longer than a change takes. */
const SOON = { timeout: 20_000, interval: 50 };

/** A replica of the service: its own gateway, on the same database. */
function replica(options: Partial<StoredOptions> = {}, upstreams: readonly TestUpstream[] = []): App {
  const read = storedReader(service.store, new Secrets({ current: SECRET }));
  return appWith(service, upstreams, {
    stored: { read, rules: { publicOnly: false }, warn: (error) => expect.fail(String(error)), ...options },
  });
}

async function send(path: string, body: unknown): Promise<{ connection: Connection }> {
  const response = await service.app().request(`/connections/${path}`, postOf(body));
  expect(response.status).toBe(200);
  return response.json();
}

const add = async ({ config }: TestUpstream, more: object = {}) =>
  (await send("create", { name: config.name, base_url: config.base_url, api_key: KEY, ...more })).connection;

async function modelsFor(app: App, project?: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${ADMIN_KEY}`, ...(project !== undefined && { "client-project": project }) };
  const { data } = await (await app.request("/v1/models", { headers })).json();
  return data.map(({ id, upstreams }: { id: string; upstreams: string[] }) => `${id} of ${upstreams.join(", ")}`);
}

const statusOf = async (app: App, more: object = {}, project = "acme/a") =>
  (await ask(app, chatOf(more), { headers: { "client-project": project } })).status;

beforeEach(async () => {
  const { connections } = await (await service.app().request("/connections/query", postOf({}))).json();
  for (const { id } of connections) await send("delete", { id });
});

test("what an admin adds, changes and deletes takes effect in every replica", async () => {
  const [first, second] = [await startUpstream(), await startUpstream(undefined, { list: { data: [{ id: "b" }] } })];
  const replicas = [replica(), replica()];
  const models = () => Promise.all(replicas.map((app) => modelsFor(app)));
  expect(await models()).toEqual([[], []]);
  const { id } = await add(first);
  await expect.poll(models, SOON).toEqual([[`${MODEL} of first`], [`${MODEL} of first`]]);
  for (const app of replicas) expect(await statusOf(app)).toBe(200);
  expect(first.arrived.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`, `Bearer ${KEY}`]);
  const headers = [{ name: "x-team", value: "blue" }];
  await send("update", { id, base_url: second.config.base_url, api_key: "other", key_header: "api-key", headers });
  await expect.poll(models, SOON).toEqual([["b of first"], ["b of first"]]);
  for (const app of replicas) expect(await statusOf(app, { model: "b" })).toBe(200);
  expect(second.arrived[1]?.headers).toMatchObject({ "api-key": "other", "x-team": "blue", "user-agent": "loupe" });
  expect(second.arrived[1]?.headers.authorization).toBeUndefined();
  await send("delete", { id });
  await expect.poll(models, SOON).toEqual([[], []]);
  for (const app of replicas) expect(await statusOf(app, { model: "b" })).toBe(404);
});

test("a server that is deleted and added again under its ID is another one", async () => {
  const [first, second] = [await startUpstream(), await startUpstream()];
  const id = uuidV7();
  const read = storedReader(service.store, new Secrets({ current: SECRET }));
  await add(first, { id });
  const before = await read(undefined);
  await send("delete", { id });
  await add(second, { id });
  const after = await read(before?.version);
  expect(after?.servers[0]?.config?.base_url).toBe(second.config.base_url);
  expect(after?.servers[0]?.version).not.toBe(before?.servers[0]?.version);
});

test("an answer that is under way is completed when its server is deleted", async () => {
  let finish: () => void = () => {};
  const isAsked = new Promise<void>((resolve) => (finish = resolve));
  const upstream = await startUpstream(async (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write(chunkOf("Hel"));
    await isAsked;
    response.end(chunkOf("lo.") + DONE);
  });
  const { id } = await add(upstream);
  const app = replica();
  const streamed = await ask(app, chatOf({ stream: true }));
  const reader = streamed.body?.getReader();
  const head = await reader?.read();
  await send("delete", { id });
  await expect.poll(() => modelsFor(app), SOON).toEqual([]);
  expect(upstream.open).toBe(1);
  finish();
  let text = new TextDecoder().decode(head?.value);
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
    text += new TextDecoder().decode(part.value);
  expect(text).toBe(chunkOf("Hel") + chunkOf("lo.") + DONE);
});

describe("projects", () => {
  test("use only the servers that are for them", async () => {
    const [own, others] = [await startUpstream(), await startUpstream(undefined, { name: "second" })];
    await add(own, { projects: ["acme/*", "zoo/b"], models: ["only-own", MODEL] });
    await add(others);
    const app = replica();
    expect(await modelsFor(app, "acme/a")).toEqual([`only-own of first`, `${MODEL} of first, second`]);
    expect(await modelsFor(app, "zoo/b")).toEqual([`only-own of first`, `${MODEL} of first, second`]);
    expect(await modelsFor(app, "zoo/c")).toEqual([`${MODEL} of second`]);
    const response = await ask(app, chatOf({ model: "only-own" }), { headers: { "client-project": "zoo/c" } });
    expect([response.status, (await response.json()).error.message]).toEqual([
      404,
      "model: there is no model only-own; GET /v1/models lists the models",
    ]);
    expect(own.arrived).toEqual([]);
    expect(await statusOf(app, {}, "zoo/c")).toBe(200);
    expect([own.arrived.length, others.arrived.length]).toEqual([0, 1]);
    expect(await statusOf(app, { model: "only-own" }, "acme/a")).toBe(200);
  });

  test("do not learn that a server for others does not respond, nor are they tried there again", async () => {
    const [own, others] = [
      await startUpstream(answerJson("", 500)),
      await startUpstream(undefined, { name: "second" }),
    ];
    await add(own);
    await add(others, { projects: ["zoo/b"] });
    expect(await statusOf(replica())).toBe(500);
    expect(others.arrived).toEqual([]);
    await own.close();
    await others.close();
    const response = await ask(replica(), chatOf(), { headers: { "client-project": "acme/a" } });
    expect((await response.json()).error.message).toMatch(/unreachable servers: first\./);
  });
});

describe("a limit of requests at once", () => {
  async function limited(max_parallel = 1, others: readonly TestUpstream[] = []) {
    const waiting: (() => void)[] = [];
    const upstream = await startUpstream(async (response, request) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      await answerJson()(response, request);
    });
    await add(upstream, { max_parallel });
    const app = replica({}, others);
    await expect
      .poll(() => modelsFor(app), SOON)
      .toEqual([`${MODEL} of ${[...others, upstream].map(({ config }) => config.name).join(", ")}`]);
    return { upstream, app, answerNext: () => waiting.shift()?.() };
  }

  test("lets further requests wait, whose projects take turns", async () => {
    const { upstream, app, answerNext } = await limited();
    const order: string[] = [];
    const asked = ["a", "a", "a", "b"].map(async (project, index) => {
      const status = await statusOf(app, {}, `acme/${project}`);
      order.push(`${project}${index} ${status}`);
    });
    for (let answered = 1; answered <= 4; answered += 1) {
      await expect.poll(() => upstream.arrived.length, SOON).toBe(answered);
      expect(upstream.open).toBe(1);
      answerNext();
      await expect.poll(() => order.length, SOON).toBe(answered);
    }
    await Promise.all(asked);
    expect(order).toEqual(["a0 200", "a1 200", "b3 200", "a2 200"]);
  });

  test("rejects those that are too many, in OpenAI's format", async () => {
    const { upstream, app, answerNext } = await limited();
    const leaving = new AbortController();
    // One is sent and the most wait, so that only the last one is answered.
    const asking = Array.from({ length: WAITING_COMPLETIONS_PER_PROJECT + 2 }, () =>
      ask(app, chatOf(), { signal: leaving.signal }),
    );
    const response = await Promise.race(asking);
    expect([response.status, response.headers.get("retry-after"), (await response.json()).error]).toEqual([
      429,
      "1",
      {
        message: `The model server first may have 1 request at once; ${WAITING_COMPLETIONS_PER_PROJECT} of this project are already waiting`,
        type: "rate_limit_error",
        param: null,
        code: "too_many_requests",
      },
    ]);
    await expect.poll(() => upstream.arrived.length, SOON).toBe(1);
    // Those that leave make room, and are not sent.
    leaving.abort();
    await Promise.allSettled(asking);
    const last = ask(app);
    answerNext();
    await expect.poll(() => upstream.arrived.length, SOON).toBe(2);
    answerNext();
    expect((await last).status).toBe(200);
  });

  test("does not send a request that waits once its server is deleted", async () => {
    const { upstream, app, answerNext } = await limited();
    const [sent, waiting] = [statusOf(app), statusOf(app)];
    await expect.poll(() => upstream.arrived.length, SOON).toBe(1);
    const { connections } = await (await service.app().request("/connections/query", postOf({}))).json();
    await send("delete", { id: connections[0].id });
    await expect.poll(() => modelsFor(app), SOON).toEqual([]);
    answerNext();
    expect([await sent, await waiting, upstream.arrived.length]).toEqual([200, 404, 1]);
  });

  test("lets no request wait after another server has failed: it gets that failure", async () => {
    const failing = await startUpstream(answerJson("{}", 500), { name: "failing" });
    const { upstream, app, answerNext } = await limited(1, [failing]);
    const arrived = () => [failing.arrived.length, upstream.arrived.length];
    const sent = statusOf(app);
    await expect.poll(arrived, SOON).toEqual([1, 1]);
    expect(await statusOf(app)).toBe(500);
    expect(arrived()).toEqual([2, 1]);
    answerNext();
    expect(await sent).toBe(200);
  });

  test("prefers a server that has a free place", async () => {
    const { upstream, app, answerNext } = await limited();
    const other = await startUpstream(undefined, { name: "second" });
    await add(other);
    await expect.poll(() => modelsFor(app), SOON).toEqual([`${MODEL} of first, second`]);
    const first = statusOf(app);
    await expect.poll(() => upstream.arrived.length, SOON).toBe(1);
    expect(await statusOf(app)).toBe(200);
    expect(other.arrived).toHaveLength(1);
    answerNext();
    expect(await first).toBe(200);
  });
});

describe("an address is checked when it is connected to", () => {
  test("since what may be connected to can change after it was entered", async () => {
    const upstream = await startUpstream();
    await add(upstream, { models: [MODEL] });
    const response = await ask(replica({ rules: { publicOnly: true } }));
    expect([response.status, upstream.arrived]).toEqual([502, []]);
    const fixed = replica({ rules: { publicOnly: true } }, [upstream]);
    expect((await ask(fixed)).status).toBe(200);
  });

  test("and a redirect is not followed", async () => {
    const canary = await startUpstream(undefined, { name: "canary" });
    const location = `${canary.config.base_url}/chat/completions`;
    await add(await startUpstream(answerJson("", 307, { location })));
    const response = await ask(replica());
    expect([response.status, (await response.json()).error.message]).toEqual([
      502,
      "The model server first responded with a redirect, which is not followed",
    ]);
    expect(canary.arrived).toEqual([]);
  });
});

test("a detected server is replaced by one that was added at the same address", async () => {
  const upstream = await startUpstream();
  const added = await startUpstream(undefined, { name: "second" });
  const base_url = upstream.config.base_url.replace("127.0.0.1", "localhost");
  const servers = [{ id: "1", version: "1", config: { ...added.config, base_url, projects: ["acme/*"] } }];
  const inference = openInference({
    upstreams: [upstream.config],
    areGuesses: true,
    stored: { read: async () => ({ version: "1", servers }), rules: { publicOnly: false }, warn: () => {} },
  });
  onTestFinished(() => inference.close());
  expect(await inference.listModels("acme/a")).toMatchObject([{ id: MODEL, upstreams: ["second"] }]);
  expect(await inference.listModels("zoo/b")).toEqual([]);
});

test("a server whose key cannot be decrypted is not used, until the secret is there again", async () => {
  const upstream = await startUpstream();
  await add(upstream);
  let secrets = new Secrets({ current: Buffer.alloc(32, 9) });
  const app = replica({ read: async (known) => storedReader(service.store, secrets)(known) });
  expect(await modelsFor(app)).toEqual([]);
  secrets = new Secrets({ current: SECRET });
  await expect.poll(() => modelsFor(app), SOON).toEqual([`${MODEL} of first`]);
});

test("while the database does not respond, the servers that were read last are used", async () => {
  const upstream = await startUpstream();
  await add(upstream);
  let isDown = false;
  const warnings: unknown[] = [];
  const read = storedReader(service.store, new Secrets({ current: SECRET }));
  const app = replica({
    read: async (known) => (isDown ? Promise.reject(new Error("the database is down")) : read(known)),
    warn: (error) => warnings.push(error),
  });
  expect(await statusOf(app)).toBe(200);
  isDown = true;
  await expect.poll(() => warnings.length, SOON).toBe(1);
  expect([await statusOf(app), warnings.length]).toEqual([200, 1]);
});
