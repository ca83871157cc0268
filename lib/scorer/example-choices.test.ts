import { expect, test } from "vitest";
import { readChoices, writeChoices } from "./example-choices";

test("choices are read as they were written", () => {
  const choices = new Map([
    ["core:///a/b/call/1", { isChosen: true, score: "4", reasoning: 'The "year"\nis wrong' }],
    ["__proto__", { isChosen: false, score: "", reasoning: "" }],
  ]);
  expect(readChoices(writeChoices(choices))).toEqual(choices);
  expect(writeChoices(new Map())).toBe("");
});

test.each(["", "{", "[1]", '{"a": 1}'])("a draft of %j chooses nothing", (text) => {
  expect([...readChoices(text).values()].filter(({ isChosen }) => isChosen)).toEqual([]);
});
