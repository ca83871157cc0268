import fc from "fast-check";
import { expect, test } from "vitest";
import { FILLED_CHARS } from "@/lib/contract/limits";
import { rowRequest } from "@/lib/experiment/row-request";
import { JsonText, toJsonText } from "@/lib/json/text";
import { type JudgeDefinition, judgeRequest } from "@/lib/scorer/judge";
import { makeDocument } from "./document";
import { filledGrowth, fillVariables, fillVariablesInJson } from "./fill-variables";
import { requestBody } from "./request-body";

const MANY = "{{x}}".repeat(13_107);
const LONG = "x".repeat(38_000);
const judge = (content: string, messages = 20): JudgeDefinition => ({
  type: "judge",
  model: "m",
  messages: Array.from({ length: messages }, () => ({ role: "user" as const, content })),
  score: { type: "boolean" },
});
const rowOf = (content: string) => ({ request: toJsonText({ model: "m", messages: [{ role: "user", content }] }) });
const TOO_LONG =
  /^With its variables filled in the request would have [\d,]+ characters; at most 33,554,432 are allowed$/;

test("what filling in adds to the JSON of a text is known before", () => {
  const piece = fc.oneof(fc.constantFrom("{{x}}", "{{ y }}", "{{none}}", "{{", "}}"), fc.string({ unit: "binary" }));
  const pieces = fc.array(piece, { maxLength: 8 });
  fc.assert(
    fc.property(pieces, fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (parts, x, y) => {
      const [text, values] = [parts.join(""), { x, y }];
      const length = (of: string) => JSON.stringify(of).length;
      expect(length(text) + filledGrowth(text, values)).toBe(length(fillVariables(text, values)));
      const json = JSON.stringify(text);
      expect(json.length + filledGrowth(json, values)).toBe(fillVariablesInJson(json, values).length);
    }),
  );
});

test("a request's length is that of its text", () => {
  const long = { x: 'A "\n\u0000', output: "🙂" };
  const judged = judgeRequest(judge("{{x}} {{output}} {{none}}"), long);
  expect(judged.text).toHaveLength(judged.chars);
  const { body } = rowRequest(rowOf("{{x}}, {{y}}"), toJsonText({ x: '"\t', y: { a: [1.5] } }));
  expect(body.text).toHaveLength(body.chars);
});

// Built, each of these has gigabytes.
test("templates that would multiply a long value are refused and not built", () => {
  const judged = judgeRequest(judge(MANY), { x: LONG });
  expect(judged.chars).toBeGreaterThan(20 * 13_107 * 38_000);
  expect(judged.problem).toMatch(TOO_LONG);
  expect(() => judged.text).toThrow(TOO_LONG);
  const { body } = rowRequest(rowOf(MANY), toJsonText({ x: LONG }));
  expect(body.problem).toMatch(TOO_LONG);
  for (const turn of [{ content: MANY }, { content: JSON.stringify(MANY), contentIsJson: true }]) {
    const turns = [{ role: "user", ...turn }];
    const document = makeDocument({ turns, panes: [{ model: "m", parameters: {} }], variables: { x: LONG } });
    const [pane] = document.panes;
    const found = pane && requestBody(document, pane);
    expect(found?.problems).toEqual([{ path: "messages", message: expect.stringMatching(TOO_LONG) }]);
  }
});

test("a request of exactly the greatest length is allowed", () => {
  const empty = judgeRequest(judge("{{x}}", 1), { x: "" }).chars;
  const filled = (more: number) => judgeRequest(judge("{{x}}", 1), { x: "x".repeat(FILLED_CHARS - empty + more) });
  expect([filled(0).problem, filled(0).chars]).toEqual([undefined, FILLED_CHARS]);
  expect(filled(1).problem).toMatch(TOO_LONG);
});

test("a deep message is copied once", () => {
  const deep = `${"[".repeat(200)}"{{x}}"${"]".repeat(200)}`;
  const { body } = rowRequest({ request: new JsonText(`{"messages":[${deep}]}`) }, toJsonText({ x: "1" }));
  expect(body.text).toBe(`{"messages":[${deep.replace("{{x}}", "1")}]}`);
});
