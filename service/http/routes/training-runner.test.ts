import { describe, expect, onTestFinished, test } from "vitest";
import type { TrainingRunnerTest } from "@/lib/contract/training-runner";
import { Secrets } from "@/service/secrets/secrets";
import { readBackup } from "@/service/store/maintenance/backup";
import { useClient } from "@/service/store/testing/test-client";
import { runnerConfig } from "@/service/background/training/runner-config";
import { StandInRay } from "@/service/background/training/test-ray";
import { listen } from "./test-servers";
import { ADMIN_KEY, postOf, useService } from "./test-service";

const service = useService();
const client = useClient(() => service);
const KEY = "lp_canary-key-0123456789";
const SECRET = "canary-secret-value";
const SERVICE = { type: "service", address: "https://train.example.com/v1", key: KEY };
const RAY = { type: "ray", address: "https://ray.example.com", entrypoint: "python train.py" };
const HEADERS = [{ name: "x-team", value: SECRET }];
const VARIABLES = [{ name: "HF_TOKEN", value: SECRET }];

type App = ReturnType<typeof service.app>;

/** Every response of these tests, none of which may contain a secret. */
const responses: string[] = [];

async function send(path: string, body: unknown, app: App = service.app()) {
  const response = await app.request(`/training/runner/${path}`, postOf(body));
  const text = await response.text();
  responses.push(text);
  return { status: response.status, body: JSON.parse(text) };
}

const set = async (body: object, app?: App) => {
  const sent = await send("set", body, app);
  expect([sent.status, sent.body.message]).toEqual([200, undefined]);
  return sent.body.runner;
};
const errorOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body.errors?.[0]?.path ?? body.code];
const clear = () => send("remove", {});

async function jobsRunner(app: App = service.app()) {
  const headers = { authorization: `Bearer ${ADMIN_KEY}` };
  return (await app.request("/v1/preview/training-runner", { headers })).json();
}

async function baseModels(app: App = service.app()): Promise<string[]> {
  const headers = { authorization: `Bearer ${ADMIN_KEY}` };
  return (await (await app.request("/v1/preview/training-runner/base-models", { headers })).json()).base_models;
}

describe("a runner is set up", () => {
  test("of another service, without its key in any response", async () => {
    expect((await send("read", {})).body).toEqual({ source: "none" });
    expect(await jobsRunner()).toEqual({});
    const runner = await set({ ...SERVICE, replaces: 0, project: "acme/training", base_models: ["a", "b"] });
    expect(runner).toEqual({
      type: "service",
      address: "https://train.example.com",
      project: "acme/training",
      has_key: true,
      key_end: "6789",
      headers: [],
      env_vars: [],
      concurrency: 1,
      silence_limit_s: 3600,
      base_models: ["a", "b"],
      revision: 1,
      created_by: "admin",
      updated_at: expect.any(String),
    });
    expect((await send("read", {})).body).toEqual({ source: "stored", runner });
    expect(await jobsRunner()).toEqual({ runner: "service", concurrency: 1, silence_limit_seconds: 3600 });
    expect(await baseModels()).toEqual(["a", "b"]);
  });

  test("on Ray, with everything", async () => {
    const settings = {
      runtime_env: { pip: ["torch"] },
      entrypoint_num_gpus: 1.5,
      entrypoint_resources: { a100: 2 },
      concurrency: 3,
      silence_limit_s: 60,
    };
    const runner = await set({ ...RAY, ...settings, key: KEY, headers: HEADERS, env_vars: VARIABLES });
    expect(runner).toMatchObject({ ...RAY, ...settings, headers: ["x-team"], env_vars: ["HF_TOKEN"], has_key: true });
    expect(await jobsRunner()).toEqual({ runner: "ray", concurrency: 3, silence_limit_seconds: 60 });
  });

  test.each<[string, object, [number, string]]>([
    ["a command", { type: "command", command: ["sh"] }, [422, "type"]],
    ["a folder of this machine", { folder: "/etc" }, [422, "folder"]],
    ["no entrypoint", { entrypoint: null }, [422, "entrypoint"]],
    ["a project", { project: "acme/a" }, [422, "project"]],
    [
      "a variable in the runtime environment",
      { runtime_env: { env_vars: { A: SECRET } } },
      [422, "runtime_env.env_vars"],
    ],
    ["a password in the address", { address: "https://u:canary@h" }, [422, "address"]],
    ["a metadata address", { address: "http://169.254.169.254" }, [422, "address"]],
    ["one written as a number", { address: "http://2852039166" }, [422, "address"]],
    ["a header that is set anyway", { headers: [{ name: "Authorization", value: "x" }] }, [422, "headers[0].name"]],
    ["a header without a value", { headers: [{ name: "x-other" }] }, [422, "headers[0].value"]],
    ["a name that no variable has", { env_vars: [{ name: "A B", value: "x" }] }, [422, "env_vars[0].name"]],
  ])("but not with %s", async (_what, more, error) => {
    await clear();
    expect(errorOf(await send("set", { ...RAY, ...more }))).toEqual(error);
    expect((await send("read", {})).body).toEqual({ source: "none" });
  });

  test("but a command is refused with who may set one", async () => {
    const { body } = await send("set", { type: "command", address: "https://a.example.com" });
    expect(body.message).toContain("only by the owner of the machine, in the variable LOUPE_TRAINING_RUNNER");
  });

  test.each([
    ["http://127.0.0.1:8265", "leads to this machine or a private network"],
    ["http://localhost:8265", "leads to this machine or a private network"],
    ["http://10.1.2.3", "leads to this machine or a private network"],
    ["http://[fd00:ec2::254]", "link-local, metadata or reserved"],
  ])("but not at %s, where only public addresses are allowed", async (address, words) => {
    const app = service.app({ addedServers: { publicOnly: true } });
    for (const path of ["set", "test"]) {
      const refused = await send(path, { ...RAY, address }, app);
      expect([errorOf(refused), refused.body.message]).toEqual([[422, "address"], expect.stringContaining(words)]);
    }
  });

  test("but not at the service's own port", async () => {
    const app = service.app({ addedServers: { publicOnly: false, ownPort: 3001 } });
    const refused = await send("set", { ...SERVICE, address: "http://localhost:3001" }, app);
    expect(refused.body.message).toBe("address: leads to this service itself");
  });

  test("but not with a secret if the service has none to encrypt it", async () => {
    const refused = await send("set", SERVICE, service.app({ secrets: new Secrets({}) }));
    expect([errorOf(refused), refused.body.message]).toEqual([
      [422, "key"],
      expect.stringContaining("set LOUPE_SECRET"),
    ]);
  });
});

describe("a runner is changed", () => {
  test("where secrets that are left out are kept, and settings have their default", async () => {
    await clear();
    const { revision } = await set({ ...RAY, key: KEY, headers: HEADERS, env_vars: VARIABLES, concurrency: 3 });
    const changed = await set({ ...RAY, env_vars: [{ name: "HF_TOKEN" }, { name: "B", value: "2" }] });
    expect(changed).toMatchObject({
      has_key: true,
      headers: ["x-team"],
      env_vars: ["HF_TOKEN", "B"],
      concurrency: 1,
      revision: revision + 1,
    });
    expect(await set({ ...RAY, key: null, headers: null, env_vars: [] })).toMatchObject({
      has_key: false,
      headers: [],
      env_vars: [],
    });
  });

  test("but its secrets are never sent to another address, or by another type of runner", async () => {
    await clear();
    await set({ ...RAY, key: KEY, headers: HEADERS, env_vars: VARIABLES });
    const address = "https://evil.example.com";
    for (const path of ["set", "test"]) {
      expect(errorOf(await send(path, { ...RAY, address }))).toEqual([422, "key"]);
      expect(errorOf(await send(path, { ...RAY, address, key: "new" }))).toEqual([422, "headers"]);
      expect(errorOf(await send(path, { ...RAY, address, key: "new", headers: [] }))).toEqual([422, "env_vars"]);
      expect(errorOf(await send(path, { type: "service", address: RAY.address }))).toEqual([422, "key"]);
    }
    const moved = await set({ ...RAY, address, key: null, headers: [], env_vars: [] });
    expect(moved).toMatchObject({ address, has_key: false });
  });

  test("by one person at a time", async () => {
    await clear();
    const { revision } = await set({ ...SERVICE, replaces: 0 });
    expect(errorOf(await send("set", { ...SERVICE, replaces: 0 }))).toEqual([409, "conflict"]);
    expect(errorOf(await send("set", { ...SERVICE, replaces: revision - 1 }))).toEqual([409, "conflict"]);
    expect(errorOf(await send("remove", { replaces: revision - 1 }))).toEqual([409, "conflict"]);
    expect((await send("remove", { replaces: revision })).body).toEqual({ removed: true });
    expect((await send("remove", {})).body).toEqual({ removed: false });
  });
});

describe("LOUPE_TRAINING_RUNNER", () => {
  const secret = { env_vars: { A: SECRET } };
  test.each([
    [
      { type: "command", command: ["python3", SECRET], env: { A: SECRET } },
      { type: "command", program: "python3", has_key: false },
    ],
    [
      { type: "ray", address: "http://ray:8265", entrypoint: SECRET, token: KEY, runtime_env: secret },
      { type: "ray", address: "http://ray:8265", has_key: true, key_end: "6789" },
    ],
    [
      { type: "service", base_url: "http://a:1", api_key: KEY },
      { type: "service", address: "http://a:1", has_key: true, key_end: "6789" },
    ],
  ])("precedes a stored runner, and only what tells it from others is shown: %j", async (config, shown) => {
    await clear();
    await set(SERVICE);
    const app = service.app({ training: runnerConfig.parse(config) });
    const { body } = await send("read", {}, app);
    const common = { headers: [], env_vars: [], concurrency: 1, silence_limit_s: 3600 };
    expect(body).toEqual({ source: "environment", runner: { ...common, ...shown }, unused: expect.anything() });
    expect(body.unused.address).toBe("https://train.example.com");
    const refused = await send("set", SERVICE, app);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("LOUPE_TRAINING_RUNNER")]);
    expect((await jobsRunner(app)).runner).toBe(config.type);
    expect((await send("remove", {}, app)).body).toEqual({ removed: true });
  });
});

test("secrets that were sealed with another secret are a problem that is shown, and jobs say why they wait", async () => {
  await clear();
  await set(SERVICE);
  const app = service.app({ secrets: new Secrets({ current: Buffer.alloc(32, 9) }) });
  const { runner } = (await send("read", {}, app)).body;
  expect(runner).toMatchObject({ has_key: true, problem: expect.stringContaining("cannot be decrypted") });
  expect(runner.key_end).toBeUndefined();
  expect(errorOf(await send("set", { type: "service", address: SERVICE.address }, app))).toEqual([422, "key"]);
  expect(await jobsRunner(app)).toEqual({});
  expect((await send("test", {}, app)).body.problem.message).toContain("cannot be decrypted");
  expect((await set(SERVICE, app)).problem).toBeUndefined();
});

describe("a test of a runner", () => {
  const tryOut = async (body: object, app?: App): Promise<TrainingRunnerTest> => {
    const { status, body: result } = await send("test", body, app);
    expect([status, result.message]).toEqual([200, undefined]);
    return result;
  };

  async function startRay(): Promise<string> {
    const ray = new StandInRay();
    await ray.start();
    onTestFinished(() => ray.stop());
    return ray.address;
  }

  test("reads Ray's version, of the one in use too", async () => {
    const address = await startRay();
    const answer = { latency_ms: expect.any(Number), version: "2.60.0" };
    await clear();
    expect(await tryOut({ ...RAY, address })).toEqual(answer);
    expect((await tryOut({})).problem?.message).toContain("No training runner is set up");
    await set({ ...RAY, address, base_models: ["base/7b"] });
    expect(await tryOut({})).toEqual({ ...answer, base_models: ["base/7b"] });
  });

  test("reads the base models that another service names, and whether it has a runner itself", async () => {
    const asked: (string | undefined)[] = [];
    const training = runnerConfig.parse({ type: "command", command: ["x"], base_models: ["there/8b"] });
    const startThere = async (app: App) => {
      const there = await listen((request) => {
        asked.push(request.headers.get("authorization") ?? undefined);
        return app.fetch(request);
      });
      onTestFinished(async () => void (await there.close()));
      return there.url;
    };
    const other = { training, adminKey: KEY, allowedHosts: ["127.0.0.1"] };
    const address = await startThere(service.app(other));
    await clear();
    const tested = await tryOut({ ...SERVICE, address });
    expect(tested).toMatchObject({ base_models: ["there/8b"] });
    expect(new Set(asked)).toEqual(new Set([`Bearer ${KEY}`]));
    const empty = await startThere(service.app({ ...other, training: undefined }));
    expect((await tryOut({ ...SERVICE, address: empty })).problem?.message).toContain("has no training runner itself");
    await set({ ...SERVICE, address });
    expect(await baseModels()).toEqual(["there/8b"]);
    const wrong = await tryOut({ ...SERVICE, address, key: "lp_canary-wrong" });
    expect(wrong.problem).toEqual({ field: "key", message: expect.stringContaining("rejected the key (401)") });
  });

  test("names what is wrong, and follows no redirect", async () => {
    const answering = async (respond: () => Response) => {
      const server = await listen(async () => respond());
      onTestFinished(async () => void (await server.close()));
      return server.url;
    };
    await clear();
    const problem = async (body: object) => (await tryOut(body)).problem;
    const address = await answering(
      () => new Response(null, { status: 302, headers: { location: "http://127.0.0.1:9" } }),
    );
    expect(await problem({ ...RAY, address })).toEqual({
      field: "address",
      message: "The server redirects to another address (302), which is not followed",
    });
    expect(await problem({ ...RAY, address: "http://127.0.0.1:9" })).toMatchObject({
      field: "address",
      message: expect.stringContaining("Nothing listens at this address"),
    });
    const echoing = await answering(() => new Response(`bad key ${KEY}`, { status: 500 }));
    expect((await problem({ ...SERVICE, address: echoing }))?.message).toContain("bad key [key]");
    const plain = await answering(() => Response.json({ hello: 1 }));
    expect(await problem({ ...RAY, address: plain })).toEqual({
      field: "address",
      message: "There is no Ray dashboard at this address",
    });
  });

  test("is not possible for a command", async () => {
    const app = service.app({ training: runnerConfig.parse({ type: "command", command: ["x"] }) });
    expect(errorOf(await send("test", {}, app))).toEqual([422, "type"]);
  });
});

test("no secret is in a response, in the log, in the database or in a backup", async () => {
  await set({ ...RAY, key: KEY, headers: HEADERS, env_vars: VARIABLES });
  let backup = "";
  for await (const part of readBackup(client())) backup += part;
  expect(backup).toContain("training_runners");
  expect(backup).toMatch(/v1\.[0-9a-f]{8}\./);
  for (const text of [backup, JSON.stringify(service.log), responses.join("\n")]) expect(text).not.toContain("canary");
});
