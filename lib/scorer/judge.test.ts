import fc from "fast-check";
import { expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
import { type JudgeDefinition, judgeRequest, judgeVariables, readVerdict } from "./judge";

const judge: JudgeDefinition = {
  type: "judge",
  model: "org/judge",
  messages: [
    { role: "system", content: "You grade answers." },
    { role: "user", content: "{{question}} {{ output }} {{expected}} {{missing}}" },
  ],
  score: { type: "boolean" },
};
const grade: JudgeDefinition = { ...judge, score: { type: "number", lowest: 1, highest: 5 } };

test("a judge is asked for its reasoning and then a score", () => {
  const variables = { question: 'Say "{{output}}"', output: "$& {{expected}}", expected: "yes" };
  expect(JSON.parse(judgeRequest(judge, variables).text)).toEqual({
    model: "org/judge",
    messages: [
      { role: "system", content: "You grade answers." },
      { role: "user", content: 'Say "{{output}}" $& {{expected}} yes {{missing}}' },
    ],
    temperature: 0,
    response_format: {
      type: "json_schema",
      json_schema: {
        name: "verdict",
        strict: true,
        schema: {
          type: "object",
          properties: { reasoning: { type: "string" }, score: { type: "boolean" } },
          required: ["reasoning", "score"],
          additionalProperties: false,
        },
      },
    },
  });
  const { text } = judgeRequest({ ...grade, temperature: 0.5 }, variables);
  expect(text).toContain('"temperature":0.5');
  expect(text).toContain(
    '"properties":{"reasoning":{"type":"string"},"score":{"type":"number","minimum":1,"maximum":5}}',
  );
});

test("a judge's messages may name the columns of the row", () => {
  const row = new JsonText(
    '{"question":"Where?","output":"column","expected":{"city":"Lyon","score":1.50},"none":null,"__proto__":"p"}',
  );
  const variables = judgeVariables({ row, output: "Paris", expected: "Lyon" });
  expect(variables).toEqual({
    question: "Where?",
    output: "Paris",
    expected: "Lyon",
    "expected.city": "Lyon",
    "expected.score": "1.50",
    ["__proto__"]: "p",
  });
  expect(judgeVariables({ row, output: "", expected: undefined })).toMatchObject({
    output: "",
    expected: '{"city":"Lyon","score":1.50}',
  });
  expect(judgeVariables({ row: new JsonText('"a text"'), output: "Paris", expected: undefined })).toEqual({
    output: "Paris",
  });
});

test.each<[string, JudgeDefinition, string, ReturnType<typeof readVerdict>]>([
  ["a verdict", judge, '{"reasoning":"Right.","score":true}', { score: true, reasoning: "Right." }],
  ["a verdict without reasoning", judge, '{"score":false}', { score: false }],
  ["reasoning that is no text", judge, '{"reasoning":["a"],"score":false}', { score: false }],
  ["a code block", judge, '```json\n{"score":true}\n```\n', { score: true }],
  ["sentences around it", grade, 'Sure: {"reasoning":"{ok}","score":4.5}. Done.', { score: 4.5, reasoning: "{ok}" }],
  ["the lowest", grade, '{"score":1}', { score: 1 }],
  ["the highest, spelled otherwise", grade, '{"score":50e-1}', { score: 5 }],
  ["the last of two scores in an object", grade, '{"score":9,"score":2}', { score: 2 }],
  ["nothing", judge, " ", { problem: "The judge's answer has no JSON object: it is empty" }],
  ["words", judge, "True", { problem: "The judge's answer has no JSON object: True" }],
  ["half an object", judge, '{"score":true', { problem: 'The judge\'s answer has no JSON object: {"score":true' }],
  [
    "two objects",
    judge,
    '{"score":true} {"score":false}',
    { problem: 'The judge\'s answer has no JSON object: {"score":true} {"score":false}' },
  ],
  ["braces in the wrong order", judge, "} {", { problem: "The judge's answer has no JSON object: } {" }],
  ["no score", judge, '{"reasoning":""}', { problem: 'The judge\'s answer has no score: {"reasoning":""}' }],
  [
    "a score inside",
    judge,
    '{"result":{"score":true}}',
    { problem: 'The judge\'s answer has no score: {"result":{"score":true}}' },
  ],
  ["a score as text", judge, '{"score":"true"}', { problem: 'The judge\'s score is not true or false: "true"' }],
  ["a number for true or false", judge, '{"score":1}', { problem: "The judge's score is not true or false: 1" }],
  ["null", judge, '{"score":null}', { problem: "The judge's score is not true or false: null" }],
  ["a list", judge, '{"score":[true]}', { problem: "The judge's score is not true or false: [true]" }],
  ["true for a number", grade, '{"score":true}', { problem: "The judge's score is not a number from 1 to 5: true" }],
  ["a number as text", grade, '{"score":"4"}', { problem: 'The judge\'s score is not a number from 1 to 5: "4"' }],
  ["too low", grade, '{"score":0.999}', { problem: "The judge's score is not a number from 1 to 5: 0.999" }],
  ["too high", grade, '{"score":6}', { problem: "The judge's score is not a number from 1 to 5: 6" }],
  ["beyond doubles", grade, '{"score":1e999}', { problem: "The judge's score is not a number from 1 to 5: 1e999" }],
  [
    "deep nesting",
    judge,
    `${'{"a":'.repeat(300)}1${"}".repeat(300)}`,
    { problem: `The judge's answer has no JSON object: ${'{"a":'.repeat(40)}…` },
  ],
])("%s", (_what, definition, text, expected) => {
  expect(readVerdict(definition, text)).toEqual(expected);
});

test("every verdict is read, whatever the reasoning is", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 5 }), (reasoning, score) => {
      const text = JSON.stringify({ reasoning, score });
      expect(readVerdict(grade, text)).toEqual({ score, reasoning });
      expect(readVerdict(grade, `\`\`\`json\n${text}\n\`\`\``)).toEqual({ score, reasoning });
    }),
  );
});

test("any text is a verdict or a problem", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.constantFrom("{", "}", '"')), (text) => {
      const verdict = readVerdict(judge, text);
      expect("problem" in verdict || typeof verdict.score === "boolean").toBe(true);
    }),
  );
});
