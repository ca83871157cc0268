import { describe, expect, test } from "vitest";
import type { ChoiceView } from "@/lib/chat/answer";
import { makeDocument } from "@/lib/playground/document";
import { applyEdit } from "@/lib/playground/edit";
import { prefixOf } from "@/lib/playground/prefix";

import { continuation } from "./continuation";
import { continueConversation } from "./continue-conversation";

const document = makeDocument({ turns: [{ role: "user", content: "Hi" }], panes: [{ model: "m", parameters: {} }] });
const pane = document.panes[0]?.id ?? "";
const by = { source: { model: "m", parameters: {} }, prefix: [] };
const choice = (rest: Partial<ChoiceView>): ChoiceView => ({
  index: 0,
  content: "",
  reasoning: "",
  refusal: "",
  toolCalls: [],
  tokens: [],
  ...rest,
});

test("a text is followed by an empty user turn, and is not run", () => {
  const { document: after, runs } = continueConversation(
    document,
    pane,
    continuation(by, choice({ content: "Hello." }), []),
  );
  expect(after.turns.map(({ role, content }) => [role, content])).toEqual([
    ["user", "Hi"],
    ["assistant", "Hello."],
    ["user", ""],
  ]);
  expect(runs).toEqual([]);
});

test("tool calls are followed by their results, each with the id of its call, and run at once", () => {
  const toolCalls = [
    { id: "c1", name: "a", arguments: "{}" },
    { id: "", name: "b", arguments: '{"half":' },
  ];
  const { document: after, runs } = continueConversation(
    document,
    pane,
    continuation(by, choice({ toolCalls }), ["1.0"]),
  );
  expect(runs).toEqual([pane]);
  const [, called, ...results] = after.turns;
  expect(JSON.parse(called?.toolCalls ?? "").map((call: { id: string }) => call.id)).toEqual(["c1", "call_2"]);
  expect(results.map(({ toolCallId, content }) => [toolCallId, content])).toEqual([
    ["c1", "1.0"],
    ["call_2", ""],
  ]);
});

describe("a fork", () => {
  const two = applyEdit(document, { type: "add pane" });
  const fork = (from: typeof document, text: string) =>
    continueConversation(from, pane, { fork: [{ text: "Paris is" }, { text, isForced: true }] });

  test("is its pane's own: the conversation, the parameters and the other panes stay as they are", () => {
    const { document: after, runs } = fork(two, " grey");
    expect(runs).toEqual([pane]);
    expect(after.turns).toBe(two.turns);
    expect(after.panes[1]).toBe(two.panes[1]);
    expect(after.panes[0]).toEqual({
      ...two.panes[0],
      prefix: { model: "m", parts: [{ text: "Paris is" }, { text: " grey", isForced: true }] },
    });
  });

  test("ends when the conversation continues, and its whole answer becomes a turn", () => {
    const forked = fork(two, " grey").document;
    const run = { ...by, prefix: prefixOf(forked.panes[0] ?? { model: "" }) };
    const { document: after } = continueConversation(
      forked,
      pane,
      continuation(run, choice({ content: " and cold." }), []),
    );
    expect(after.turns.map(({ content }) => content)).toEqual(["Hi", "Paris is grey and cold.", ""]);
    expect(after.panes.map(({ prefix }) => prefix)).toEqual([undefined, undefined]);
  });
});

describe("beside a pane with its own prompt", () => {
  const two = applyEdit(document, { type: "add pane" });
  const second = two.panes[1]?.id ?? "";
  const owned = applyEdit(two, { type: "own prompt", pane: second, turns: [{ role: "user", content: "Own" }] });
  const toolCalls = [{ id: "c1", name: "a", arguments: "{}" }];
  const texts = (list: readonly { content: string }[] | undefined) => list?.map(({ content }) => content);

  test("the shared conversation continues for the panes that share it, and only they run", () => {
    const next = continuation(by, choice({ toolCalls }), ["1"]);
    const { document: after, longer, runs } = continueConversation(owned, pane, next);
    expect([texts(after.turns), texts(after.panes[1]?.turns)]).toEqual([["Hi", "null", "1"], ["Own"]]);
    expect([longer, runs]).toEqual([[pane], [pane]]);
    expect(after.panes[1]).toBe(owned.panes[1]);
  });

  test("its own conversation continues alone", () => {
    const next = continuation(by, choice({ content: "Hello." }), []);
    const { document: after, longer, runs } = continueConversation(owned, second, next);
    expect([texts(after.turns), texts(after.panes[1]?.turns)]).toEqual([["Hi"], ["Own", "Hello.", ""]]);
    expect([longer, runs]).toEqual([[second], []]);
  });
});

test("a turn names the model of its answer, whichever model its pane has later", () => {
  const run = { source: { model: "talker", server: "lab", parameters: {} }, prefix: [] };
  const other = applyEdit(document, { type: "pane", id: pane, change: { model: "reasoner" } });
  const toolCalls = [{ id: "c1", name: "a", arguments: "{}" }];
  for (const answer of [choice({ content: "Hello." }), choice({ toolCalls })]) {
    const [, said, next] = continueConversation(other, pane, continuation(run, answer, ["1"])).document.turns;
    expect(said?.saidBy).toEqual({ model: "talker", server: "lab" });
    expect(next?.saidBy).toBeUndefined();
  }
});
