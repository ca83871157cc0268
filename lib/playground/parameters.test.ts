import { describe, expect, test } from "vitest";
import { parameterProblem } from "./parameters";

describe("parameterProblem", () => {
  test.each([
    ["temperature", "0.2", undefined],
    ["temperature", "hot", /^must be a number$/],
    ["n", "two", /^must be a whole number$/],
    ["use_beam_search", "yes", /^must be true or false$/],
    ["response_format", "{", /^is not JSON: /],
    ["not_in_the_interface", "{", /^is not JSON: /],
    ["not_in_the_interface", "1", undefined],
  ])("of %s: %s", (name, text, problem) => {
    const found = parameterProblem(name, text);
    if (problem === undefined) expect(found).toBeUndefined();
    else expect(found).toMatch(problem);
  });
});
