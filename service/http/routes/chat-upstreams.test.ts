import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { InferenceOptions } from "@/service/inference/gateway";
import { MODEL, answerEvents, answerJson, chunkOf, DONE, startUpstream } from "@/service/inference/test-upstream";
import { appWith, ask, chatOf } from "./test-chat";
import { ADMIN_KEY, useService } from "./test-service";

const service = useService();
const errorOf = (message: string, more: object = {}) => ({
  error: { message, type: "invalid_request_error", param: null, code: null, ...more },
});
const KEY = "sk-canary-upstream";

describe("models", () => {
  const list = async (app: ReturnType<typeof appWith>) => {
    const response = await app.request("/v1/models", { headers: { authorization: `Bearer ${ADMIN_KEY}` } });
    return response.json();
  };

  test("of all servers, each once, with all fields of the core API even if a server leaves some out", async () => {
    const told = { id: "a", object: "model", created: 7, owned_by: "lab", root: "base", max_model_len: 4096, extra: 1 };
    const odd = [
      null,
      { id: "" },
      { id: "nul\0" },
      { id: 7 },
      { id: "a" },
      { id: "b", created: null, owned_by: null, root: "", max_model_len: "long", meta: { n_ctx: 2048 } },
    ];
    const first = await startUpstream(undefined, { list: { data: [told] } });
    const second = await startUpstream(undefined, { list: { data: odd }, name: "second" });
    const third = await startUpstream(undefined, { list: "no list", name: "third" });
    expect(await list(appWith(service, [first, second, third]))).toEqual({
      object: "list",
      data: [
        {
          id: "a",
          object: "model",
          created: 7,
          owned_by: "lab",
          root: "base",
          upstreams: ["first", "second"],
          max_model_len: 4096,
        },
        {
          id: "b",
          object: "model",
          created: 0,
          owned_by: "second",
          root: "b",
          upstreams: ["second"],
          max_model_len: 2048,
        },
      ],
    });
  });

  test("the configured ones only, and with a server that has no list", async () => {
    const some = await startUpstream(undefined, {
      list: { data: [{ id: "a", created: 5 }, { id: "b" }] },
      models: ["a"],
    });
    const none = await startUpstream(undefined, { list: "no list", models: ["c"], name: "second" });
    const { data } = await list(appWith(service, [some, none]));
    expect(data.map(({ id, created }: { id: string; created: number }) => [id, created])).toEqual([
      ["a", 5],
      ["c", 0],
    ]);
  });

  test("of an unavailable server are no longer listed", async () => {
    const [first, second] = [await startUpstream(), await startUpstream(undefined, { name: "second" })];
    await first.close();
    const { data } = await list(appWith(service, [first, second]));
    expect(data).toMatchObject([{ id: MODEL, upstreams: ["second"] }]);
  });

  test("are read again when a server has others", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const told = { data: [{ id: "a" }] };
    const upstream = await startUpstream(undefined, { list: told });
    const app = appWith(service, [upstream]);
    const ids = async () => (await list(app)).data.map(({ id }: { id: string }) => id);
    expect(await ids()).toEqual(["a"]);
    told.data = [{ id: "b" }];
    expect((await ask(app, chatOf({ model: "b" }))).status).toBe(404);
    vi.advanceTimersByTime(2_000);
    expect((await ask(app, chatOf({ model: "b" }))).status).toBe(200);
    expect([await ids(), (await ask(app, chatOf({ model: "a" }))).status]).toEqual([["b"], 404]);
  });

  test("are empty without servers", async () =>
    expect(await list(appWith(service, []))).toEqual({ object: "list", data: [] }));

  test("are rejected for a project on which the key has no role", async () => {
    const headers = { authorization: `Bearer ${ADMIN_KEY}`, "client-project": "a/b/c" };
    expect((await appWith(service, []).request("/v1/models", { headers })).status).toBe(422);
  });
});

describe("which server", () => {
  test("an unknown model is 404, with a hint", async () => {
    const response = await ask(appWith(service, [await startUpstream()]), chatOf({ model: "nope" }));
    expect([response.status, await response.json()]).toEqual([
      404,
      {
        error: {
          message: "model: there is no model nope; GET /v1/models lists the models",
          type: "invalid_request_error",
          param: "model",
          code: "not_found",
          errors: [{ path: "model", message: "there is no model nope; GET /v1/models lists the models" }],
        },
      },
    ]);
  });

  test("a model of a server that does not answer is 502", async () => {
    const upstream = await startUpstream();
    await upstream.close();
    const response = await ask(appWith(service, [upstream]));
    expect([response.status, (await response.json()).error.message]).toEqual([
      502,
      `No reachable model server serves ${MODEL}; unreachable servers: first. Start one, or correct its base_url.`,
    ]);
  });

  test("one that schedules by priority, if the request has a priority", async () => {
    const plain = await startUpstream();
    const scheduled = await startUpstream(undefined, { name: "second", supports_priority: true });
    expect((await ask(appWith(service, [plain, scheduled]), chatOf({ priority: -1 }))).status).toBe(200);
    expect([plain.arrived.length, scheduled.arrived.length]).toEqual([0, 1]);
  });

  test.each<[string, object, string]>([
    ["a field", { logits_processors: ["os.system"] }, "logits_processors"],
    [
      "a part of a message",
      {
        messages: [
          { role: "user", content: [{ type: "text" }, { type: "image_url", image_url: { url: "http://10.0.0.1" } }] },
        ],
      },
      "messages[0].content[1]",
    ],
    [
      "a part with a wrong type",
      { messages: [{ role: "user", content: [{ type: "odd", image_url: { url: "http://10.0.0.1" } }] }] },
      "messages[0].content[0]",
    ],
  ])("%s that the server denies gets 422", async (_what, fields, param) => {
    const upstream = await startUpstream(undefined, { deny_params: ["logits_processors", "image_url"] });
    const app = appWith(service, [upstream]);
    const response = await ask(app, chatOf(fields));
    expect([response.status, (await response.json()).error.param]).toEqual([422, param]);
    expect((await ask(app, chatOf({ logits_processors: null }))).status).toBe(200);
    expect(upstream.arrived).toHaveLength(1);
  });

  test("another one, if the first denies a field of the request", async () => {
    const first = await startUpstream(undefined, { deny_params: ["logit_bias"] });
    const second = await startUpstream(undefined, { name: "second" });
    expect((await ask(appWith(service, [first, second]), chatOf({ logit_bias: {} }))).status).toBe(200);
    expect([first.arrived.length, second.arrived.length]).toEqual([0, 1]);
  });
});

describe("a retry on another server with the model", () => {
  test.each<[string, Parameters<typeof startUpstream>[0]]>([
    ["a broken connection", (response) => void response.destroy()],
    ["503", answerJson(errorOf("overloaded"), 503)],
    ["429", answerJson(errorOf("slow down"), 429)],
    ["500", answerJson("", 500)],
    ["its key being refused", answerJson(errorOf("bad key"), 401)],
    ["not having the model", answerJson(errorOf("gone"), 404)],
    [
      "a stream that breaks before its first byte",
      (response) => {
        response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
        setImmediate(() => response.destroy());
      },
    ],
  ])("after %s", async (_what, answer) => {
    const first = await startUpstream(answer);
    const second = await startUpstream(undefined, { name: "second" });
    const response = await ask(appWith(service, [first, second]));
    expect([response.status, first.arrived.length, second.arrived.length]).toEqual([200, 1, 1]);
    expect(second.arrived[0]?.body).toBe(first.arrived[0]?.body);
  });

  test.each<[string, Parameters<typeof startUpstream>[0], number]>([
    ["what the caller did wrong", answerJson(errorOf("bad"), 400), 400],
    ["the first byte", answerEvents(chunkOf("Hel")), 200],
  ])("never after %s", async (_what, answer, status) => {
    const first = await startUpstream(answer);
    const second = await startUpstream(undefined, { name: "second" });
    const response = await ask(appWith(service, [first, second]));
    await response.text();
    expect([response.status, second.arrived.length]).toEqual([status, 0]);
  });

  test("and each is counted, by server and by what became of it", async () => {
    const count = vi.fn<NonNullable<InferenceOptions["count"]>>();
    const first = await startUpstream((response) => void response.destroy());
    const second = await startUpstream(answerJson(errorOf("down"), 500), { name: "second" });
    const third = await startUpstream(undefined, { name: "third", list: { data: [{ id: "other" }] } });
    const app = appWith(service, [first, second, third], { count });
    await ask(app);
    await ask(app, chatOf({ model: "other" }));
    expect(count.mock.calls.map(([{ upstream, outcome }]) => [upstream, outcome])).toEqual([
      ["first", "failed"],
      ["second", "refused"],
      ["third", "answered"],
    ]);
  });

  test("never twice", async () => {
    const servers = await Promise.all(
      ["a", "b", "c"].map((name) => startUpstream(answerJson(errorOf(`${name} is down`), 503), { name })),
    );
    const response = await ask(appWith(service, servers));
    expect([response.status, (await response.json()).error.message]).toEqual([503, "b is down"]);
    expect(servers.map(({ arrived }) => arrived.length)).toEqual([1, 1, 0]);
  });
});

describe("a server's error keeps its status and message", () => {
  test.each<[string, number, unknown, object]>([
    [
      "in OpenAI's shape",
      400,
      errorOf("n is too large", { param: "n", code: "big" }),
      errorOf("n is too large", { param: "n", code: "big" }),
    ],
    ["with a number for a code", 422, { error: { message: "m", code: 422 } }, { error: { message: "m", code: 422 } }],
    ["vLLM's older shape", 400, { object: "error", message: "too long", code: 400 }, errorOf("too long")],
    ["Ollama's", 404, { error: "model not found" }, errorOf("model not found")],
    ["FastAPI's", 422, { detail: [{ loc: ["body"], msg: "bad" }] }, errorOf('[{"loc":["body"],"msg":"bad"}]')],
    ["plain words", 500, "CUDA error", errorOf("CUDA error", { type: "server_error" })],
    [
      "a proxy's page",
      503,
      "<html>",
      errorOf("The model server first responded with status 503", { type: "server_error" }),
    ],
    ["none", 403, "", errorOf("The model server first responded with status 403")],
    ["nulls", 400, { error: null, message: null }, errorOf('{"error":null,"message":null}')],
  ])("%s", async (_what, status, sent, answered) => {
    const upstream = await startUpstream(answerJson(sent, status));
    const response = await ask(appWith(service, [upstream]));
    expect([response.status, await response.json()]).toEqual([status, answered]);
  });

  test("and when to retry", async () => {
    const upstream = await startUpstream(answerJson(errorOf("slow"), 429, { "retry-after": "7" }));
    const response = await ask(appWith(service, [upstream]));
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "7"]);
  });

  test("but that it refused our key is no matter of the caller's own", async () => {
    const upstream = await startUpstream(answerJson(errorOf(`wrong key ${KEY}`), 401), { api_key: KEY });
    const response = await ask(appWith(service, [upstream]));
    const { error } = await response.json();
    expect([response.status, response.headers.get("www-authenticate"), error.code]).toEqual([502, null, "bad_gateway"]);
    expect(error.message).toBe(
      "Model server first rejected Loupe's API key (check api_key in LOUPE_UPSTREAMS): wrong key [key]",
    );
  });

  test("and never reveals the server's key, not even in the log", async () => {
    const upstream = await startUpstream(answerJson(`{"error":{"message":"x ${KEY} y"}}`, 500), { api_key: KEY });
    const response = await ask(appWith(service, [upstream]));
    expect(await response.text()).toBe('{"error":{"message":"x [key] y"}}');
    expect(JSON.stringify(service.log)).not.toContain(KEY);
  });
});

describe("a server's key that it repeats in an answer is removed", () => {
  test("in one piece", async () => {
    const upstream = await startUpstream(answerJson(`{"id":"${KEY}","choices":[]}`), { api_key: KEY });
    const response = await ask(appWith(service, [upstream]));
    expect(await response.text()).toBe('{"id":"[key]","choices":[]}');
  });

  test("in a stream, be it cut in two", async () => {
    const whole = chunkOf(`a ${KEY} b`);
    const at = whole.indexOf(KEY) + 5;
    const answer = answerEvents(whole.slice(0, at), whole.slice(at), DONE);
    const response = await ask(
      appWith(service, [await startUpstream(answer, { api_key: KEY })]),
      chatOf({ stream: true }),
    );
    expect(await response.text()).toBe(chunkOf("a [key] b") + DONE);
  });
});

describe("what no model server answers is 502", () => {
  test.each<[string, Parameters<typeof startUpstream>[0], string]>([
    ["a page", answerJson("<html>", 200, { "content-type": "text/html" }), '"text/html"; expected JSON'],
    ["no type", answerJson("{}", 200, { "content-type": "" }), '""; expected JSON'],
    ["no content", answerJson("", 204), "status 204"],
    ["a packed answer", answerJson("x", 200, { "content-encoding": "gzip" }), 'encoding "gzip"; expected none'],
    [
      "a broken answer",
      (response) => void response.socket?.end("HTTP/1.1 200 OK\r\nbad header\r\n\r\n"),
      "did not respond",
    ],
    [
      "an answer that breaks off",
      (response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
        response.write('{"id":', () => response.destroy());
      },
      "did not respond",
    ],
  ])("%s", async (_what, answer, words) => {
    const response = await ask(appWith(service, [await startUpstream(answer)]));
    const { error } = await response.json();
    expect([response.status, error.code, error.type]).toEqual([502, "bad_gateway", "server_error"]);
    expect(error.message).toContain(words);
  });

  test("a status beyond what HTTP has", async () => {
    const response = await ask(appWith(service, [await startUpstream(answerJson("", 999))]));
    const { error } = await response.json();
    expect([response.status, error.message]).toEqual([502, expect.stringContaining("999")]);
  });

  test("a redirect, which is not followed", async () => {
    const canary = await startUpstream(undefined, { name: "canary" });
    const location = `${canary.config.base_url}/chat/completions`;
    const upstream = await startUpstream(answerJson("", 307, { location }), { api_key: KEY });
    const response = await ask(appWith(service, [upstream]));
    expect([response.status, (await response.json()).error.message]).toEqual([
      502,
      "The model server first responded with a redirect, which is not followed",
    ]);
    expect(canary.arrived).toEqual([]);
  });

  test("no request is sent to an address of the caller's choosing", async () => {
    const canary = await startUpstream();
    const upstream = await startUpstream();
    const headers = {
      host: "localhost",
      "x-forwarded-host": canary.config.base_url,
      "x-base-url": canary.config.base_url,
    };
    await ask(
      appWith(service, [upstream]),
      chatOf({ base_url: canary.config.base_url, api_base: canary.config.base_url }),
      { headers },
    );
    expect([upstream.arrived.length, canary.arrived.length]).toEqual([1, 0]);
  });
});

test("a server that sends nothing is given up", async () => {
  const timeouts = { firstTokenMs: 60, idleMs: 60 };
  const silent = await startUpstream(() => {});
  const second = await startUpstream(answerEvents(chunkOf("x"), DONE), { name: "second" });
  const response = await ask(appWith(service, [silent, second], { timeouts }));
  expect([response.status, (await response.json()).error.message, second.arrived.length]).toEqual([
    504,
    "The model server first sent nothing for 0.06 s",
    0,
  ]);
  await expect.poll(() => silent.open).toBe(0);
});
