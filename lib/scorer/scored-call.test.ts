import { describe, expect, it } from "vitest";
import { toJsonText } from "@/lib/json/text";
import { conversationText, scoredRow, textsOfCall } from "./scored-call";

const textsOf = (inputs: unknown, output: unknown) =>
  textsOfCall({
    inputs: inputs === undefined ? undefined : toJsonText(inputs),
    output: output === undefined ? undefined : toJsonText(output),
  });

const answer = (message: object) => ({ choices: [{ index: 0, message: { role: "assistant", ...message } }] });

describe("the texts of a call", () => {
  it("are the new messages and the answer of a chat", () => {
    const messages = [
      { role: "system", content: "Be short." },
      { role: "user", content: "Hello" },
      { role: "assistant", content: "Hi" },
      { role: "user", content: "Where is it?" },
    ];
    expect(textsOf({ model: "m", messages }, answer({ content: "There." }))).toEqual({
      input: "Where is it?",
      output: "There.",
    });
  });

  it("have tool calls, and no thoughts", () => {
    const output = answer({
      reasoning_content: "Let me see",
      content: null,
      tool_calls: [{ id: "1", type: "function", function: { name: "find", arguments: '{"q":"x"}' } }],
    });
    expect(textsOf({ messages: [{ role: "user", content: "Find x" }] }, output).output).toBe(
      'tool call find: {"q":"x"}',
    );
  });

  it.each<[string, unknown, unknown, object]>([
    ["a function of one text", { city: "Rome" }, "Sunny", { input: "Rome", output: "Sunny" }],
    ["a function of several", { a: 1, b: "x" }, { sum: 2 }, { input: '{"a":1,"b":"x"}', output: '{"sum":2}' }],
    ["a call without an output", { a: 1 }, null, { input: '{"a":1}', output: undefined }],
    ["a call without anything", {}, undefined, { input: undefined, output: undefined }],
    [
      "an empty answer",
      { messages: [{ role: "user", content: "x" }] },
      answer({ content: "" }),
      { input: "x", output: undefined },
    ],
  ])("of %s", (_name, inputs, output, expected) => {
    expect(textsOf(inputs, output)).toEqual(expected);
  });
});

it("writes a conversation turn by turn", () => {
  const turns = [
    { input: "Hello", output: "Hi" },
    { input: undefined, output: "Still there?" },
    { input: "Yes", output: undefined },
  ];
  expect(conversationText(turns)).toBe("User: Hello\n\nAssistant: Hi\n\nAssistant: Still there?\n\nUser: Yes");
});

it("names the fields of the inputs, which keep their text, before texts of the same names", () => {
  const inputs = toJsonText({ input: { q: "x" }, n: 1 });
  expect(scoredRow(inputs, { input: "text", conversation: 'a "quote"' }).text).toBe(
    '{"input":{"q":"x"},"conversation":"a \\"quote\\"","n":1}',
  );
  expect(scoredRow(undefined, { input: undefined }).text).toBe("{}");
});
