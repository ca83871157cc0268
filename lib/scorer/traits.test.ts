import { expect, it } from "vitest";
import type { ScorerDefinition } from "@/lib/contract/scorers";
import { JsonText } from "@/lib/json/text";

import { isTrueOrFalse, needsExpected } from "./traits";

const judge = (content: string, score: Extract<ScorerDefinition, { type: "judge" }>["score"]): ScorerDefinition => ({
  type: "judge",
  model: "m-1",
  messages: [{ role: "user", content }],
  score,
});
const withExample: ScorerDefinition = {
  type: "judge",
  model: "m-1",
  messages: [
    { role: "user", content: "{{expected}}?", is_example: true },
    { role: "user", content: "{{output}}?" },
  ],
  score: { type: "boolean" },
};

const TRAITS: readonly [ScorerDefinition, { expected: boolean; boolean: boolean }][] = [
  [{ type: "exact" }, { expected: true, boolean: true }],
  [{ type: "contains" }, { expected: true, boolean: true }],
  [
    { type: "contains", text: "sorry" },
    { expected: false, boolean: true },
  ],
  [
    { type: "regex", pattern: "a" },
    { expected: false, boolean: true },
  ],
  [
    { type: "json_schema", schema: new JsonText("{}") },
    { expected: false, boolean: true },
  ],
  [{ type: "number" }, { expected: true, boolean: false }],
  [
    { type: "number", tolerance: 0 },
    { expected: true, boolean: true },
  ],
  [{ type: "latency" }, { expected: false, boolean: false }],
  [
    { type: "latency", most_ms: 100 },
    { expected: false, boolean: true },
  ],
  [{ type: "cost" }, { expected: false, boolean: false }],
  [
    { type: "cost", most_usd: 1 },
    { expected: false, boolean: true },
  ],
  [judge("Is {{output}} polite?", { type: "boolean" }), { expected: false, boolean: true }],
  [
    judge("Is {{output}} {{ expected }}?", { type: "number", lowest: 1, highest: 5 }),
    { expected: true, boolean: false },
  ],
  [withExample, { expected: false, boolean: true }],
];

it.each(TRAITS)("%j", (definition, traits) => {
  expect({ expected: needsExpected(definition), boolean: isTrueOrFalse(definition) }).toEqual(traits);
});
