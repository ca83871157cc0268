import { describe, expect, it } from "vitest";
import { JsonText } from "@/lib/json/text";
import { readTools } from "./tool-definitions";

const SCHEMA = '{"type":"object","properties":{"n":{"maximum":1.0}}}';

describe("readTools", () => {
  it.each([
    ["OpenAI", `{"tools":[{"type":"function","function":{"name":"f","description":"d","parameters":${SCHEMA}}}]}`],
    ["OpenAI's responses", `{"tools":[{"type":"function","name":"f","description":"d","parameters":${SCHEMA}}]}`],
    ["OpenAI's functions", `{"functions":[{"name":"f","description":"d","parameters":${SCHEMA}}]}`],
    ["Anthropic", `{"tools":[{"name":"f","description":"d","input_schema":${SCHEMA}}]}`],
    [
      "Gemini",
      `{"config":{"tools":[{"functionDeclarations":[{"name":"f","description":"d","parameters":${SCHEMA}}]}]}}`,
    ],
    ["the AI SDK, by name", `{"tools":{"f":{"description":"d","inputSchema":${SCHEMA}}}}`],
    [
      "the AI SDK, as texts",
      `{"tools":[${JSON.stringify(`{"type":"function","name":"f","description":"d","inputSchema":${SCHEMA}}`)}]}`,
    ],
    ["a positional argument", `{"arg0":{"tools":[{"name":"f","description":"d","input_schema":${SCHEMA}}]}}`],
  ])("%s", (_shape, inputs) => {
    expect([...readTools(new JsonText(inputs)).values()]).toMatchObject([
      { name: "f", description: "d", parameters: SCHEMA },
    ]);
  });

  it.each([
    ["a tool of the provider's", '{"tools":[{"type":"web_search"}]}', ["web_search"]],
    ["none", '{"messages":[]}', []],
    ["what is no tool", '{"tools":[1,"x",null,{},[]]}', []],
    ["no inputs", undefined, []],
  ])("%s", (_name, inputs, names) => {
    expect([...readTools(inputs === undefined ? undefined : new JsonText(inputs)).keys()]).toEqual(names);
  });
});
