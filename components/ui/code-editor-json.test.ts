import { expect, test } from "vitest";
import { jsonProblem } from "./code-editor-json";

test.each([
  ["", ""],
  ["  \n", ""],
  ['{"seed": 12345678901234567890}', ""],
  ['{\n  "a": 1,\n  "b": \n}', "Line 4: "],
  ["{'a': 1}", "Line 1: "],
  ['{"a": 1} x', "Line 1: "],
])("of %j is said %j", (text, start) => {
  const problem = jsonProblem(text) ?? "";
  expect(problem.slice(0, "Line 1: ".length)).toBe(start);
});
