import { expect, test } from "vitest";
import { toJsonText } from "@/lib/json/text";
import { modelAnswer } from "./model-answer";

const completion = (message: unknown) => toJsonText({ choices: [{ message }] });
const calls = [{ id: "1", function: { name: "f", arguments: "{}" } }];

test.each<[string, unknown, string | undefined, string | undefined]>([
  ["words", { role: "assistant", content: 'a "b"' }, '"a \\"b\\""', 'a "b"'],
  ["no words", { content: "" }, '""', ""],
  ["tool calls", { content: null, tool_calls: calls }, JSON.stringify({ content: null, tool_calls: calls }), undefined],
  [
    "words beside tool calls",
    { content: "a", tool_calls: calls },
    JSON.stringify({ content: "a", tool_calls: calls }),
    undefined,
  ],
  ["an empty list of tool calls", { content: "a", tool_calls: [] }, '"a"', "a"],
  ["a refusal", { content: null, refusal: "no" }, '{"content":null,"refusal":"no"}', undefined],
])("an answer with %s", (_what, message, value, text) => {
  expect(modelAnswer(completion(message))).toEqual({
    value: expect.objectContaining({ text: value }),
    text: text ?? value,
  });
});

test("a completion without a message has none", () => {
  expect([modelAnswer(toJsonText({ choices: [] })), modelAnswer(completion(null))]).toEqual([undefined, undefined]);
});
