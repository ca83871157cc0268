import fc from "fast-check";
import { expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
import { type RuleDefinition, type ScoredAnswer, scoreOutput, type ScoreValue } from "./score";

const answer: ScoredAnswer = { output: "Paris", expected: "Paris", latencyMs: 1200, costUsd: 0.002 };
const score = (definition: RuleDefinition, changed: Partial<ScoredAnswer>): ScoreValue =>
  scoreOutput(definition, { ...answer, ...changed }, (run) => run());

const schema = (text: string): RuleDefinition => ({ type: "json_schema", schema: new JsonText(text) });
const city = schema('{"type":"object","required":["city"],"properties":{"city":{"type":"string"}}}');
const NO_EXPECTED = { problem: "The row has no expected answer" };

test.each<[string, RuleDefinition, Partial<ScoredAnswer>, ScoreValue]>([
  ["the same", { type: "exact" }, {}, { score: true }],
  ["the same with spaces", { type: "exact" }, { output: "\n Paris " }, { score: true }],
  ["another case", { type: "exact" }, { output: "PARIS" }, { score: false }],
  [
    "another case that is ignored",
    { type: "exact", ignore_case: true },
    { output: "PARÌS", expected: "parìs" },
    { score: true },
  ],
  ["more than that", { type: "exact" }, { output: "Paris." }, { score: false }],
  ["no expected answer", { type: "exact" }, { expected: undefined }, NO_EXPECTED],
  ["two empty texts", { type: "exact" }, { output: " ", expected: "" }, { score: true }],

  ["the expected answer inside", { type: "contains" }, { output: "It is Paris." }, { score: true }],
  ["nothing to contain", { type: "contains", text: null }, { expected: undefined }, NO_EXPECTED],
  ["a text inside", { type: "contains", text: " is " }, { output: "This", expected: undefined }, { score: true }],
  ["a text in another case", { type: "contains", text: "IS" }, { output: "This" }, { score: false }],
  ["a case that is ignored", { type: "contains", text: "IS", ignore_case: true }, { output: "This" }, { score: true }],

  ["a match anywhere", { type: "regex", pattern: "[aeiou]" }, {}, { score: true }],
  ["no match", { type: "regex", pattern: "^aris" }, {}, { score: false }],
  ["a match of code points", { type: "regex", pattern: "^.$" }, { output: "😀" }, { score: true }],
  ["a match of any case", { type: "regex", pattern: "^pARIS$", ignore_case: true }, {}, { score: true }],
  [
    "an invalid pattern",
    { type: "regex", pattern: "(" },
    {},
    { problem: "Invalid regular expression: /(/u: Unterminated group" },
  ],

  ["JSON that the schema accepts", city, { output: ' {"city":"Paris"} ' }, { score: true }],
  [
    "JSON that it does not",
    city,
    { output: '{"city":1}' },
    { score: false, reasoning: '#/city: Instance type "number" is invalid. Expected "string".' },
  ],
  [
    "no JSON",
    city,
    { output: "Paris" },
    { score: false, reasoning: "Not valid JSON at character 0: expected a value, found P" },
  ],
  [
    "two values",
    schema("{}"),
    { output: "{} {}" },
    { score: false, reasoning: "Not valid JSON at character 3: expected the end of the text, found {" },
  ],
  [
    "JSON that is too deep",
    schema("{}"),
    { output: "[".repeat(300) + "]".repeat(300) },
    { problem: "JSON is nested deeper than 256 levels" },
  ],
  ["a number beyond doubles", schema('{"type":"integer","minimum":10}'), { output: "1e999" }, { score: true }],
  [
    "prototype members",
    schema('{"required":["toString"]}'),
    { output: "{}" },
    { score: false, reasoning: '#: Instance does not have required property "toString".' },
  ],
  [
    "a schema that refers to nothing",
    schema('{"$ref":"#/$defs/a"}'),
    { output: "1" },
    { problem: expect.stringMatching(/^The schema cannot be applied: Unresolved \$ref "#\/\$defs\/a"\.[^\n]*$/) },
  ],
  [
    "a schema that refers to itself",
    schema('{"$ref":"#"}'),
    { output: "1" },
    { problem: "The schema cannot be applied: Maximum call stack size exceeded" },
  ],
  [
    "a schema with an invalid pattern",
    schema('{"pattern":"("}'),
    { output: '"a"' },
    { problem: expect.stringContaining("Invalid regular expression") },
  ],
  [
    "a keyword of draft 2020-12",
    schema('{"prefixItems":[{"type":"string"}]}'),
    { output: "[1]" },
    { score: false, reasoning: '#/0: Instance type "number" is invalid. Expected "string".' },
  ],

  ["a difference", { type: "number" }, { output: "1.1", expected: " 1\n" }, { score: 0.1 }],
  [
    "a difference of long numbers",
    { type: "number" },
    { output: "12345678901234567891", expected: "12345678901234567890" },
    { score: 1 },
  ],
  ["a difference within", { type: "number", tolerance: 0.1 }, { output: "1.1", expected: "1" }, { score: true }],
  [
    "a difference beyond",
    { type: "number", tolerance: 0.1 },
    { output: "1.1000000000000000001", expected: "1" },
    { score: false },
  ],
  ["no tolerance", { type: "number", tolerance: 0 }, { output: "1.0", expected: "1" }, { score: true }],
  [
    "a number with words",
    { type: "number" },
    { output: "about 1", expected: "1" },
    { problem: "The output is not a number" },
  ],
  [
    "an infinite number",
    { type: "number" },
    { output: "1e999", expected: "1" },
    { problem: "The output is not a number" },
  ],
  [
    "no number expected",
    { type: "number" },
    { output: "1", expected: "" },
    { problem: "The expected answer is not a number" },
  ],
  ["nothing expected", { type: "number" }, { output: "1", expected: undefined }, NO_EXPECTED],
  [
    "a huge difference",
    { type: "number" },
    { output: "1e308", expected: "-1e308" },
    { problem: "The difference is too large" },
  ],
  [
    "a huge difference within",
    { type: "number", tolerance: 1 },
    { output: "1e308", expected: "-1e308" },
    { score: false },
  ],

  ["milliseconds", { type: "latency" }, {}, { score: 1200 }],
  ["as fast as asked", { type: "latency", most_ms: 1200 }, {}, { score: true }],
  ["slower", { type: "latency", most_ms: 1199 }, {}, { score: false }],
  ["dollars", { type: "cost", most_usd: null }, {}, { score: 0.002 }],
  ["cheaper", { type: "cost", most_usd: 0.01 }, {}, { score: true }],
  ["dearer", { type: "cost", most_usd: 0.001 }, {}, { score: false }],
  [
    "no price",
    { type: "cost", most_usd: 1 },
    { costUsd: undefined },
    { problem: "The answer has no cost: the model has no price" },
  ],
])("%s", (_what, definition, changed, expected) => {
  expect(score(definition, changed)).toEqual(expected);
});

test("every output equals itself, and contains each of its parts", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }),
      fc.string(),
      fc.string(),
      fc.boolean(),
      (text, before, after, ignore_case) => {
        expect(score({ type: "exact", ignore_case }, { output: text, expected: text })).toEqual({ score: true });
        const output = before + text + after;
        expect(score({ type: "contains", text }, { output, expected: undefined })).toEqual({ score: true });
      },
    ),
  );
});

test("the difference of two numbers is the same from both sides, and within a tolerance exactly if it is at most that", () => {
  const number = fc.integer({ min: -1e9, max: 1e9 }).map((cents) => (cents / 100).toFixed(2));
  fc.assert(
    fc.property(number, number, fc.integer({ min: 0, max: 1e9 }), (output, expected, tolerance) => {
      const difference = score({ type: "number" }, { output, expected });
      expect(score({ type: "number" }, { output: expected, expected: output })).toEqual(difference);
      const within = score({ type: "number", tolerance }, { output, expected });
      expect(within).toEqual({ score: "score" in difference && Number(difference.score) <= tolerance });
    }),
  );
});

test("what takes too long is the caller's to say", () => {
  const tooLong = { problem: "Scoring took longer than 250 ms" };
  for (const definition of [city, { type: "regex", pattern: "a" } as const])
    expect(scoreOutput(definition, answer, () => tooLong)).toEqual(tooLong);
});
