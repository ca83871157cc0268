import { describe, expect, test } from "vitest";
import { MODEL, answerJson, startUpstream } from "@/service/inference/test-upstream";
import { appWith, ask, chatOf } from "./test-chat";
import { ADMIN_KEY, useService } from "./test-service";

const service = useService();
const PATHS = ["/v1/chat/completions/", "/v1/chat/completions"];
const message = (fields: object) => ({ messages: [fields] });

describe("the conversation", () => {
  test.each<[string, string]>([
    ["text", '[{"role":"user","content":"Hi","name":"ada"}]'],
    [
      "parts",
      '[{"role":"user","content":[{"type":"text","text":"Hi"},{"type":"image_url","image_url":{"url":"data:,"}}]}]',
    ],
    [
      "tool calls and their results",
      '[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\\"n\\":1.0}"}}]},{"role":"tool","tool_call_id":"c1","content":"[]"}]',
    ],
    ["a role of the model's own", '[{"role":"developer","content":"Be brief"}]'],
    ["none", "[]"],
    ["hostile text", '[{"role":"user","content":"\\u0000\\ud800 </script> \\u202e"}]'],
  ])("%s reaches the model server byte for byte", async (_what, messages) => {
    const upstream = await startUpstream();
    const body = `{"messages" : ${messages} , "model":"${MODEL}"}`;
    expect((await ask(appWith(service, [upstream]), body)).status).toBe(200);
    expect(upstream.arrived[0]?.body).toBe(body);
  });

  test.each<[string, object, string, string]>([
    ["messages are required", { messages: undefined }, "messages", "is required"],
    ["messages are a list", { messages: {} }, "messages", "must be an array, found an object"],
    ["a message has a role", message({ content: "x" }), "messages[0].role", "is required"],
    ["a role is a string", message({ role: 1 }), "messages[0].role", "must be a string, found a number"],
    [
      "content is a string, parts or null",
      message({ role: "user", content: 4 }),
      "messages[0].content",
      "must be a string, an array of parts, or null",
    ],
    [
      "a part has a type",
      message({ role: "user", content: [{}] }),
      "messages[0].content",
      "must be a string, an array of parts, or null",
    ],
    ["a name is a string", message({ role: "user", name: 4 }), "messages[0].name", "must be a string"],
    ["model is required", { model: undefined }, "model", "is required"],
    ["model is not empty", { model: "" }, "model", "must not be empty"],
    ["model carries identity", { model: "a\0" }, "model", "must not contain control characters"],
  ])("%s", async (_rule, fields, param, words) => {
    const upstream = await startUpstream();
    const response = await ask(appWith(service, [upstream]), { ...chatOf(), ...fields });
    const { error } = await response.json();
    expect([response.status, error.param, error.type]).toEqual([422, param, "invalid_request_error"]);
    expect(error.message).toContain(words);
    expect(upstream.arrived).toEqual([]);
  });
});

describe("rules between fields", () => {
  test.each<[string, object, number, string | undefined]>([
    ["top_logprobs without logprobs", { top_logprobs: 2 }, 422, "top_logprobs"],
    ["top_logprobs with logprobs false", { top_logprobs: 2, logprobs: false }, 422, "top_logprobs"],
    ["top_logprobs at its default", { top_logprobs: 0, logprobs: false }, 200, undefined],
    [
      "continue_final_message with add_generation_prompt",
      { continue_final_message: true, add_generation_prompt: true },
      422,
      "continue_final_message",
    ],
    ["both at their defaults", { continue_final_message: false, add_generation_prompt: true }, 200, undefined],
    ["a priority without a server that supports it", { priority: 1 }, 422, "priority"],
    ["priority at its default", { priority: 0 }, 200, undefined],
  ])("%s", async (_what, fields, status, param) => {
    const upstream = await startUpstream();
    const response = await ask(appWith(service, [upstream]), chatOf(fields));
    expect([response.status, (await response.json()).error?.param]).toEqual([status, param]);
  });

  test("are reported together with those of each field", async () => {
    const response = await ask(appWith(service, []), chatOf({ n: 0, top_logprobs: 2, stop: 4 }));
    const { error } = await response.json();
    expect(error.message.split("; ").toSorted()).toEqual([
      "n: must be at least 1",
      "stop: must be a string or an array of strings",
      "top_logprobs: requires logprobs to be true",
    ]);
  });

  test("a body with all defaults is valid, and no default is added to a body without it", async () => {
    const { CHAT_PARAMETERS } = await import("@/lib/contract/chat-parameters");
    const defaults = Object.entries(CHAT_PARAMETERS).flatMap(([name, parameter]) =>
      "default" in parameter && parameter.default !== undefined ? [[name, parameter.default]] : [],
    );
    expect(defaults.length).toBeGreaterThan(20);
    const upstream = await startUpstream();
    const app = appWith(service, [upstream]);
    const full = chatOf(Object.fromEntries(defaults));
    expect((await ask(app, full)).status).toBe(200);
    expect((await ask(app)).status).toBe(200);
    expect(upstream.arrived.map(({ body }) => JSON.parse(body))).toEqual([full, chatOf()]);
  });
});

describe("what is written into a body", () => {
  test.each<[string, string, string]>([
    [
      "nothing",
      '{"model":"model-1","messages":[],"request_id":"r"} ',
      '{"model":"model-1","messages":[],"request_id":"r"} ',
    ],
    [
      "a request ID, if there is none",
      ' {"model":"model-1","messages":[]}\n',
      ' {"model":"model-1","messages":[],"request_id":"from-header"}\n',
    ],
    [
      "add_generation_prompt: false, if only continue_final_message is set",
      '{"model":"model-1","messages":[],"request_id":"r","continue_final_message":true}',
      '{"model":"model-1","messages":[],"request_id":"r","continue_final_message":true,"add_generation_prompt":false}',
    ],
    [
      "no add_generation_prompt, if it is set",
      '{"model":"model-1","messages":[],"request_id":"r","continue_final_message":true,"add_generation_prompt":false}',
      '{"model":"model-1","messages":[],"request_id":"r","continue_final_message":true,"add_generation_prompt":false}',
    ],
  ])("%s", async (_what, sent, arrives) => {
    const upstream = await startUpstream(answerJson(), { request_id: "body" });
    const headers = { "x-request-id": "from-header" };
    expect((await ask(appWith(service, [upstream]), sent, { headers })).status).toBe(200);
    expect(upstream.arrived[0]?.body).toBe(arrives);
  });

  test("a server that does not support the field gets the request ID only in the header", async () => {
    const upstream = await startUpstream(answerJson(), { request_id: "header" });
    const response = await ask(appWith(service, [upstream]));
    expect(upstream.arrived[0]?.body).toBe(JSON.stringify(chatOf()));
    expect(upstream.arrived[0]?.headers["x-request-id"]).toBe(response.headers.get("x-request-id"));
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("a request ID in the body is used by the service too", async () => {
    const upstream = await startUpstream();
    const app = appWith(service, [upstream]);
    expect((await ask(app, chatOf({ request_id: "run-7" }))).headers.get("x-request-id")).toBe("run-7");
    expect((await ask(app, chatOf({ request_id: "no header: é\r\n" }))).headers.get("x-request-id")).toMatch(
      /^[0-9a-f-]{36}$/,
    );
  });
});

describe("the answer", () => {
  const ODD =
    '{"id":"c", "object":"chat.completion","choices":[{"index":0,"message":{"content":null,"tool_calls":null},"x":1.00}],"usage":null,"big":12345678901234567890}';

  test.each(PATHS)("of %s is the server's, byte for byte", async (path) => {
    const upstream = await startUpstream(answerJson(ODD));
    const response = await ask(appWith(service, [upstream]), chatOf(), { path });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(await response.text()).toBe(ODD);
    expect(upstream.arrived[0]?.path).toBe("/v1/chat/completions");
  });

  test("a long one too", async () => {
    const long = JSON.stringify({ id: "c", choices: [], text: "x".repeat(5 * 2 ** 20) });
    const upstream = await startUpstream(answerJson(long));
    const response = await ask(appWith(service, [upstream]));
    expect((await response.text()) === long).toBe(true);
  });

  test("one that is not UTF-8 is forwarded unchanged", async () => {
    const bytes = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
    const upstream = await startUpstream(answerJson(bytes));
    const response = await ask(appWith(service, [upstream]));
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
  });
});

describe("whose project", () => {
  test.each<[string, Record<string, string>, number, string | null]>([
    ["the key's own", {}, 200, null],
    ["that of the header", { "client-project": "acme/a" }, 200, null],
    ["one in another script", { "client-project": Buffer.from("会社/客服").toString("latin1") }, 200, null],
    ["no project", { "client-project": "a/b/c" }, 422, "Client-Project"],
    ["an empty header", { "client-project": "" }, 422, "Client-Project"],
    ["a level of recording that there is not", { "x-loupe-record": "some" }, 422, "x-loupe-record"],
    ["a row that is a table", { "x-loupe-row": "core:///acme/a/table/t1" }, 422, "x-loupe-row"],
    ["a prompt that is a call", { "x-loupe-prompt": "core:///acme/a/call/c1" }, 422, "x-loupe-prompt"],
  ])("%s", async (_whose, headers, status, param) => {
    const upstream = await startUpstream();
    const response = await ask(appWith(service, [upstream]), chatOf(), { headers });
    const { error = { param: null } } = await response.json();
    expect([response.status, error.param]).toEqual([status, param]);
  });

  test("the caller's key is not forwarded", async () => {
    const upstream = await startUpstream(answerJson(), { api_key: "sk-upstream" });
    await ask(appWith(service, [upstream]), chatOf(), { headers: { cookie: "a=b", "x-api-key": ADMIN_KEY } });
    const [arrived] = upstream.arrived;
    expect(arrived?.headers.authorization).toBe("Bearer sk-upstream");
    expect(JSON.stringify(arrived)).not.toContain(ADMIN_KEY);
    expect(arrived?.headers.cookie).toBeUndefined();
  });
});

test("a disk that is full stops no completion", async () => {
  const upstream = await startUpstream();
  expect((await ask(appWith(service, [upstream], { diskIsFull: () => true }))).status).toBe(200);
});
