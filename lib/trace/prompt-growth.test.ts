import { describe, expect, it } from "vitest";
import type { CallRow } from "@/lib/contract/calls";
import { JsonText } from "@/lib/json/text";
import { readConversation } from "./conversation";
import { previousModelCall, repeatedMessages } from "./prompt-growth";
import { buildSpanTree } from "./span-tree";

type Kind = "llm" | "agent" | "tool";

const row = (id: string, parent: string | undefined, start: number, kind: Kind): CallRow => ({
  id,
  trace_id: "t",
  op_name: id,
  started_at: `2026-11-20T10:00:${String(start).padStart(2, "0")}.000000Z`,
  ...(parent === undefined ? {} : { parent_id: parent }),
  overview: { status: "success", kind },
});

describe("previousModelCall", () => {
  const tree = buildSpanTree([
    row("agent", undefined, 0, "agent"),
    row("first", "agent", 1, "llm"),
    row("tool", "agent", 2, "tool"),
    row("sub agent", "tool", 2, "agent"),
    row("sub first", "sub agent", 3, "llm"),
    row("sub second", "sub agent", 4, "llm"),
    row("second", "agent", 5, "llm"),
    row("third", "agent", 6, "llm"),
    row("same time", "agent", 6, "llm"),
  ]);

  it.each([
    ["first", undefined],
    ["second", "first"],
    ["third", "second"],
    ["same time", "second"],
    ["sub first", undefined],
    ["sub second", "sub first"],
    ["tool", undefined],
    ["unknown", undefined],
  ])("of %s is %s", (id, previous) => {
    expect(previousModelCall(tree, id)?.id).toBe(previous);
  });
});

describe("repeatedMessages", () => {
  const user = { role: "user", content: "Where is it?" };
  const answer = { role: "assistant", content: "In Lyon." };
  const other = { role: "assistant", content: "In Paris." };
  const next = { role: "user", content: "And now?" };
  const chat = (messages: object[], ...choices: object[]) => {
    const read = readConversation(
      new JsonText(JSON.stringify({ messages })),
      new JsonText(JSON.stringify({ choices: choices.map((message) => ({ message })) })),
    );
    if (!read) throw new Error("the payloads are a chat");
    return read;
  };

  it.each([
    ["the input and the answer", [user, answer, next], 2],
    ["another choice", [user, other, next], 2],
    ["the same prompt", [user], 1],
    ["what was shortened", [next], 0],
    ["a changed message", [{ ...user, content: "Who is it?" }, answer, next], 0],
    ["another answer", [user, next], 1],
  ])("%s", (_case, messages, count) => {
    expect(repeatedMessages(chat(messages).input, chat([user], answer, other))).toBe(count);
  });
});
