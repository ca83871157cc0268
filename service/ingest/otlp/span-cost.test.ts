import { expect, it, test } from "vitest";
import { callOf } from "./test-call";
import type { TestSpan } from "./test-export";
import { recordedCalls } from "./test-recorded";

type Sent = NonNullable<TestSpan["attributes"]>;

const costOf = (attributes: Sent) => callOf({ attributes }).stated_cost;

test.each<[string, Sent, object]>([
  [
    "Langfuse's details",
    { "langfuse.observation.cost_details": '{"input": 0.5, "output": 0.25, "total": 0.75}' },
    { total: 0.75, input: 0.5, output: 0.25, source: "langfuse.observation.cost_details" },
  ],
  [
    "Langfuse's details without a total, which are all added up",
    { "langfuse.observation.cost_details": '{"input": 0.1, "output": 0.2, "search": 1}' },
    { total: 1.3, input: 0.1, output: 0.2, source: "langfuse.observation.cost_details" },
  ],
  [
    "LiteLLM's costs",
    { "gen_ai.cost.total_cost": 0.3, "gen_ai.cost.input_cost": 0.1, "gen_ai.cost.output_cost": 0.2 },
    { total: 0.3, input: 0.1, output: 0.2, source: "gen_ai.cost.total_cost" },
  ],
  [
    "OpenInference's costs",
    { "llm.cost.total": 0.03, "llm.cost.prompt": 0.01, "llm.cost.completion": 0.02 },
    { total: 0.03, input: 0.01, output: 0.02, source: "llm.cost.total" },
  ],
  [
    "parts without a total",
    { "llm.cost.prompt": 0.1, "llm.cost.completion": 0.2 },
    { total: 0.3, input: 0.1, output: 0.2, source: "llm.cost.total" },
  ],
  ["Pydantic AI's cost", { "operation.cost": 0.00000795 }, { total: 0.00000795, source: "operation.cost" }],
  ["a cost beside the usage", { "gen_ai.usage.cost": 0.002 }, { total: 0.002, source: "gen_ai.usage.cost" }],
  ["a cost as text", { "gen_ai.usage.cost": "0.002" }, { total: 0.002, source: "gen_ai.usage.cost" }],
  ["nothing to pay", { "operation.cost": 0 }, { total: 0, source: "operation.cost" }],
  [
    "the first convention that has an amount",
    { "gen_ai.cost.total_cost": "none", "llm.cost.total": -1, "operation.cost": 2 },
    { total: 2, source: "operation.cost" },
  ],
  [
    "OpenRouter's response",
    { "output.value": '{"id": "gen-1", "usage": {"prompt_tokens": 3, "completion_tokens": 4, "cost": 0.00014}}' },
    { total: 0.00014, source: "output.usage.cost" },
  ],
  [
    "the metadata of Vercel's gateway",
    { "ai.response.providerMetadata": '{"gateway": {"cost": "0.0045405"}}' },
    { total: 0.0045405, source: "ai.response.providerMetadata.gateway.cost" },
  ],
])("a cost is stated by %s", (_what, attributes, cost) => expect(costOf(attributes)).toEqual(cost));

test.each<[string, Sent[string]]>([
  ["a negative amount", -0.01],
  ["NaN", "NaN"],
  ["an infinite amount", "Infinity"],
  ["text", "cheap"],
  ["empty text", ""],
  ["a hexadecimal number", "0x10"],
  ["more than a billion dollars", 1_000_000_001],
  ["true", true],
  ["a list", [1]],
])("%s is no cost", (_what, amount) => expect(costOf({ "operation.cost": amount })).toBeUndefined());

test("the output of a tool with a cost but no tokens is no model's response", () => {
  expect(costOf({ "output.value": '{"usage": {"cost": 3}}' })).toBeUndefined();
});

it("the requests recorded from SDKs have the costs that they state", () => {
  const statedIn = (file: string) => recordedCalls(file).flatMap(({ call }) => call.stated_cost ?? []);
  expect(statedIn("litellm").map(({ total }) => total)).toEqual([0.0000046499999999999995, 0.0000057]);
  expect(statedIn("pydantic-ai")).toEqual([{ total: 0.00000795, source: "operation.cost" }]);
  expect(statedIn("langfuse")).toEqual([
    { total: 0, input: 0, output: 0, source: "langfuse.observation.cost_details" },
  ]);
});
