import { describe, expect, test } from "vitest";
import { parameterProblem } from "./parameters";

describe("parameterProblem", () => {
  test.each([
    ["temperature", "0.2", /^none$/],
    ["temperature", "hot", /^must be a number$/],
    ["n", "two", /^must be a whole number$/],
    ["use_beam_search", "yes", /^must be true or false$/],
    ["response_format", "{", /^Not valid JSON at character /],
    ["not_in_the_interface", "{", /^Not valid JSON at character /],
    ["not_in_the_interface", "1", /^none$/],
  ])("of %s: %s", (name, text, problem) => {
    expect(parameterProblem(name, text) ?? "none").toMatch(problem);
  });
});
