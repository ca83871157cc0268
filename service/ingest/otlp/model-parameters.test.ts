import { describe, expect, it } from "vitest";
import { JsonText } from "@/lib/json/text";
import { readModelParameters } from "@/lib/trace/model-parameters";
import { recordedCalls } from "./test-recorded";

describe("the parameters of recorded model calls", () => {
  it.each([
    ["anthropic", "max tokens=100"],
    ["langgraph", "temperature=0.2"],
    ["litellm", "temperature=0.2"],
    ["openinference", "temperature=0.3"],
    ["openinference", "max tokens=50"],
    ["openinference", 'stop=["END"]'],
    ["openinference", "reasoning effort=low"],
    ["media", "parallel tool calls=true"],
  ])("%s has %s", (file, parameter) => {
    const found = recordedCalls(file).flatMap(({ call: { inputs, attributes } }) =>
      readModelParameters({
        inputs: inputs && new JsonText(JSON.stringify(inputs)),
        attributes: new JsonText(JSON.stringify(attributes)),
      }),
    );
    expect(found.map(({ name, value }) => `${name}=${value}`)).toContain(parameter);
  });
});
