import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { chatChunk, chatCompletion } from "./chat";
import { CHAT_PARAMETERS } from "./chat-parameters";
import { PARAMETER_GROUPS, type ChatParameter } from "./chat-parameter";
import { parseJson } from "@/lib/json/slice";
import { slicePlan } from "@/lib/json/slice-plan";
import { writeJson } from "@/lib/json/text";
import { modelListResponse } from "./models";

/** What a client reads from a response. */
function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  return schema.parse(parseJson(JSON.stringify(value), slicePlan(schema)));
}

const logprob = { token: "Hi", logprob: -0.25, bytes: [72, 105] };
const citation = { type: "url_citation", url_citation: { end_index: 9, start_index: 2, title: "T", url: "https://a" } };
const message = {
  role: "assistant",
  content: "Hi",
  refusal: "no",
  annotations: citation,
  audio: { id: "a", data: "AA==", expires_at: 1, transcript: "Hi" },
  function_call: { name: "f", arguments: "{}" },
  tool_calls: [{ id: "t", type: "function", function: { name: "f", arguments: "{}" } }],
  reasoning_content: "Hm",
};
const full = {
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1_795_000_000,
  model: "m",
  choices: [
    {
      index: 0,
      message,
      logprobs: { content: [{ ...logprob, top_logprobs: [logprob] }] },
      finish_reason: "stop",
      stop_reason: 7,
    },
  ],
  usage: { prompt_tokens: 3, total_tokens: 5, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 1 } },
  service_tier: "default",
  system_fingerprint: "fp",
  prompt_logprobs: [null, { "7": { logprob: -1, rank: 1 } }],
  kv_transfer_params: { remote: 1 },
};

/** The value with null in every nullable field. */
const nulls = (value: object): object =>
  Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, ["id", "object", "index"].includes(name) ? member : null]),
  );

describe("a chat completion", () => {
  test("has every field of the core API, as it was sent", () => {
    expect(JSON.parse(writeJson(read(chatCompletion, full)))).toEqual(full);
    expect(Object.keys(chatCompletion.shape).toSorted()).toEqual(Object.keys(full).toSorted());
    const { choices } = chatCompletion.shape;
    expect(Object.keys(choices.element.shape).toSorted()).toEqual(Object.keys(full.choices[0] ?? {}).toSorted());
    expect(Object.keys(choices.element.shape.message.shape).toSorted()).toEqual(Object.keys(message).toSorted());
  });

  test.each<[string, object]>([
    ["nulls", { ...nulls(full), choices: [{ ...nulls(full.choices[0] ?? {}), message: nulls(message) }] }],
    ["no more than it must", { id: "c", object: "chat.completion", choices: [] }],
    [
      "fields of the server's own",
      { ...full, timings: { prompt_ms: 1 }, choices: [{ index: 0, message: {}, x: [1] }] },
    ],
    ["citations as a list", { ...full, choices: [{ index: 0, message: { annotations: [citation] } }] }],
    ["a text that stopped it", { ...full, choices: [{ index: 0, message: {}, stop_reason: "END" }] }],
  ])("accepts %s", (_what, value) => expect(() => read(chatCompletion, value)).not.toThrow());
});

test.each<[string, object]>([
  ["a piece of text", { id: "c", object: "chat.completion.chunk", choices: [{ index: 0, delta: { content: "Hi" } }] }],
  [
    "a piece of a call",
    { id: "c", choices: [{ index: 0, delta: { tool_calls: [{ index: 1, function: { arguments: "{" } }] } }] },
  ],
  ["the usage", { id: "c", choices: [], usage: full.usage }],
  ["nulls", { id: "c", choices: [{ index: 0, delta: null, logprobs: null, finish_reason: null }], usage: null }],
])("a chunk may have %s", (_what, value) => {
  expect(JSON.parse(writeJson(read(chatChunk, value)))).toEqual(value);
});

test("a model has every field of the core API", () => {
  const model = { id: "m", object: "model", created: 1, owned_by: "lab", root: "base" };
  const list = { object: "list", data: [model, { ...model, upstreams: ["vllm"], max_model_len: 4096 }] };
  expect(read(modelListResponse, list)).toEqual(list);
});

describe.each(Object.entries<ChatParameter>(CHAT_PARAMETERS))(
  "%s",
  (_name, { group, meaning, default: value, schema }) => {
    test("has a meaning of one or two sentences, and a group", () => {
      expect(meaning).toMatch(/^[\w-].{10,170}\.$/);
      expect(Object.keys(PARAMETER_GROUPS)).toContain(group);
    });

    test("takes its default, which the documents show", () => {
      if (value === undefined) return;
      expect(schema.meta()?.["default"]).toEqual(value);
      expect(schema.safeParse(value).success).toBe(true);
      expect(schema.parse(undefined)).toBeUndefined();
    });
  },
);
