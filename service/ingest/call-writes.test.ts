import { expect, test } from "vitest";
import { callEndRequest, callStartRequest } from "@/lib/contract/calls";
import { readBody } from "@/lib/contract/test-body";
import { asEnd, asStart, fullEnd, fullStart } from "@/lib/contract/test-examples";
import { toJsonText } from "@/lib/json/text";
import { endWrite, startWrite } from "./call-writes";

const started = (fields: object) => startWrite(readBody(callStartRequest, asStart(fields)).start, () => "made", "ada");
const ended = (fields: object) => endWrite(readBody(callEndRequest, asEnd(fields)).end);

test("a full start", () => {
  expect(started(fullStart)).toEqual({
    ...fullStart,
    rank: 1,
    started_at: "2026-11-20T08:40:45.487000Z",
    attributes: toJsonText(fullStart.attributes),
    inputs: toJsonText(fullStart.inputs),
    ext_user_id: "ada",
  });
});

test("a minimal start is given ids and says nothing else", () => {
  const said = Object.entries(started({})).filter(([, value]) => value !== undefined);
  expect(Object.fromEntries(said)).toEqual({
    project_id: "acme/support",
    id: "made",
    rank: 1,
    trace_id: "made",
    op_name: "answer",
    started_at: "2026-11-20T08:40:45.000000Z",
    ext_user_id: "ada",
  });
});

test("a start that names no trace begins its own, the same one when it is sent again", () => {
  expect(started({ id: "c1" }).trace_id).toBe("c1");
});

test("a full end, with the model and tokens of its summary", () => {
  const { started_at: _when, ...end } = fullEnd;
  expect(ended(fullEnd)).toEqual({
    ...end,
    rank: 2,
    ended_at: "2026-11-20T08:40:46.533000Z",
    output: toJsonText(fullEnd.output),
    summary: toJsonText(fullEnd.summary),
    model: "gpt-4o-mini",
    usage: { prompt_tokens: 11, total_tokens: 11 },
  });
});

test("a long exception is cut, and says so", () => {
  const { exception = "" } = ended({ exception: "x".repeat(300_000) });
  expect(exception.slice(262_143)).toBe("x… [truncated: 262144 of 300000 characters]");
  expect(ended({ exception: "x".repeat(262_144) }).exception).toHaveLength(262_144);
});

test.each([
  ["no summary", {}, {}],
  ["no usage", { summary: {} }, {}],
  [
    "one model",
    { summary: { usage: { a: { input_tokens: 1 } } } },
    { model: "a", usage: { prompt_tokens: 1, total_tokens: 1 } },
  ],
  [
    "two models: summed, and neither is the call's",
    { summary: { usage: { a: { prompt_tokens: 1 }, b: { prompt_tokens: 2, completion_tokens: 3 } } } },
    { usage: { prompt_tokens: 3, completion_tokens: 3, total_tokens: 6 } },
  ],
])("an end with %s", (_what, fields, expected) => {
  const { model, usage } = ended(fields);
  expect({ model, usage }).toEqual(expected);
});

test.each([
  ["llm", "llm"],
  ["search", "retriever"],
  ["poem", undefined],
  [7, undefined],
])("an op declared as %s is of kind %s", (kind, expected) => {
  expect(started({ attributes: { weave: { kind } } }).kind).toBe(expected);
});

test.each([
  ["core:///py/demo/op/openai.embeddings.create:abc", "embedding"],
  ["google.genai.models.Models.embed_content", "embedding"],
  ["core:///py/demo/op/openai.chat.completions.create:abc", "llm"],
])("a model's op named %s is of kind %s", (op_name, kind) => {
  expect(started({ op_name, attributes: { weave: { kind: "llm" } } }).kind).toBe(kind);
});
