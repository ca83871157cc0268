import OpenAI, {
  APIError,
  AuthenticationError,
  InternalServerError,
  NotFoundError,
  RateLimitError,
  UnprocessableEntityError,
} from "openai";
import { afterEach, describe, expect, test } from "vitest";
import { CALL_ID_HEADER, UPSTREAM_HEADER } from "@/lib/contract/chat-wire";
import {
  DONE,
  MODEL,
  type TestUpstream,
  answerEvents,
  answerJson,
  chunkOf,
  startUpstream,
} from "@/service/inference/test-upstream";
import { type Serving, startServing } from "@/service/http/serving";
import { appWith } from "./test-chat";
import { ADMIN_KEY, useService } from "./test-service";

const service = useService();
const running: Serving[] = [];
afterEach(() => Promise.all(running.splice(0).map((serving) => serving.stop(0))));

/** The official SDK, unmodified, calling the service over HTTP. */
async function sdk(upstreams: TestUpstream[], more: ConstructorParameters<typeof OpenAI>[0] = {}): Promise<OpenAI> {
  const serving = await startServing(
    appWith(service, upstreams, { allowedHosts: ["127.0.0.1"] }).fetch,
    "127.0.0.1",
    0,
  );
  running.push(serving);
  return new OpenAI({ apiKey: ADMIN_KEY, baseURL: `http://127.0.0.1:${serving.port}/v1`, maxRetries: 0, ...more });
}

const messages = [{ role: "user" as const, content: "Hello?" }];
const completionOf = (message: object, finish_reason = "stop") => ({
  id: "c",
  object: "chat.completion",
  created: 1,
  model: MODEL,
  choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason }],
  usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
});

test("lists models", async () => {
  const { data } = await (await sdk([await startUpstream()])).models.list();
  expect(data.map(({ id, object }) => [id, object])).toEqual([[MODEL, "model"]]);
});

test("chats, and gets the ID of the recorded call", async () => {
  const client = await sdk([await startUpstream()], { defaultHeaders: { "Client-Project": "acme/sdk" } });
  const { data, response } = await client.chat.completions.create({ model: MODEL, messages }).withResponse();
  expect(data.choices[0]?.message.content).toBe("Hello.");
  expect(response.headers.get(CALL_ID_HEADER)).toMatch(/^[0-9a-f-]{36}$/);
  expect(response.headers.get(UPSTREAM_HEADER)).toBe("first");
});

test("streams, with usage", async () => {
  const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
  const last = `data: ${JSON.stringify({ id: "c", choices: [], usage })}\n\n`;
  const client = await sdk([await startUpstream(answerEvents(chunkOf("Hel"), chunkOf("lo."), last, DONE))]);
  const asked = { model: MODEL, messages, stream: true as const, stream_options: { include_usage: true } };
  const stream = await client.chat.completions.create(asked);
  let said = "";
  let reported: unknown;
  for await (const chunk of stream) {
    said += chunk.choices[0]?.delta.content ?? "";
    reported = chunk.usage ?? reported;
  }
  expect([said, reported]).toEqual(["Hello.", usage]);
});

test("gets tool calls, streamed", async () => {
  const call = (fields: object) =>
    `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...fields }] } }] })}\n\n`;
  const begin = `data: ${JSON.stringify({ id: "c", choices: [{ index: 0, delta: { role: "assistant" } }] })}\n\n`;
  const end = `data: ${JSON.stringify({ id: "c", choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] })}\n\n`;
  const upstream = await startUpstream(async (response, { body }) => {
    const hasResult = body.includes('"tool_call_id"');
    const parts = hasResult
      ? [
          begin,
          chunkOf("21 degrees."),
          `data: ${JSON.stringify({ id: "c", choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}\n\n`,
        ]
      : [
          begin,
          call({ id: "t1", type: "function", function: { name: "weather", arguments: '{"ci' } }),
          call({ function: { arguments: 'ty":"Paris"}' } }),
          end,
        ];
    await answerEvents(...parts, DONE)(response, { path: "", headers: {}, body });
  });
  const asked: unknown[] = [];
  const runner = (await sdk([upstream])).chat.completions.runTools({
    model: MODEL,
    messages,
    stream: true,
    tools: [
      {
        type: "function",
        function: {
          name: "weather",
          description: "Tells the weather",
          parameters: { type: "object", properties: { city: { type: "string" } } },
          parse: JSON.parse,
          function: (city: unknown) => {
            asked.push(city);
            return "21";
          },
        },
      },
    ],
  });
  expect([await runner.finalContent(), asked]).toEqual(["21 degrees.", [{ city: "Paris" }]]);
});

test("gets an answer that matches a schema", async () => {
  const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
  const upstream = await startUpstream(answerJson(completionOf({ content: '{"city":"Lyon"}' })));
  const answer = await (
    await sdk([upstream])
  ).chat.completions.parse({
    model: MODEL,
    messages,
    response_format: { type: "json_schema", json_schema: { name: "city", schema, strict: true } },
  });
  expect(answer.choices[0]?.message.parsed).toEqual({ city: "Lyon" });
  expect(JSON.parse(upstream.arrived[0]?.body ?? "").response_format.json_schema.schema).toEqual(schema);
});

describe("is thrown its typed errors", () => {
  const errorOf = (message: string, type: string) => ({ error: { message, type, param: null, code: null } });
  const ask = async (client: OpenAI, fields: object = {}) =>
    client.chat.completions.create({ model: MODEL, messages, ...fields }).catch((error: unknown) => error);

  test("401 for an unknown key", async () => {
    const error = await ask(await sdk([await startUpstream()], { apiKey: "sk-nobody" }));
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error).toMatchObject({ status: 401, type: "authentication_error" });
  });

  test("404 for a model that there is not", async () => {
    const error = await ask(await sdk([await startUpstream()]), { model: "nope" });
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({ param: "model", message: expect.stringContaining("there is no model nope") });
  });

  test("422 for a field out of its range", async () => {
    const error = await ask(await sdk([await startUpstream()]), { top_p: 3 });
    expect(error).toBeInstanceOf(UnprocessableEntityError);
    expect(error).toMatchObject({ param: "top_p", message: expect.stringContaining("must be between 0 and 1") });
  });

  test.each([
    [429, RateLimitError, "rate_limit_error"],
    [500, InternalServerError, "server_error"],
    [503, InternalServerError, "server_error"],
  ])("%s of a model server, in its words", async (status, kind, type) => {
    const error = await ask(await sdk([await startUpstream(answerJson(errorOf("in its words", type), status))]));
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ status, type, message: expect.stringContaining("in its words") });
  });

  test("in the middle of a stream whose server dies, after the received text", async () => {
    const upstream = await startUpstream((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`${chunkOf("Hel")}data: {"id`, () => response.destroy());
    });
    const stream = await (await sdk([upstream])).chat.completions.create({ model: MODEL, messages, stream: true });
    let said = "";
    const read = async () => {
      for await (const chunk of stream) said += chunk.choices[0]?.delta.content ?? "";
    };
    const error = await read().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(APIError);
    expect([said, (error as APIError).message]).toEqual([
      "Hel",
      expect.stringContaining("first closed the connection before its answer was complete"),
    ]);
  });
});

test.each([true, false])("stops the model server when it stops reading; streamed: %s", async (stream) => {
  const upstream = await startUpstream((response) => {
    if (!stream) return;
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(chunkOf("Hel"));
  });
  const leaving = new AbortController();
  const client = await sdk([upstream]);
  const asked = client.chat.completions
    .create({ model: MODEL, messages, stream }, { signal: leaving.signal })
    .catch((error: unknown) => error);
  await expect.poll(() => upstream.open).toBe(1);
  if (stream) await asked;
  leaving.abort();
  await expect.poll(() => upstream.open).toBe(0);
});
