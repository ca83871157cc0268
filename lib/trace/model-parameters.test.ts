import { describe, expect, it } from "vitest";
import { JsonText } from "@/lib/json/text";
import { readModelParameters } from "./model-parameters";

/** Each parameter as `name=value`. */
function shown({ inputs, attributes }: { inputs?: unknown; attributes?: unknown }): string {
  const json = (value: unknown) => (value === undefined ? undefined : new JsonText(JSON.stringify(value)));
  return readModelParameters({ inputs: json(inputs), attributes: json(attributes) })
    .map(({ name, value }) => `${name}=${value}`)
    .join(" ");
}

const otel = (attributes: object) => ({ attributes: { otel: { attributes } } });

describe("readModelParameters", () => {
  it.each([
    ["OpenAI's chat", { inputs: { model: "m", temperature: 0.2, max_completion_tokens: 9, seed: 7 } }],
    ["OpenAI's responses", { inputs: { kwargs: { temperature: 0.2, max_output_tokens: 9, seed: 7 } } }],
    ["Gemini", { inputs: { config: { temperature: 0.2, maxOutputTokens: 9, seed: 7 } } }],
    ["Ollama", { inputs: { body: { options: { temperature: 0.2, num_predict: 9, seed: 7 } } } }],
    [
      "OpenTelemetry",
      otel({ "gen_ai.request.temperature": 0.2, "gen_ai.request.max_tokens": 9, "gen_ai.request.seed": 7 }),
    ],
    ["OpenInference", otel({ "llm.invocation_parameters": '{"temperature":0.2,"max_tokens":9,"seed":7}' })],
    ["Langfuse", otel({ "langfuse.observation.model.parameters": '{"temperature":0.2,"max_tokens":9,"seed":7}' })],
    ["the AI SDK", otel({ "ai.settings.temperature": 0.2, "ai.settings.maxOutputTokens": 9, "ai.settings.seed": 7 })],
    ["OpenLLMetry", otel({ "llm.temperature": 0.2, "llm.request.max_tokens": 9, "llm.seed": 7 })],
    [
      "inputs and attributes together",
      { inputs: { temperature: 0.2 }, attributes: { model_parameters: { temperature: 1, max_tokens: 9, seed: 7 } } },
    ],
  ])("%s", (_dialect, call) => {
    expect(shown(call)).toBe("temperature=0.2 max tokens=9 seed=7");
  });

  it.each([
    [
      "nulls, empty values and what was not set",
      { temperature: null, stop: [], seed: "NOT_GIVEN", top_p: "<openai.Omit>" },
      "",
    ],
    [
      "a schema by its name",
      { response_format: { type: "json_schema", json_schema: { name: "answer" } } },
      "response format=json_schema answer",
    ],
    ["the format of a response", { text: { format: { type: "json_object" } } }, "response format=json_object"],
    ["a budget", { thinking: { type: "enabled", budget_tokens: 9 } }, 'thinking={"type":"enabled","budget_tokens":9}'],
    ["effort", { reasoning: { effort: "low" } }, "reasoning effort=low"],
    ["lists and choices", { stop: ["END"], tool_choice: "auto" }, 'stop=["END"] tool choice=auto'],
    ["false and zero", { temperature: 0, stream: false }, "temperature=0 stream=false"],
    ["no request", [1, "x"], ""],
  ])("%s", (_case, inputs, expected) => {
    expect(shown({ inputs })).toBe(expected);
  });

  it("keeps the digits as sent", () => {
    const inputs = new JsonText('{"temperature": 0.50, "seed": 12345678901234567890}');
    expect(readModelParameters({ inputs, attributes: undefined }).map(({ value }) => value)).toEqual([
      "0.50",
      "12345678901234567890",
    ]);
  });
});
