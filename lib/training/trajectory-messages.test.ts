import { expect, test } from "vitest";
import { JsonNode } from "@/lib/json/node";
import { readTrajectoryMessages } from "./trajectory-messages";

const read = (trajectory: object) => readTrajectoryMessages(JsonNode.parse(JSON.stringify(trajectory)));
const text = (said: string) => [{ type: "text", text: said }];

test("messages and choices are one conversation, each with what ended it", () => {
  const found = read({
    messages_and_choices: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "2 + 2?" },
      {
        finish_reason: "length",
        index: 0,
        message: { role: "assistant", content: "Four" },
        logprobs: { content: [{ token: "Fo" }, { token: "ur" }] },
      },
    ],
    tools: [{ type: "function", function: { name: "add" } }],
    reward: 1,
  });
  expect(found?.messages).toEqual([
    { role: "system", parts: text("Be brief.") },
    { role: "user", parts: text("2 + 2?") },
    { role: "assistant", parts: text("Four"), finishReason: "length" },
  ]);
  expect([...(found?.tools.keys() ?? [])]).toEqual(["add"]);
  expect(found?.logprobs).toBe(2);
});

test.each([
  ["no list", { messages_and_choices: 3 }],
  ["nothing in it", { messages_and_choices: [] }],
  ["something that is no message", { messages_and_choices: [{ role: "user", content: "a" }, 7] }],
])("%s is no conversation", (_what, trajectory) => {
  expect(read(trajectory)).toBeUndefined();
});

test("tools that are not a list are ignored", () => {
  expect(read({ messages_and_choices: [{ role: "user", content: "a" }], tools: null })?.tools.size).toBe(0);
});
