import { describe, expect, it } from "vitest";
import { writeJson } from "@/lib/json/text";
import { decodeExport } from "@/service/ingest/otlp/decode-export";
import { toCallWrite } from "@/service/ingest/otlp/span-to-call";
import { exportOf, type TestSpan } from "@/service/ingest/otlp/test-export";

/** The call that an observation is read as, as plain values; keys are those of its attributes. */
function callOf(observation: NonNullable<TestSpan["attributes"]>, more: TestSpan["attributes"] = {}) {
  const named = Object.entries(observation).map(([key, value]) => [`langfuse.observation.${key}`, value]);
  const span = { attributes: { ...Object.fromEntries(named), ...more } };
  const [group] = decodeExport(Buffer.from(exportOf([span], {}, "langfuse-sdk")), "json");
  const [only] = group?.spans ?? [];
  if (!group || !only) throw new Error("the export has one span");
  return JSON.parse(writeJson(toCallWrite(only, group, "local/demo")));
}

const user = { role: "user", content: "hi" };
const assistant = { role: "assistant", content: "hello" };
const generation = { type: "generation", "model.name": "m" };

it.each([
  ["generation", "llm"],
  ["embedding", "embedding"],
  ["agent", "agent"],
  ["tool", "tool"],
  ["chain", "chain"],
  ["retriever", "retriever"],
  ["evaluator", "evaluator"],
  ["guardrail", "guardrail"],
  ["span", undefined],
  ["event", undefined],
  ["constructor", undefined],
])("an observation of type %s is of kind %s", (type, kind) => expect(callOf({ type }).kind).toBe(kind));

describe("a generation", () => {
  it.each<[string, NonNullable<TestSpan["attributes"]>, object]>([
    ["messages", { input: JSON.stringify([user]) }, { model: "m", messages: [user] }],
    [
      "a request of messages and more",
      { input: JSON.stringify({ messages: [user], tools: [{ type: "function" }] }) },
      { model: "m", messages: [user], tools: [{ type: "function" }] },
    ],
    [
      "parameters, digit for digit",
      { input: JSON.stringify([user]), "model.parameters": '{"temperature":0.50}' },
      { model: "m", temperature: 0.5, messages: [user] },
    ],
    ["text", { input: "hi" }, { input: "hi" }],
    ["a list of no messages", { input: "[1,2]" }, { input: [1, 2] }],
    ["an object of its own", { input: '{"question":"hi"}' }, { question: "hi" }],
    ["nothing", {}, {}],
  ])("that was asked with %s", (_, attributes, inputs) => {
    expect(callOf({ ...generation, ...attributes }).inputs).toEqual(inputs);
  });

  it.each<[string, string, unknown]>([
    ["a message", JSON.stringify(assistant), { choices: [{ message: assistant }] }],
    ["text", "hello", "hello"],
    ["an object of its own", '{"answer":1}', { answer: 1 }],
  ])("that answered %s", (_, output, wanted) => expect(callOf({ ...generation, output }).output).toEqual(wanted));
});

it.each<[string, NonNullable<TestSpan["attributes"]>, string | undefined]>([
  ["an error with its message", { level: "ERROR", status_message: "no\u0000 index" }, "no\ufffd index"],
  ["an error without one", { level: "ERROR" }, "error"],
  ["a warning is none", { level: "WARNING", status_message: "slow" }, undefined],
])("a failure: %s", (_, attributes, exception) => {
  expect(callOf({ type: "span", ...attributes }).exception).toBe(exception);
});

it("who, where and what else", () => {
  const call = callOf(
    { type: "span", "metadata.team": "qa", "metadata.region": "us" },
    {
      "langfuse.session.id": "s-1",
      "langfuse.user.id": "u-1",
      "langfuse.trace.tags": ["a"],
      "langfuse.trace.metadata.region": "eu",
      "langfuse.environment": "staging",
      "langfuse.startTime": "2026-11-20T08:00:00Z",
    },
  );
  expect(call).toMatchObject({ thread_id: "s-1", user_id: "u-1", started_at: "2026-11-20T08:00:00.000000Z" });
  expect(call.attributes).toMatchObject({
    convention: "langfuse",
    tags: ["a"],
    metadata: { team: "qa", region: "us", environment: "staging" },
  });
});

it("attributes that Langfuse gives to the spans of others leave those as they are", () => {
  const attributes = { "ai.operationId": "ai.generateText", "langfuse.trace.name": "x", "langfuse.environment": "e" };
  const [group] = decodeExport(Buffer.from(exportOf([{ attributes }], {}, "ai")), "json");
  const [span] = group?.spans ?? [];
  expect(group && span && toCallWrite(span, group, "local/demo").kind).toBe("chain");
});

it.each<[string, Record<string, string>, object]>([
  [
    "JSON, once a text is in quotes",
    { plan: '"pro"', seats: "3", trial: "true", on: "[1]" },
    { plan: "pro", seats: 3, trial: true, on: [1] },
  ],
  ["text, where texts are not", { plan: "pro", seats: "3" }, { plan: "pro", seats: "3" }],
])("metadata is %s", (_, metadata, wanted) => {
  const sent = Object.entries(metadata).map(([key, value]) => [`langfuse.trace.metadata.${key}`, value]);
  expect(callOf({ type: "span" }, Object.fromEntries(sent)).attributes.metadata).toEqual(wanted);
});
