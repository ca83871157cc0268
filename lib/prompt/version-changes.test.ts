import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TurnFields } from "@/lib/playground/document";
import type { Prompt } from "./prompt";
import { type PartChange, versionChanges, wordChanges } from "./version-changes";

const chat = (turns: readonly (readonly [string, string])[], others: Partial<Prompt> = {}): Prompt => ({
  kind: "chat",
  turns: turns.map(([role, content]): TurnFields => ({ role, content })),
  parameters: {},
  ...others,
});
const signs = { same: "", added: "+", removed: "-" };
const inWords = ({ name, change, pieces }: PartChange) =>
  `${name} ${change}: ${pieces.map((piece) => (piece.change === "same" ? piece.text : `[${signs[piece.change]}${piece.text}]`)).join("")}`;

describe("messages", () => {
  test.each([
    ["a word", [["user", "in three words"]], [["user", "in two words"]], ["user changed: in [-three][+two] words"]],
    [
      "words that replace others",
      [["user", "Reply in three long lines."]],
      [["user", "Reply with two short {{kind}} lines."]],
      ["user changed: Reply [-in three long ][+with two short {{kind}} ]lines."],
    ],
    [
      "a variable as one word",
      [["user", "{{city}}猫"]],
      [["user", "{{country}}犬"]],
      ["user changed: [-{{city}}猫][+{{country}}犬]"],
    ],
    ["nothing", [["user", "a"]], [["user", "a"]], ["user same: a"]],
    [
      "one that is added between",
      [
        ["system", "a"],
        ["user", "b"],
      ],
      [
        ["system", "a"],
        ["assistant", "c"],
        ["user", "b"],
      ],
      ["system same: a", "assistant added: [+c]", "user same: b"],
    ],
    [
      "one that is removed, with another that is changed",
      [
        ["system", "be kind"],
        ["user", "b"],
      ],
      [["user", "b c"]],
      ["system removed: [-be kind]", "user changed: b[+ c]"],
    ],
    ["a role", [["system", "a"]], [["user", "a"]], ["system removed: [-a]", "user added: [+a]"]],
    [
      "the order",
      [
        ["user", "a"],
        ["user", "b"],
      ],
      [
        ["user", "b"],
        ["user", "a"],
      ],
      ["user removed: [-a]", "user same: b", "user added: [+a]"],
    ],
  ] as const)("%s", (_, before, after, expected) => {
    expect(versionChanges(chat(before), chat(after)).turns.map(inWords)).toEqual(expected);
  });

  test("have their other members beside the content", () => {
    const call = (args: string): Prompt => ({
      ...chat([]),
      turns: [{ role: "assistant", content: "null", contentIsJson: true, toolCalls: `[{"arguments":"${args}"}]` }],
    });
    const [turn] = versionChanges(call("one"), call("two")).turns;
    expect(turn && inWords(turn)).toBe(
      'assistant changed: null\n\ntool_calls: [\n  {\n    "arguments": "[-one][+two]"\n  }\n]',
    );
  });
});

test("settings that differ are listed, with their exact numbers", () => {
  const before = chat([], { model: "m-1", parameters: { temperature: "1", seed: "7", tools: "[]" } });
  const after = chat([], { model: "m-2", parameters: { temperature: "1.0", seed: "7", top_p: "0.5" } });
  expect(versionChanges(before, after).settings.map(inWords)).toEqual([
    "model changed: m-[-1][+2]",
    "temperature changed: 1[+.0]",
    "tools removed: [-[]]",
    "top_p added: [+0.5]",
  ]);
});

test("each side of a change is the text of its version", () => {
  const words = fc.array(fc.oneof(fc.constantFrom("the", " ", "\n", "cat", "猫", "😀", "{{name}}"), fc.string()));
  fc.assert(
    fc.property(words, words, (a, b) => {
      const [from, to] = [a.join(""), b.join("")];
      const pieces = wordChanges(from, to);
      const side = (other: string) => pieces.flatMap(({ text, change }) => (change === other ? [] : [text])).join("");
      expect([side("added"), side("removed")]).toEqual([from, to]);
    }),
  );
});

test("texts with many differences are compared line by line, and those without a common line are shown in turn", () => {
  const long = (word: string) => Array.from({ length: 2_000 }, (_, n) => `${word}${n}`).join(" ");
  const inLines = (word: string) => `Begin.\n${long(word)}\nEnd.`;
  expect(wordChanges(long("a"), long("b")).map(({ change }) => change)).toEqual(["removed", "added"]);
  expect(wordChanges(inLines("a"), inLines("b")).map(({ change }) => change)).toEqual([
    "same",
    "removed",
    "added",
    "same",
  ]);
});
