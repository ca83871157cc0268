import { expect, it } from "vitest";
import { JsonText } from "@/lib/json/text";
import { experimentNames, readResult } from "./result";

const json = (value: unknown) => new JsonText(JSON.stringify(value));
const OP = "core:///acme/demo/op/Evaluation.predict_and_score:abc";
const ROW = "weave:///acme/demo/object/cases:v1/attr/rows/id/Row1";

it("reads results of both SDKs", () => {
  const typescript = readResult({
    id: "a",
    op_name: "core:///acme/demo/op/Evaluation.predictAndScore:abc",
    inputs: json({ self: "x", model: "y", example: ROW }),
    output: json({
      model_success: true,
      model_output: { text: "Lyon" },
      model_latency: 0.25,
      scores: { exact: true, judge: { grade: 4.5, reason: "good", parts: { tone: false } }, none: null, list: [1] },
    }),
  });
  expect(typescript).toMatchObject({ key: "row Row1", exampleRef: ROW, output: '{"text":"Lyon"}', latencyMs: 250 });
  expect([...(typescript?.scores ?? [])]).toEqual([
    ["exact", { text: "true", number: 1, isBoolean: true }],
    ["judge.grade", { text: "4.5", number: 4.5, isBoolean: false }],
    ["judge.reason", { text: "good", number: undefined, isBoolean: false }],
    ["judge.parts.tone", { text: "false", number: 0, isBoolean: true }],
  ]);
  const python = readResult({
    id: "b",
    op_name: OP,
    inputs: json({ example: { q: "Where?" } }),
    output: json({ output: "Lyon", scores: { accuracy: 0.9 } }),
    overview: { status: "success", latency_ms: 12 },
  });
  expect(python).toMatchObject({ key: '{"q":"Where?"}', example: '{"q":"Where?"}', output: "Lyon", latencyMs: 12 });
});

it("has the same key in another version of the dataset", () => {
  const keyIn = (version: string) =>
    readResult({ id: "a", op_name: OP, inputs: json({ example: ROW.replace(":v1/", `:${version}/`) }) })?.key;
  expect(keyIn("v1")).toBe(keyIn("v2"));
});

it("says why there is no output", () => {
  const inputs = json({ example: { q: 1 } });
  expect(readResult({ id: "a", op_name: OP, inputs, exception: "Error: no" })).toMatchObject({
    output: undefined,
    failure: "Error: no",
  });
  const output = json({ model_success: false, model_output: null, scores: {} });
  expect(readResult({ id: "a", op_name: OP, inputs, output })).toMatchObject({
    output: undefined,
    failure: "The model failed",
  });
});

it("has feedback on the result as scores, unless the SDK records them in the output", () => {
  const found = readResult({
    id: "a",
    op_name: OP,
    inputs: json({ example: 1 }),
    output: json({ output: "x", scores: { accuracy: 0.5 } }),
    feedback: [
      { feedback_type: "wandb.runnable.accuracy", payload: json({ output: 0.5 }) },
      { feedback_type: "core.runnable.judge", payload: json({ output: { grade: 3 } }) },
      { feedback_type: "core.note.1", payload: json({ note: "odd" }) },
    ],
  });
  expect([...(found?.scores ?? [])].map(([name, { text }]) => [name, text])).toEqual([
    ["accuracy", "0.5"],
    ["judge.grade", "3"],
  ]);
});

it("has the problem of a scorer in the place of its score", () => {
  const found = readResult({
    id: "a",
    op_name: OP,
    inputs: json({ example: 1 }),
    output: json({ output: "x", scores: { judge: { problem: "429: busy" }, sdk: { problem: "unclear", grade: 2 } } }),
  });
  expect([...(found?.scores ?? [])].map(([name, { text, number, problem }]) => [name, text, number, problem])).toEqual([
    ["judge.score", "429: busy", undefined, "429: busy"],
    ["sdk.problem", "unclear", undefined, undefined],
    ["sdk.grade", "2", 2, undefined],
  ]);
});

it("has no latency of an answer that did not arrive", () => {
  const inputs = json({ example: 1 });
  const overview = { status: "error" as const, latency_ms: 90_000 };
  expect(readResult({ id: "a", op_name: OP, inputs, exception: "stopped", overview })?.latencyMs).toBeUndefined();
  const output = json({ model_success: false, model_output: null, model_latency: 3, scores: {} });
  expect(readResult({ id: "a", op_name: OP, inputs, output })?.latencyMs).toBeUndefined();
});

it("reads nothing else", () => {
  expect(readResult({ id: "a", op_name: "answer", inputs: json({ example: 1 }) })).toBeUndefined();
  expect(readResult({ id: "a", op_name: OP, inputs: json({}) })).toBeUndefined();
  expect(readResult({ id: "a", op_name: OP })).toBeUndefined();
});

it("names the evaluation and the model", () => {
  expect(
    experimentNames(
      json({ self: "weave:///a/b/object/cities:0123456789", model: "weave:///a/b/op/predict:abcdefghij" }),
    ),
  ).toEqual({ evaluation: "cities 0123456", model: "predict abcdefg" });
  expect(experimentNames(json({ self: { name: "cities" } }))).toEqual({ evaluation: "cities", model: undefined });
  expect(experimentNames(undefined)).toEqual({ evaluation: undefined, model: undefined });
});
