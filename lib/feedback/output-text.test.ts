import { expect, it } from "vitest";

import { JsonText } from "@/lib/json/text";

import { outputText } from "./output-text";

it.each([
  ["a text", '"It left Lyon."', "It left Lyon.", false],
  ["an answer of one text", '{"choices":[{"message":{"role":"assistant","content":"4"}}]}', "4", false],
  ["other JSON", '{"n":1.0}', '{\n  "n": 1.0\n}', true],
  ["a number", "12345678901234567890", "12345678901234567890", true],
])("%s", (_what, output, text, isJson) => {
  expect(outputText(new JsonText(output))).toEqual({ text, isJson });
});

it("shows an answer with a tool call as JSON, since its text is not all of it", () => {
  const call = { id: "a", function: { name: "f", arguments: "{}" } };
  const output = JSON.stringify([{ role: "assistant", content: "4", tool_calls: [call] }]);
  expect(outputText(new JsonText(output)).isJson).toBe(true);
});
