import { expect, test } from "vitest";
import type { CallKind } from "@/lib/contract/call-kinds";
import { JsonText } from "@/lib/json/text";
import { askedModel } from "./asked-model";

test.each<[kind: CallKind | undefined, inputs: string | undefined, model: string | undefined]>([
  ["llm", '{"model":"m"}', "m"],
  ["embedding", '{"model":"m","input":"x"}', "m"],
  [undefined, '{"messages":[],"model":"m"}', "m"],
  [undefined, '{"contents":[],"model":"models/m"}', "models/m"],
  [undefined, '{"question":"Where?","model":"m"}', undefined],
  ["agent", '{"messages":[],"model":"m"}', undefined],
  ["chain", '{"messages":[],"model":"m"}', undefined],
  ["tool", '{"input":"x","model":"m"}', undefined],
  ["llm", '{"model":{"name":"m"}}', undefined],
  ["llm", '{"model":""}', undefined],
  ["llm", '{"self":{"model":"m"}}', undefined],
  ["llm", `{"model":"${"m".repeat(1025)}"}`, undefined],
  ["llm", '["model"]', undefined],
  ["llm", "null", undefined],
  ["llm", undefined, undefined],
  ["llm", '{"model":"caf\\u00e9"}', "café"],
])("a call of kind %s with inputs %s asks for %s", (kind, inputs, model) => {
  expect(askedModel(kind, inputs === undefined ? undefined : new JsonText(inputs))).toBe(model);
});
