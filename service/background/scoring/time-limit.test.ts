import { expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
import { type RuleDefinition, scoreOutput } from "@/lib/scorer/score";
import { SlowOnes } from "@/lib/limit/slow-ones";
import { limitOf } from "./time-limit";

const score = (definition: RuleDefinition, output: string, slow = new SlowOnes<string>()) =>
  scoreOutput(definition, { output, expected: undefined, latencyMs: 0, costUsd: undefined }, limitOf("s", slow));
const TOO_LONG = { problem: "Scoring took longer than 250 ms" };
const many = `${"a".repeat(50)}b`;

test.each<[string, RuleDefinition, string]>([
  ["a pattern that tries every division of the text", { type: "regex", pattern: "^(a+)+$" }, many],
  [
    "the same in a schema",
    { type: "json_schema", schema: new JsonText('{"pattern":"^(a+)+$"}') },
    JSON.stringify(many),
  ],
  [
    "a schema that applies others ever more often",
    {
      type: "json_schema",
      schema: new JsonText(
        '{"$defs":{"a":{"allOf":[{"items":{"$ref":"#/$defs/a"}},{"items":{"$ref":"#/$defs/a"}}]}},"$ref":"#/$defs/a"}',
      ),
    },
    `${"[".repeat(60)}${"]".repeat(60)}`,
  ],
])("%s is interrupted, and later outputs are scored", (_what, definition, output) => {
  expect(score(definition, output)).toEqual(TOO_LONG);
  expect(score({ type: "regex", pattern: "^(a+)+$" }, "aa")).toEqual({ score: true });
});

test("what is thrown inside is thrown", () => {
  expect(() =>
    limitOf(
      "s",
      new SlowOnes(),
    )(() => {
      throw new TypeError("mistake");
    }),
  ).toThrow(new TypeError("mistake"));
  expect(score({ type: "regex", pattern: "(" }, "")).toEqual({
    problem: "Invalid regular expression: /(/u: Unterminated group",
  });
});

test("one that took too long has less time for a minute", () => {
  const slow = new SlowOnes<string>();
  const definition: RuleDefinition = { type: "regex", pattern: "^(a+)+$" };
  expect(score(definition, many, slow)).toEqual(TOO_LONG);
  expect(score(definition, many, slow)).toEqual({ problem: "Scoring took longer than 25 ms" });
  expect(score(definition, "aa", slow)).toEqual({ score: true });
});
