import { expect, it, test } from "vitest";

import { JsonText } from "@/lib/json/text";
import { trajectory as schema } from "@/lib/contract/training";
import { parseJson } from "@/lib/json/slice";
import { slicePlan } from "@/lib/json/slice-plan";
import { trajectoryOfCall } from "./call-trajectory";

const json = (value: unknown) => new JsonText(typeof value === "string" ? value : JSON.stringify(value));
const call = {
  id: "c/1",
  op_name: "chat",
  trace_id: "t1",
  thread_id: "th1",
  started_at: "2026-11-20T10:00:00.000000Z",
  ended_at: "2026-11-20T10:00:01.000000Z",
  overview: { status: "success", latency_ms: 1000, usage: { prompt_tokens: 7, completion_tokens: 2 } },
} as const;
const messages = [
  { role: "system", content: "Be brief" },
  { role: "user", content: "2+2?" },
];
const tool = '{"type":"function","function":{"name":"add","parameters":{"minimum":1.0}}}';

function read(inputs: unknown, output: unknown): Record<string, unknown> {
  const made = trajectoryOfCall("acme/bot", { ...call, inputs: json(inputs), output: json(output) });
  if (typeof made === "string") throw new Error(made);
  const scored = made.text.replace("{", '{"reward":1,');
  expect(schema.safeParse(parseJson(scored, slicePlan(schema))).error).toBeUndefined();
  return JSON.parse(made.text) as Record<string, unknown>;
}

it("contains messages, tools, the answer and metrics", () => {
  const inputs = `{"messages":${JSON.stringify(messages)},"tools":[${tool}],"model":"m","temperature":0}`;
  const message = {
    role: "assistant",
    content: null,
    tool_calls: [{ id: "a", type: "function", function: { name: "add", arguments: "{}" } }],
  };
  const output = { choices: [{ index: 0, finish_reason: "tool_calls", message }], usage: {} };
  const made = read(inputs, output);
  expect(made).toMatchObject({
    messages_and_choices: [...messages, message],
    metrics: { latency_ms: 1000, prompt_tokens: 7, completion_tokens: 2 },
    metadata: { call_refs: ["core:///acme/bot/call/c%2F1"], op_name: "chat", trace_id: "t1", thread_id: "th1" },
    start_time: call.started_at,
  });
  const text = trajectoryOfCall("acme/bot", { ...call, inputs: json(inputs), output: json(output) });
  expect(typeof text === "string" ? text : text.text).toContain(tool);
});

it("keeps a choice that has log-probabilities", () => {
  const choice = {
    index: 0,
    message: { role: "assistant", content: "4" },
    logprobs: { content: [{ token: "4", logprob: -0.1 }] },
  };
  expect(read({ messages }, { choices: [choice] }).messages_and_choices).toEqual([...messages, choice]);
});

test.each([
  ["plain text", { question: "2+2?" }, { answer: "4" }],
  ["a message", { messages: [{ role: "user", content: "2+2?" }] }, { role: "assistant", content: "4" }],
  [
    "Anthropic's parts",
    { messages: [{ role: "user", content: "2+2?" }] },
    { role: "assistant", content: [{ type: "text", text: "4" }] },
  ],
])("reads %s", (_what, inputs, output) => {
  expect(read(inputs, output).messages_and_choices).toEqual([
    { role: "user", content: "2+2?" },
    { role: "assistant", content: "4" },
  ]);
});

it("gives calls of the same input the same hash, and others another", () => {
  const hash = (content: string, output: string) =>
    (read({ messages: [{ role: "user", content }] }, { answer: output }).metadata as Record<string, unknown>)
      .input_hash;
  expect(hash("a", "x")).toBe(hash("a", "y"));
  expect(hash("a", "x")).not.toBe(hash("b", "x"));
});

test.each([
  ["one that runs", { ended_at: undefined }, "has not ended"],
  ["one without an output", {}, "has no output"],
  ["one that is no chat", { inputs: json({ a: [1] }), output: json([1]) }, "is not a chat"],
])("says why %s is none", (_what, changed, why) => {
  expect(trajectoryOfCall("acme/bot", { ...call, ...changed })).toContain(why);
});

it.each([
  ["a text", '"4"', { role: "assistant", content: "4" }],
  ["a response", '{"choices":[{"message":{"role":"assistant","content":"4"}}]}', { role: "assistant", content: "4" }],
])("with a corrected output, %s, has that as its answer and a reward", (_what, corrected, answer) => {
  const inputs = json({ messages });
  const made = trajectoryOfCall("acme/bot", { ...call, inputs, output: json('"5"') }, new JsonText(corrected));
  expect(typeof made === "string" ? made : JSON.parse(made.text)).toMatchObject({
    messages_and_choices: [...messages, answer],
    reward: 1,
    metadata: { call_refs: ["core:///acme/bot/call/c%2F1"] },
  });
});
