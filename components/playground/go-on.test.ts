import { expect, test } from "vitest";
import type { ChoiceView } from "@/lib/chat/answer";
import { makeDocument } from "@/lib/playground/document";

import { continuation } from "./continuation";
import { goOn } from "./go-on";

const document = makeDocument({ turns: [{ role: "user", content: "Hi" }], panes: [{ model: "m", parameters: {} }] });
const pane = document.panes[0]?.id ?? "";
const choice = (rest: Partial<ChoiceView>): ChoiceView => ({
  index: 0,
  content: "",
  reasoning: "",
  refusal: "",
  toolCalls: [],
  tokens: [],
  ...rest,
});

test("a text goes on with a turn of the user, to be written before it is run", () => {
  const { document: after, runs } = goOn(document, pane, continuation(choice({ content: "Hello." }), []));
  expect(after.turns.map(({ role, content }) => [role, content])).toEqual([
    ["user", "Hi"],
    ["assistant", "Hello."],
    ["user", ""],
  ]);
  expect(runs).toBe(false);
});

test("tool calls go on with their results, each under the id of its call, and are answered at once", () => {
  const toolCalls = [
    { id: "c1", name: "a", arguments: "{}" },
    { id: "", name: "b", arguments: '{"half":' },
  ];
  const { document: after, runs } = goOn(document, pane, continuation(choice({ toolCalls }), ["1.0"]));
  expect(runs).toBe(true);
  const [, called, ...results] = after.turns;
  expect(JSON.parse(called?.toolCalls ?? "").map((call: { id: string }) => call.id)).toEqual(["c1", "call_2"]);
  expect(results.map(({ toolCallId, content }) => [toolCallId, content])).toEqual([
    ["c1", "1.0"],
    ["call_2", ""],
  ]);
});

test("a fork begins the answer, and a fork of a fork goes on with the same beginning", () => {
  const once = goOn(document, pane, { fork: "Paris is" }).document;
  const twice = goOn(once, pane, { fork: " grey" }).document;
  expect(twice.turns.map(({ content }) => content)).toEqual(["Hi", "Paris is grey"]);
  expect(twice.panes[0]?.parameters).toEqual({ continue_final_message: "true", add_generation_prompt: "false" });
});
