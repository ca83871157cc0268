import { expect, test } from "vitest";
import { toJsonText } from "@/lib/json/text";
import { outputCost, summaryCost } from "./stated-cost";

test.each<[string, object, object | undefined]>([
  [
    "the usage of each model",
    { usage: { a: { cost: 0.1 }, b: { total_cost: 0.2 } } },
    { total: 0.3, source: "summary.usage" },
  ],
  [
    "the usage of all models",
    { usage: { cost: 0.5, a: { prompt_tokens: 1 } } },
    { total: 0.5, source: "summary.usage" },
  ],
  ["the usage of some models alone", { usage: { a: { cost: 0.1 }, b: { prompt_tokens: 2 } } }, undefined],
  ["a usage without models", { usage: {} }, undefined],
  [
    "Weave's costs",
    { weave: { costs: { a: { prompt_tokens_total_cost: 0.1, completion_tokens_total_cost: 0.2 } } } },
    { total: 0.3, input: 0.1, output: 0.2, source: "summary.weave.costs" },
  ],
  [
    "Weave's costs in another currency",
    { weave: { costs: { a: { prompt_tokens_total_cost: 1, prompt_token_cost_unit: "EUR" } } } },
    undefined,
  ],
  [
    "the usage before Weave's costs",
    { usage: { a: { cost: 0 } }, weave: { costs: { a: { prompt_tokens_total_cost: 0.1 } } } },
    { total: 0, source: "summary.usage" },
  ],
  ["a negative cost", { usage: { a: { cost: -1 } } }, undefined],
  ["no cost", { usage: { a: { prompt_tokens: 1 } } }, undefined],
])("the cost in a summary: %s", (_what, summary, cost) => {
  expect(summaryCost(toJsonText(summary))).toEqual(cost);
});

test.each<[string, unknown, object | undefined]>([
  [
    "with usage",
    { usage: { input_tokens: 3, output_tokens: 4, cost: 0.25 } },
    { total: 0.25, source: "output.usage.cost" },
  ],
  ["with usage as text", { usage: { prompt_tokens: "3", cost: "0.25" } }, { total: 0.25, source: "output.usage.cost" }],
  ["without tokens", { usage: { cost: 0.25 } }, undefined],
  ["that is text", "cost", undefined],
  ["that is a list", [{ usage: { total_tokens: 1, cost: 1 } }], undefined],
])("the cost in an output %s", (_what, output, cost) => {
  expect(outputCost(toJsonText(output))).toEqual(cost);
});
