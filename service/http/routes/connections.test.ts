import { createServer } from "node:net";
import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import type { AddressInfo } from "node:net";
import type { Connection, ConnectionTest } from "@/lib/contract/connections";
import { MODEL, answerJson, startUpstream } from "@/service/inference/test-upstream";
import { Secrets } from "@/service/secrets/secrets";
import { appWith } from "./test-chat";
import { postOf, useService } from "./test-service";

const service = useService();
const KEY = "sk-canary-0123456789";
const HEADER = "canary-header-value";
const HOSTED = { name: "hosted", base_url: "https://api.example.com/v1", api_key: KEY };

type App = ReturnType<typeof service.app>;

/** Every response of these tests, none of which may contain a secret. */
const responses: string[] = [];

async function send(path: string, body: unknown, app: App = service.app()) {
  const response = await app.request(`/connections/${path}`, postOf(body));
  const text = await response.text();
  responses.push(text);
  return { status: response.status, body: JSON.parse(text) };
}

async function add(more: object, app?: App): Promise<Connection> {
  const { status, body } = await send("create", { ...HOSTED, ...more }, app);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.connection;
}

const listed = async (app?: App): Promise<Connection[]> => (await send("query", {}, app)).body.connections;
const errorOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body.errors?.[0]?.path ?? body.code];

describe("a model server is added", () => {
  test("with defaults for what is left out, and without its key in any response", async () => {
    const connection = await add({});
    expect(connection).toEqual({
      source: "stored",
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      name: "hosted",
      provider: "other",
      base_url: "https://api.example.com/v1",
      key_header: "authorization",
      has_key: true,
      key_end: "6789",
      headers: [],
      projects: ["*"],
      supports_priority: false,
      deny_params: [],
      request_id: "body",
      revision: 1,
      created_by: "admin",
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(await listed()).toEqual([connection]);
  });

  test("with everything, in the manner of its provider", async () => {
    const connection = await add({
      name: "azure",
      base_url: "https://me.openai.azure.com/openai/v1/",
      headers: [{ name: "X-Team", value: HEADER }],
      models: ["a"],
      projects: ["acme/*", "bot"],
      max_parallel: 3,
      supports_priority: true,
      deny_params: ["image_url"],
    });
    expect(connection).toMatchObject({
      provider: "azure",
      base_url: "https://me.openai.azure.com/openai/v1",
      key_header: "api-key",
      headers: ["x-team"],
      models: ["a"],
      projects: ["acme/*", "local/bot"],
      max_parallel: 3,
      supports_priority: true,
      deny_params: ["image_url"],
      request_id: "header",
    });
  });

  test("without a key, and with one that is too short to show its end", async () => {
    expect(await add({ name: "open", api_key: null })).toMatchObject({ has_key: false });
    const short = await add({ name: "short", api_key: "12345678901" });
    expect([short.has_key, short.key_end]).toEqual([true, undefined]);
  });

  test("once, if the request is repeated with its id", async () => {
    const id = "0193a1b2-0000-7000-8000-0000000000d1";
    const first = await add({ id, name: "repeated" });
    expect(await add({ id, name: "repeated", api_key: "other" })).toEqual(first);
  });

  test.each<[string, object, [number, string]]>([
    ["the name of another", { name: "hosted" }, [409, "name"]],
    ["a name with a space", { name: "a b" }, [422, "name"]],
    ["no http address", { base_url: "file:///etc/passwd" }, [422, "base_url"]],
    ["a password in the address", { base_url: "https://u:canary@h/v1" }, [422, "base_url"]],
    ["a key over two lines", { api_key: "sk-canary\r\nx: y" }, [422, "api_key"]],
    ["a header that is set anyway", { headers: [{ name: "Authorization", value: "x" }] }, [422, "headers[0].name"]],
    ["a length", { headers: [{ name: "content-length", value: "1" }] }, [422, "headers[0].name"]],
    ["a header over two lines", { headers: [{ name: "a", value: "x\r\nhost: y" }] }, [422, "headers[0].value"]],
    [
      "a header twice",
      {
        headers: [
          { name: "a", value: "x" },
          { name: "A", value: "y" },
        ],
      },
      [422, "headers[1].name"],
    ],
    [
      "the header of the key",
      { key_header: "api-key", headers: [{ name: "API-Key", value: "x" }] },
      [422, "headers[0].name"],
    ],
    ["a pattern that is none", { projects: ["a/b/c"] }, [422, "projects[0]"]],
    ["no models", { models: [] }, [422, "models"]],
    ["a limit of none", { max_parallel: 0 }, [422, "max_parallel"]],
    ["a field that is not known", { apikey: KEY }, [422, "apikey"]],
    ["a metadata address", { base_url: "http://169.254.169.254/v1" }, [422, "base_url"]],
    ["one written as a number", { base_url: "http://2852039166/v1" }, [422, "base_url"]],
  ])("but not with %s", async (_what, more, error) => {
    expect(errorOf(await send("create", { ...HOSTED, name: "refused", ...more }))).toEqual(error);
    expect((await listed()).map(({ name }) => name)).not.toContain("refused");
  });

  test("but not with the name of one in LOUPE_UPSTREAMS", async () => {
    const upstream = await startUpstream(undefined, { name: "fixed" });
    expect(errorOf(await send("create", { ...HOSTED, name: "fixed" }, appWith(service, [upstream])))).toEqual([
      409,
      "name",
    ]);
  });

  test.each([
    ["http://127.0.0.1:8000/v1", "leads to this machine or a private network"],
    ["http://[::1]:8000/v1", "leads to this machine or a private network"],
    ["http://localhost:8000/v1", "leads to this machine or a private network"],
    ["http://10.1.2.3/v1", "leads to this machine or a private network"],
    ["http://[fd00:ec2::254]/v1", "link-local, metadata or reserved"],
    ["http://0.0.0.0:8000/v1", "link-local, metadata or reserved"],
  ])("but not at %s, where only public addresses are allowed", async (base_url, words) => {
    const app = service.app({ addedServers: { publicOnly: true } });
    const refused = await send("create", { ...HOSTED, name: "refused", base_url }, app);
    expect([errorOf(refused), refused.body.message]).toEqual([[422, "base_url"], expect.stringContaining(words)]);
  });

  test("but not at the service's own port", async () => {
    const app = service.app({ addedServers: { publicOnly: false, ownPort: 3001 } });
    const refused = await send("create", { ...HOSTED, name: "loop", base_url: "http://localhost:3001/v1" }, app);
    expect(refused.body.message).toBe("base_url: leads to this service itself");
  });

  test("without a secret of the service, if it has nothing to be sealed", async () => {
    const app = service.app({ secrets: new Secrets({}) });
    const refused = await send("create", { ...HOSTED, name: "unsealed" }, app);
    expect([errorOf(refused), refused.body.message]).toEqual([
      [422, "api_key"],
      expect.stringContaining("set LOUPE_SECRET"),
    ]);
    await add({ name: "unsealed", api_key: null }, app);
  });
});

describe("a model server is changed", () => {
  test("where fields that are left out are kept, and null is the default", async () => {
    const { id } = await add({
      name: "changed",
      models: ["a"],
      max_parallel: 2,
      headers: [{ name: "x-a", value: HEADER }],
    });
    const { body } = await send("update", { id, replaces: 1, max_parallel: null, projects: ["acme/*"] });
    expect(body.connection).toMatchObject({
      models: ["a"],
      projects: ["acme/*"],
      has_key: true,
      headers: ["x-a"],
      revision: 2,
    });
    expect(body.connection.max_parallel).toBeUndefined();
  });

  test("by one person at a time", async () => {
    const { id } = await add({ name: "twice" });
    expect((await send("update", { id, replaces: 1, models: ["a"] })).status).toBe(200);
    expect(errorOf(await send("update", { id, replaces: 1, models: ["b"] }))).toEqual([409, "conflict"]);
    expect(errorOf(await send("delete", { id, replaces: 1 }))).toEqual([409, "conflict"]);
    expect((await send("delete", { id, replaces: 2 })).body).toEqual({ deleted: true });
    expect((await send("delete", { id })).body).toEqual({ deleted: false });
    expect(errorOf(await send("update", { id, models: ["b"] }))).toEqual([404, "not_found"]);
  });

  test("with its key kept, replaced and removed", async () => {
    const { id } = await add({ name: "key" });
    const change = async (more: object) => (await send("update", { id, ...more })).body.connection;
    expect(await change({ models: ["a"] })).toMatchObject({ has_key: true, key_end: "6789" });
    expect(await change({ api_key: "sk-canary-other-4321" })).toMatchObject({ key_end: "4321" });
    expect(await change({ api_key: null })).toMatchObject({ has_key: false });
  });

  test("with its headers kept, replaced and removed", async () => {
    const { id } = await add({ name: "headers", headers: ["x-a", "x-b"].map((name) => ({ name, value: HEADER })) });
    const change = async (headers: unknown) => (await send("update", { id, headers })).body;
    expect((await change([{ name: "x-b" }, { name: "x-c", value: HEADER }])).connection.headers).toEqual([
      "x-b",
      "x-c",
    ]);
    expect((await change([{ name: "x-a" }])).errors).toMatchObject([{ path: "headers[0].value" }]);
    expect((await change(null)).connection.headers).toEqual([]);
  });

  test("but its secrets are never sent to another address than the one they were entered for", async () => {
    const { id } = await add({ name: "moved", headers: [{ name: "x-a", value: HEADER }] });
    const base_url = "https://evil.example.com/v1";
    for (const path of ["update", "test"]) {
      expect(errorOf(await send(path, { id, base_url }))).toEqual([422, "api_key"]);
      expect(errorOf(await send(path, { id, base_url, api_key: "new-key" }))).toEqual([422, "headers"]);
      expect(errorOf(await send(path, { id, base_url, api_key: "new-key", headers: [{ name: "x-a" }] }))).toEqual([
        422,
        "headers[0].value",
      ]);
    }
    expect(errorOf(await send("update", { id, base_url: "http://api.example.com/v1" }))).toEqual([422, "api_key"]);
    const moved = await send("update", { id, base_url, api_key: null, headers: [] });
    expect(moved.body.connection).toMatchObject({ base_url, has_key: false, headers: [] });
  });
});

test("a key that was sealed with another secret is a problem of its server, not of the list", async () => {
  const { id } = await add({ name: "lost" });
  const app = service.app({ secrets: new Secrets({ current: Buffer.alloc(32, 9) }) });
  const found = (await listed(app)).find((one) => one.id === id);
  expect(found).toMatchObject({ has_key: true, problem: expect.stringContaining("cannot be decrypted") });
  expect(found?.key_end).toBeUndefined();
  expect(errorOf(await send("update", { id, models: ["a"] }, app))).toEqual([422, "api_key"]);
  expect(errorOf(await send("test", { id }, app))).toEqual([422, "api_key"]);
  expect((await send("update", { id, api_key: KEY }, app)).body.connection.problem).toBeUndefined();
  await send("delete", { id });
});

test("configured servers are listed first, and cannot be changed", async () => {
  const config = { name: "fixed", api_key: KEY, headers: [{ name: "x-a", value: HEADER }], max_parallel: 2 };
  const upstream = await startUpstream(undefined, config);
  const app = appWith(service, [upstream]);
  await app.request("/v1/models", { headers: { authorization: "Bearer lp_test_planted-secret-0f6a" } });
  const [first, ...others] = await listed(app);
  expect(first).toMatchObject({
    source: "environment",
    name: "fixed",
    base_url: upstream.config.base_url,
    has_key: true,
    key_end: "6789",
    headers: ["x-a"],
    max_parallel: 2,
    responds: true,
    model_count: 1,
  });
  expect([first?.id, first?.revision]).toEqual([undefined, undefined]);
  expect(others.every(({ source }) => source === "stored")).toBe(true);
});

describe("a test of a model server", () => {
  const tryOut = async (body: object, app?: App): Promise<ConnectionTest> => {
    const { status, body: result } = await send("test", body, app);
    expect([status, result.message]).toEqual([200, undefined]);
    return result;
  };

  test("lists its models and asks one, with its key and headers", async () => {
    const upstream = await startUpstream(undefined, { list: { data: [{ id: "text-embedding-3" }, { id: MODEL }] } });
    const { base_url } = upstream.config;
    const headers = [{ name: "x-team", value: HEADER }];
    expect(await tryOut({ base_url, api_key: KEY, key_header: "api-key", headers })).toEqual({
      list: { latency_ms: expect.any(Number), models: ["text-embedding-3", MODEL], count: 2 },
      answer: { model: MODEL, latency_ms: expect.any(Number), text: "Hello." },
    });
    const [asked] = upstream.arrived;
    expect(asked?.headers).toMatchObject({ "api-key": KEY, "x-team": HEADER });
    expect(asked?.headers.authorization).toBeUndefined();
    expect(JSON.parse(asked?.body ?? "")).toMatchObject({ model: MODEL, max_tokens: 16 });
    await tryOut({ base_url, model: "text-embedding-3" });
    expect(JSON.parse(upstream.arrived[1]?.body ?? "").model).toBe("text-embedding-3");
  });

  test("of a stored one uses its key and the changes, and stores nothing", async () => {
    const upstream = await startUpstream();
    const { id } = await add({ name: "tried", base_url: upstream.config.base_url });
    const { answer } = await tryOut({ id, models: ["other"] });
    expect(answer?.model).toBe("other");
    expect(upstream.arrived[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect((await listed()).find((one) => one.id === id)).toMatchObject({ revision: 1 });
  });

  test("asks again with the parameter of reasoning models", async () => {
    const refusal = { error: { message: "Unsupported parameter: use 'max_completion_tokens'" } };
    const upstream = await startUpstream((response, { body }) =>
      (body.includes("max_completion_tokens") ? answerJson() : answerJson(refusal, 400))(response, {
        path: "",
        headers: {},
        body,
      }),
    );
    expect((await tryOut({ base_url: upstream.config.base_url })).answer?.text).toBe("Hello.");
  });

  test("names what is wrong, and never the key", async () => {
    const echo = (status: number) => answerJson({ error: { message: `bad key ${KEY} and ${HEADER}` } }, status);
    const secrets = { api_key: KEY, headers: [{ name: "x-token", value: HEADER }] };
    const rejecting = await startUpstream(echo(401));
    const { answer } = await tryOut({ base_url: rejecting.config.base_url, ...secrets });
    expect(answer?.problem).toEqual({
      message: "The server rejected the API key (401): bad key [key] and [key]",
      field: "api_key",
    });
    const failing = await startUpstream(echo(500), { list: "no list" });
    expect(await tryOut({ base_url: failing.config.base_url, models: ["a"], ...secrets })).toMatchObject({
      list: { problem: { field: "base_url", message: expect.stringContaining("a list of models") } },
      answer: { problem: { message: "The server failed (500): bad key [key] and [key]" } },
    });
  });

  test("does not follow a redirect", async () => {
    const canary = await startUpstream();
    const location = `${canary.config.base_url}/chat/completions`;
    const upstream = await startUpstream(answerJson("", 307, { location }));
    const { answer } = await tryOut({ base_url: upstream.config.base_url, api_key: KEY });
    expect(answer?.problem).toMatchObject({ field: "base_url", message: expect.stringContaining("redirects") });
    expect(canary.arrived).toEqual([]);
  });

  test("of a server that does not listen, or speaks something else", async () => {
    const silent = createServer((socket) => socket.end("220 mail\r\n")).listen(0, "127.0.0.1");
    onTestFinished(() => void silent.close());
    await once(silent, "listening");
    // A server that listens on TCP has an address with a port.
    const { port } = silent.address() as AddressInfo;
    const problems = await Promise.all(
      [`http://127.0.0.1:${port}/v1`, `https://127.0.0.1:${port}/v1`, "http://127.0.0.1:9/v1"].map(async (base_url) => {
        const { list, answer } = await tryOut({ base_url });
        expect(answer).toBeUndefined();
        return [list.problem?.field, list.problem?.message];
      }),
    );
    expect(problems).toEqual([
      ["base_url", expect.stringMatching(/does not speak HTTP/)],
      ["base_url", expect.stringMatching(/does not speak TLS|closed the connection/)],
      ["base_url", expect.stringMatching(/^Nothing listens at this address/)],
    ]);
  });

  test("is refused for an address that must not be connected to, and without an address", async () => {
    expect(errorOf(await send("test", { base_url: "http://169.254.169.254/v1" }))).toEqual([422, "base_url"]);
    const app = service.app({ addedServers: { publicOnly: true } });
    expect(errorOf(await send("test", { base_url: "http://127.0.0.1:9/v1" }, app))).toEqual([422, "base_url"]);
    expect(errorOf(await send("test", {}))).toEqual([422, "base_url"]);
    expect(errorOf(await send("test", { id: "0193a1b2-0000-7000-8000-0000000000ff" }))).toEqual([404, "not_found"]);
  });
});

test("no secret is in any response or in the log", () => {
  expect(responses.length).toBeGreaterThan(50);
  for (const text of [...responses, JSON.stringify(service.log)])
    for (const secret of ["sk-canary", HEADER]) expect(text).not.toContain(secret);
});
