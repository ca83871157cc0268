import { describe, expect, it } from "vitest";
import { JsonText } from "@/lib/json/text";
import { readConversation } from "./conversation";
import type { ModelParameter } from "./model-parameters";
import { type Prompt, requestChanges } from "./request-changes";
import { readTools } from "./tool-definitions";

const system = { role: "system", content: "Be brief.\nBe kind." };
const user = { role: "user", content: "Where is it?" };
const answer = { role: "assistant", content: "In Lyon." };
const other = { role: "assistant", content: "In Paris." };
const next = { role: "user", content: "And now?" };
const tool = (name: string, description = "") => ({ type: "function", function: { name, description } });

interface Sent {
  tools?: object[];
  parameters?: ModelParameter[];
  answers?: object[];
}

function prompt(messages: object[], { tools = [], parameters = [], answers = [] }: Sent = {}): Prompt {
  const inputs = new JsonText(JSON.stringify({ messages, tools }));
  const output = new JsonText(JSON.stringify({ choices: answers.map((message) => ({ message })) }));
  const chat = readConversation(inputs, output);
  if (!chat) throw new Error("the payloads are a chat");
  return { ...chat, tools: readTools(inputs), parameters };
}

const countsOf = (earlier: Prompt, later: Prompt) => {
  const { added, changed, removed, tools, parameters } = requestChanges(earlier, later);
  return { added, changed, removed, tools, parameters };
};
const none = { added: 0, changed: 0, removed: 0, tools: 0, parameters: 0 };

describe("messages", () => {
  const earlier = prompt([system, user], { answers: [answer, other] });

  it.each([
    ["the same prompt", [system, user], {}],
    ["the answer and a question", [system, user, answer, next], { added: 1 }],
    ["another choice", [system, user, other, next], { added: 1 }],
    ["an edited answer", [system, user, { ...answer, content: "In Nice." }, next], { added: 1, changed: 1 }],
    ["a changed system prompt", [{ ...system, content: "Be rude." }, user, answer, next], { added: 1, changed: 1 }],
    ["a trimmed history", [system, next], { changed: 1 }],
    ["a removed system prompt", [user, answer, next], { added: 1, removed: 1 }],
    ["a moved system prompt", [user, system], { added: 1, removed: 1 }],
    [
      "a summary instead of the history",
      [{ role: "developer", content: "They ask for Lyon." }],
      { added: 1, removed: 2 },
    ],
    ["no answer", [system, user, next], { added: 1 }],
  ])("%s", (_case, messages, expected) => {
    expect(countsOf(earlier, prompt(messages))).toEqual({ ...none, ...expected });
  });

  it("knows a tool call again that is sent back without the empty text beside it", () => {
    const tool_calls = [{ id: "c1", type: "function", function: { name: "find", arguments: '{"order": 1}' } }];
    const called = prompt([user], { answers: [{ role: "assistant", content: "", tool_calls }] });
    const result = { role: "tool", tool_call_id: "c1", content: "Lyon" };
    const sentBack = { role: "assistant", content: null, tool_calls };
    expect(countsOf(called, prompt([user, sentBack, result]))).toEqual({ ...none, added: 1 });
  });

  it("counts a long history that lost its beginning", () => {
    const turns = Array.from({ length: 300 }, (_, index) => ({
      role: index % 2 === 0 ? "user" : "assistant",
      content: `Turn ${index}`,
    }));
    const changes = countsOf(prompt([system, ...turns]), prompt([system, ...turns.slice(200), next]));
    expect(changes).toEqual({ ...none, removed: 200, added: 1 });
  });
});

describe("tools and parameters", () => {
  const earlier = prompt([user], {
    tools: [tool("find"), tool("book")],
    parameters: [
      { name: "temperature", value: "0.2" },
      { name: "seed", value: "1" },
    ],
  });

  it("are counted by name", () => {
    const later = prompt([user], {
      tools: [tool("book", "Books a table."), tool("cancel"), tool("find")],
      parameters: [
        { name: "temperature", value: "0.20" },
        { name: "seed", value: "1" },
        { name: "top p", value: "0.9" },
      ],
    });
    expect(countsOf(earlier, later)).toEqual({ ...none, tools: 2, parameters: 2 });
  });

  it("are the same in another order and with other spaces", () => {
    const later = { ...earlier, tools: new Map([...earlier.tools].reverse()) };
    expect(countsOf(earlier, later)).toEqual(none);
  });
});

it("writes both prompts as texts, with the answer that is repeated", () => {
  const offered = [tool("find")];
  const earlier = prompt([system, user], { answers: [other, answer], tools: offered });
  const later = prompt([{ ...system, content: "Be brief." }, user, answer, next], {
    parameters: [{ name: "seed", value: "1" }],
  });
  const { before, after } = requestChanges(earlier, later);
  expect(before()).toBe(
    [
      "system:\nBe brief.\nBe kind.",
      "user:\nWhere is it?",
      "assistant:\nIn Lyon.",
      `offered tool find:\n${JSON.stringify(offered[0], undefined, 2)}`,
    ].join("\n\n"),
  );
  expect(after()).toBe(
    [
      "system:\nBe brief.",
      "user:\nWhere is it?",
      "assistant:\nIn Lyon.",
      "user:\nAnd now?",
      "parameters:\nseed: 1",
    ].join("\n\n"),
  );
});
