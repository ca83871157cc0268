import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { CALL_ID_HEADER } from "@/lib/contract/chat-wire";
import type { Call } from "@/lib/contract/calls";
import { toHeaderText } from "@/lib/contract/header-text";
import { RECORDED_ANSWER_BYTES, RECORDS_HELD_BYTES } from "@/lib/contract/limits";
import { Recorder } from "@/service/inference/recorder";
import { DONE, MODEL, answerEvents, answerJson, chunkOf, startUpstream } from "@/service/inference/test-upstream";
import { appWith, ask, chatOf } from "./test-chat";
import { useService } from "./test-service";

const service = useService();
const PROJECT = "acme/recorded";
const STREAM = { stream: true };

type Sent = { body?: unknown; headers?: Record<string, string>; project?: string | null; store?: Recorder };

/** Sends a request, reads the answer to its end, and returns the recorded call. */
async function recorded(
  answer: Parameters<typeof startUpstream>[0],
  { body = chatOf(), headers = {}, project = PROJECT }: Sent = {},
): Promise<{ text: string; status: number; call: Call | undefined; overview: unknown }> {
  const logger = pino({ enabled: false });
  const recorder = new Recorder({ store: service.store, logger, count: () => {} });
  const app = appWith(service, [await startUpstream(answer)], { recorder });
  const named = project === null ? {} : { "client-project": project };
  const response = await ask(app, body, { headers: { ...named, ...headers } });
  const text = await response.text().catch(() => "");
  const id = response.headers.get(CALL_ID_HEADER);
  if (id === null) return { text, status: response.status, call: undefined, overview: undefined };
  await recorder.drained();
  expect(recorder.heldBytes).toBe(0);
  const project_id = project ?? "local/default";
  const list = await service.post("/calls/stream_query", {
    project_id,
    filter: { call_ids: [id] },
    include_overview: true,
  });
  const { overview } = JSON.parse((await list.text()) || "{}");
  const sizes = { storageSize: false, totalStorageSize: false };
  return { text, status: response.status, call: await service.store.readCall(project_id, id, sizes), overview };
}

const json = (value: { text: string } | undefined) => JSON.parse(value?.text ?? "null");

describe("an answer in one piece", () => {
  test("is recorded as a call with the exact request and response", async () => {
    const body = ` {"model":"${MODEL}","messages":[{"role":"user","content":"Hi"}],"seed":9223372036854775807,"user":"ada"} `;
    const answer =
      '{"id":"c", "model":"model-1-0506","choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5,"prompt_tokens_details":{"cached_tokens":1}},"x":1.0}';
    const { call, overview } = await recorded(answerJson(answer), { body });
    expect(call).toMatchObject({
      project_id: PROJECT,
      op_name: "openai.chat.completions.create",
      started_at: "2026-11-20T08:40:45.487000Z",
      ext_user_id: "admin",
    });
    expect([call?.inputs.text, call?.output?.text, call?.trace_id]).toEqual([body.trim(), answer, call?.id]);
    expect(json(call?.summary)).toEqual({
      usage: {
        "model-1-0506": {
          requests: 1,
          prompt_tokens: 3,
          completion_tokens: 2,
          total_tokens: 5,
          prompt_tokens_details: { cached_tokens: 1 },
        },
      },
      upstream: "first",
    });
    expect(overview).toMatchObject({
      status: "success",
      kind: "llm",
      model: "model-1-0506",
      user_id: "ada",
      usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5, cached_tokens: 1 },
    });
  });

  test("is recorded with the version of the prompt that the messages are from", async () => {
    const ref = "core:///acme/recorded/object/客服:3fa2c1b";
    const headers = { "x-loupe-prompt": toHeaderText(ref) };
    const { call } = await recorded(answerJson("{}"), { headers });
    expect(json(call?.attributes)).toMatchObject({ prompt_ref: ref });
  });

  test("is recorded with the row that filled the variables", async () => {
    const ref = "core:///acme/recorded/table/t1/id/r1";
    const { call } = await recorded(answerJson("{}"), { headers: { "x-loupe-row": ref } });
    expect(json(call?.attributes)).toMatchObject({ row_ref: ref });
  });

  test("that is not JSON is recorded as text", async () => {
    const { call, status } = await recorded(answerJson("not JSON"));
    expect([status, call?.output?.text]).toEqual([200, '"not JSON"']);
  });

  test("with texts that no database can store is still recorded", async () => {
    const hostile = "a\\u0000\\ud800".concat("x".repeat(5_000));
    const { call, overview } = await recorded(
      answerJson(`{"model":"${hostile}","usage":{"prompt_tokens":1},"error":{"message":"${hostile}"}}`),
      { body: `{"model":"${MODEL}","messages":[],"user":"${hostile}"}` },
    );
    expect(call?.inputs.text).toContain(hostile);
    expect(overview).toMatchObject({
      model: expect.stringMatching(/^a\ufffd\ufffdx+$/),
      user_id: expect.stringMatching(/^a\ufffd\ufffdx+$/),
    });
    const failed = await recorded(answerJson(`{"error":{"message":"${hostile}"}}`, 500));
    expect(failed.call?.exception).toMatch(/^500: a\ufffd\ufffdx+/);
  });

  test("in the caller's own trace", async () => {
    const [trace, span] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];
    const { call } = await recorded(answerJson(), { headers: { traceparent: `00-${trace}-${span}-01` } });
    expect([call?.trace_id, call?.parent_id]).toEqual([trace, span]);
  });
});

describe("a streamed answer", () => {
  const chunk = (delta: object, more: object = {}) =>
    `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", model: MODEL, choices: [{ index: 0, delta, ...more }] })}\n\n`;
  const usage = { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 };

  test("is one completion with its text, its tools, log-probabilities and tokens, and the time to its first token", async () => {
    const piece = (fields: object) => chunk({ tool_calls: [{ index: 0, ...fields }] });
    const { call } = await recorded(
      answerEvents(
        chunk({ role: "assistant", content: "" }),
        chunk({ reasoning_content: "Let me " }),
        chunk({ reasoning_content: "see." }),
        chunk({ content: "It " }, { logprobs: { content: [{ token: "It ", logprob: -0.5 }] } }),
        chunk({ content: "is." }, { logprobs: { content: [{ token: "is.", logprob: -0.25 }] } }),
        piece({ id: "t1", type: "function", function: { name: "f", arguments: '{"a"' } }),
        piece({ function: { arguments: ":1.0}" } }),
        chunk({}, { finish_reason: "tool_calls" }),
        `data: ${JSON.stringify({ id: "c", choices: [], usage })}\n\n`,
        DONE,
      ),
      { body: chatOf(STREAM) },
    );
    expect(json(call?.output)).toMatchObject({
      object: "chat.completion",
      usage,
      choices: [
        {
          index: 0,
          finish_reason: "tool_calls",
          logprobs: { content: [{ token: "It " }, { token: "is." }] },
          message: {
            role: "assistant",
            content: "It is.",
            reasoning_content: "Let me see.",
            tool_calls: [{ id: "t1", type: "function", function: { name: "f", arguments: '{"a":1.0}' } }],
          },
        },
      ],
    });
    expect(json(call?.summary)).toEqual({
      usage: { [MODEL]: { requests: 1, ...usage } },
      time_to_first_token_ms: expect.any(Number),
      upstream: "first",
    });
  });

  test("with several choices is recorded with each", async () => {
    const say = (index: number, content: string) =>
      `data: ${JSON.stringify({ choices: [{ index, delta: { content } }] })}\n\n`;
    const { call } = await recorded(answerEvents(say(1, "b"), say(0, "a"), say(1, "B"), DONE), {
      body: chatOf(STREAM),
    });
    expect(json(call?.output).choices).toMatchObject([{ message: { content: "a" } }, { message: { content: "bB" } }]);
  });

  test.each<[string, Parameters<typeof answerEvents>, string]>([
    ["that broke off", [chunkOf("Hal")], "The model server first closed the connection before its answer was complete"],
    ["with an error", [chunkOf("Hal"), 'data: {"error":{"message":"CUDA"}}\n\n', DONE], "CUDA"],
  ])("%s is an error, with what was said until then", async (_what, parts, exception) => {
    const { call, overview } = await recorded(answerEvents(...parts), { body: chatOf(STREAM) });
    expect([call?.exception, json(call?.output).choices[0].message.content]).toEqual([exception, "Hal"]);
    expect(overview).toMatchObject({ status: "error", model: MODEL });
  });

  test("of hostile events is a call all the same", async () => {
    const broken = Buffer.concat([
      Buffer.from('data: {"choices":[{"index":0,"delta":{"content":"'),
      Buffer.from([0xff]),
    ]);
    const parts = [
      "data: <html>\n\n",
      'data: {"choices":null,"id":null}\n\n',
      'data: {"choices":[{"delta":{"tool_calls":[null]}}]}\n\n',
    ];
    const { call, status } = await recorded(answerEvents(...parts, broken, '"}}]}\n\n', DONE), {
      body: chatOf(STREAM),
    });
    expect([status, json(call?.output).choices[0].message.content]).toEqual([200, "\ufffd"]);
  });
});

describe("what failed is a call too", () => {
  test("a server's refusal, with its words", async () => {
    const error = { error: { message: "n is too large", type: "invalid_request_error", param: "n", code: null } };
    const { call, status } = await recorded(answerJson(error, 400));
    expect([status, call?.exception, json(call?.output), json(call?.summary)]).toEqual([
      400,
      "400: n is too large",
      error,
      { upstream: "first" },
    ]);
  });

  test("no answer", async () => {
    const { call, status } = await recorded((response) => void response.destroy());
    expect([status, call?.exception]).toEqual([502, expect.stringMatching(/^The model server first did not respond/)]);
  });

  test("a long answer that broke off", async () => {
    const { call } = await recorded((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write(`{"x":"${"x".repeat(2 ** 21)}`, () => response.destroy());
    });
    expect(call?.exception).toBe("The model server first closed the connection before its answer was complete");
  });

  test("but not what was refused before it was sent", async () => {
    const { call, status } = await recorded(answerJson(), { body: chatOf({ seed: 0.5 }) });
    expect([status, call]).toEqual([422, undefined]);
  });
});

test.each<[string, string, string | undefined]>([
  ["in the middle of it leaves a call with that error", "", "The client disconnected before the response was complete"],
  ["behind its last event leaves a call that went well", DONE, undefined],
])("a client that leaves an answer %s", async (_when, last, exception) => {
  const recorder = new Recorder({ store: service.store, logger: pino({ enabled: false }), count: () => {} });
  const upstream = await startUpstream((response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(chunkOf("Hal") + last);
  });
  const leaving = new AbortController();
  const response = await ask(appWith(service, [upstream], { recorder }), chatOf(STREAM), {
    headers: { "client-project": PROJECT },
    signal: leaving.signal,
  });
  const reader = response.body?.getReader();
  await reader?.read();
  leaving.abort();
  const id = response.headers.get(CALL_ID_HEADER) ?? "";
  const read = async () => service.store.readCall(PROJECT, id, { storageSize: false, totalStorageSize: false });
  await expect.poll(async () => (await read())?.ended_at).toBeDefined();
  const call = await read();
  expect([call?.exception, json(call?.output).choices[0].message.content]).toEqual([exception, "Hal"]);
});

describe("how much is recorded", () => {
  test.each<[string, Sent, "all" | "usage" | "nothing"]>([
    ["with a project, all", {}, "all"],
    ["without one, the usage alone, in the key's own", { project: null }, "usage"],
    ["as the caller asks: usage", { headers: { "x-loupe-record": "usage" } }, "usage"],
    ["as the caller asks: full", { project: null, headers: { "x-loupe-record": "full" } }, "all"],
    ["as the caller asks: off", { headers: { "x-loupe-record": "off" } }, "nothing"],
  ])("%s", async (_how, sent, kept) => {
    const { call } = await recorded(answerJson(), sent);
    const found = !call ? "nothing" : call.output ? "all" : "usage";
    const tokens = json(call?.summary)?.usage[MODEL].prompt_tokens;
    expect([found, call?.inputs.text === "{}", tokens]).toEqual([kept, kept === "usage", call && 3]);
  });
});

describe("recording never fails an answer", () => {
  const failing = { writeCalls: () => Promise.reject(new Error("down")) };
  const fullRecorder = () => {
    const full = new Recorder({ store: failing, logger: pino({ enabled: false }), count: () => {} });
    full.hold("another key", RECORDS_HELD_BYTES / 2);
    full.hold("and another", RECORDS_HELD_BYTES / 2);
    return full;
  };

  test.each<[string, () => Recorder, boolean, string?]>([
    [
      "when nothing can be written",
      () => new Recorder({ store: failing, logger: pino({ enabled: false }), count: () => {}, retryMs: 1 }),
      true,
    ],
    ["when there is no room", fullRecorder, false],
    ["when there is no room, were it for the usage alone", fullRecorder, false, "usage"],
  ])("%s", async (_why, make, isNamed, level = "full") => {
    const recorder = make();
    const app = appWith(service, [await startUpstream()], { recorder });
    const headers = { "client-project": PROJECT, "x-loupe-record": level };
    const response = await ask(app, chatOf(), { headers });
    expect([response.status, (await response.json()).id, response.headers.has(CALL_ID_HEADER)]).toEqual([
      200,
      "chatcmpl-1",
      isNamed,
    ]);
    await recorder.drained();
  });

  test("that is longer than the recorded part, which is marked", async () => {
    const long = chunkOf("x".repeat(2 ** 20));
    const parts = Array.from({ length: RECORDED_ANSWER_BYTES / 2 ** 20 + 2 }, () => long);
    const { text, call } = await recorded(answerEvents(...parts, DONE), { body: chatOf(STREAM) });
    expect(text.length).toBe(parts.length * long.length + DONE.length);
    expect(json(call?.summary).recorded_bytes).toBeLessThanOrEqual(RECORDED_ANSWER_BYTES);
  });
});
