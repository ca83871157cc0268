import { expect, test } from "vitest";
import { JUDGE_MESSAGES, SCORER_TEXT_CHARS } from "@/lib/contract/limits";
import { JsonText, toJsonText } from "@/lib/json/text";
import { type JudgeMessage, messagesOf } from "./form";
import { type JudgeDefinition, judgeRequest, judgeVariables } from "./judge";
import {
  addExamples,
  exampleProblem,
  firstNewExample,
  hasExample,
  isCaseOf,
  judgedCase,
  roomForExamples,
  scoreOfValue,
  whyNoExamples,
} from "./judge-examples";

const BOOLEAN = { type: "boolean" } as const;
const GRADE = { type: "number", lowest: 1, highest: 5 } as const;
const SYSTEM: JudgeMessage = { role: "system", content: "You grade answers to {{question}}." };
const CASE: JudgeMessage = { role: "user", content: "Is {{output}} right?" };

test.each<[JudgeDefinition["score"], string, boolean | number | undefined]>([
  [BOOLEAN, "true", true],
  [BOOLEAN, "false", false],
  [BOOLEAN, "👍", true],
  [BOOLEAN, "👎🏽", false],
  [BOOLEAN, "🎉", undefined],
  [BOOLEAN, "yes", undefined],
  [BOOLEAN, "True", undefined],
  [BOOLEAN, "1", undefined],
  [BOOLEAN, "constructor", undefined],
  [GRADE, "1", 1],
  [GRADE, "4.5", 4.5],
  [GRADE, "5.0", 5],
  [GRADE, "0.9", undefined],
  [GRADE, "6", undefined],
  [GRADE, "1e999", undefined],
  [GRADE, "true", undefined],
  [GRADE, "👍", undefined],
  [GRADE, '"4"', undefined],
  [GRADE, "", undefined],
])("as a score, %j from %j is %j", (asked, value, score) => {
  expect(scoreOfValue(asked, value)).toBe(score);
});

test("the case of a judge is the last user message that it was sent", () => {
  const definition: JudgeDefinition = { type: "judge", model: "m", messages: [SYSTEM, CASE], score: BOOLEAN };
  const sent = judgeRequest(definition, judgeVariables({ row: new JsonText("{}"), output: "{{a}}", expected: "" }));
  expect(judgedCase(new JsonText(sent.text))).toBe("Is {{a}} right?");
  expect(judgedCase(toJsonText({ messages: [{ role: "system", content: "a" }] }))).toBeUndefined();
  expect(judgedCase(toJsonText({ messages: [{ role: "user", content: [{ type: "text", text: "a" }] }] }))).toBe(
    undefined,
  );
  expect(judgedCase(new JsonText("{}"))).toBeUndefined();
});

test.each([
  ["Is {{output}} right?", "Is 4 right?", true],
  ["Is {{output}} right?", "Is  right?", true],
  ["Is {{output}} right?", "Is it right? Is it right?", true],
  ["Is {{output}} right?", "Was 4 right?", false],
  ["Is {{output}} right?", "Is 4 right", false],
  ["{{a}} and {{b}}", "1 and 2", true],
  ["{{a}} and {{b}}", "1 or 2", false],
  ["{{a}}aa{{b}}aa", "aaa", false],
  ["{{a}}aa{{b}}aa", "aaaa", true],
  ["{{ a }}", "", true],
  ["none", "none", true],
  ["none", "one", false],
])("%j could be sent as %j: %j", (content, input, isCase) => {
  expect(isCaseOf({ content }, input)).toBe(isCase);
});

test("examples are inserted before the last user message that is none, and sent as they are written", () => {
  const first = { input: "Is {{output}} right?", score: false, reasoning: 'It has "{{output}}".' };
  const once = addExamples({ messages: [SYSTEM, CASE], score: BOOLEAN }, [first]);
  const verdict = JSON.stringify({ reasoning: first.reasoning, score: false });
  const example: JudgeMessage[] = [
    { role: "user", content: first.input, is_example: true },
    { role: "assistant", content: verdict, is_example: true },
  ];
  expect(once).toEqual({ messages: [SYSTEM, ...example, CASE] });
  const messages = "messages" in once ? once.messages : [];
  expect(messagesOf({ messages: JSON.stringify(messages) })).toEqual(messages);
  expect(hasExample(messages, first.input)).toBe(true);
  expect(hasExample([CASE], CASE.content)).toBe(false);

  const twice = addExamples({ messages, score: BOOLEAN }, [{ input: "Is 2 right?", score: true, reasoning: "" }]);
  const all = "messages" in twice ? twice.messages : [];
  expect(all.map(({ content }) => content)).toEqual([
    SYSTEM.content,
    first.input,
    verdict,
    "Is 2 right?",
    '{"reasoning":"","score":true}',
    CASE.content,
  ]);
  const sent = judgeRequest(
    { type: "judge", model: "m", messages: all, score: BOOLEAN },
    { output: "7", question: "1 + 6" },
  );
  expect(JSON.parse(sent.text)).toMatchObject({
    messages: [
      { role: "system", content: "You grade answers to 1 + 6." },
      { role: "user", content: "Is {{output}} right?" },
      { role: "assistant", content: verdict },
      { role: "user", content: "Is 2 right?" },
      { role: "assistant", content: '{"reasoning":"","score":true}' },
      { role: "user", content: "Is 7 right?" },
    ],
  });
  expect(sent.text).not.toContain("is_example");
});

test("a judge whose last user message shows no case has no examples", () => {
  expect(whyNoExamples([SYSTEM, CASE])).toBeUndefined();
  expect(whyNoExamples([SYSTEM, CASE])).toBeUndefined();
  expect(whyNoExamples([SYSTEM])).toMatch(/no user message/);
  expect(whyNoExamples([{ role: "user", content: "{{output}}", is_example: true }])).toMatch(/no user message/);
  expect(whyNoExamples([CASE, { role: "user", content: "Grade it." }])).toMatch(/no variable/);
  expect(addExamples({ messages: [SYSTEM], score: BOOLEAN }, [])).toEqual({
    problem: "The judge has no user message, so there is none to write an example like.",
  });
});

test("limits and scores are respected, and named", () => {
  const example = { input: "Is 4 right?", score: 4, reasoning: "" };
  const messages = Array.from({ length: JUDGE_MESSAGES - 3 }, () => CASE);
  expect(roomForExamples(messages)).toBe(1);
  expect(addExamples({ messages, score: GRADE }, [example, example])).toEqual({
    problem:
      "A judge has at most 20 messages, and an example needs 2. This one has 17, so it has room for 1 more example; 2 are selected.",
  });
  expect(addExamples({ messages, score: GRADE }, [example])).toHaveProperty("messages.length", JUDGE_MESSAGES - 1);
  expect(roomForExamples(Array.from({ length: JUDGE_MESSAGES + 1 }, () => CASE))).toBe(0);
  expect(exampleProblem(GRADE, example)).toBeUndefined();
  expect(exampleProblem(GRADE, { ...example, score: 6 })).toBe("The score must be a number from 1 to 5");
  expect(exampleProblem(GRADE, { ...example, score: true })).toBe("The score must be a number from 1 to 5");
  expect(exampleProblem(GRADE, { ...example, input: "a".repeat(SCORER_TEXT_CHARS + 1) })).toBe(
    "The case has 65,537 characters; a message of a judge has at most 65,536",
  );
  expect(exampleProblem(GRADE, { ...example, reasoning: '"'.repeat(SCORER_TEXT_CHARS / 2) })).toMatch(
    /^The verdict has/,
  );
});

test("the first new example is found after those that were there, and is none without one", () => {
  const example = (input: string) => ({ input, reasoning: "", score: true });
  const asked = { messages: [SYSTEM, CASE], score: BOOLEAN };
  const first = addExamples(asked, [example("a")]);
  const before = "messages" in first ? first.messages : [];
  const second = addExamples({ ...asked, messages: before }, [example("b")]);
  const after = "messages" in second ? second.messages : [];
  expect(firstNewExample(before, asked.messages)).toBe(1);
  expect(firstNewExample(after, before)).toBe(3);
  expect(firstNewExample(after, after)).toBeUndefined();
  expect(firstNewExample([...asked.messages, { role: "user", content: "b" }], asked.messages)).toBeUndefined();
});
