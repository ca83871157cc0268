import { describe, expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
import { expectedOf, requestVariables, rowRequest } from "./row-request";

const requestOf = (messages: string) => new JsonText(`{"model":"m","messages":${messages},"top_p":1.0}`);
const rowOf = (value: unknown) => new JsonText(JSON.stringify(value));

describe("the request for a row", () => {
  const cases: [string, messages: string, row: unknown, filled: string, missing: string[]][] = [
    ["a text", '[{"role":"user","content":"Hi {{name}}"}]', { name: "Ada" }, '"content":"Hi Ada"', []],
    ["spaces around the name", '[{"content":"{{ name }}"}]', { name: "Ada" }, '"content":"Ada"', []],
    ["a text with quotes", '[{"content":"{{name}}"}]', { name: 'A "\n' }, '"content":"A \\"\\n"', []],
    ["a number and an object as JSON", '[{"content":"{{n}} {{o}}"}]', { n: 1, o: { a: 2 } }, '"1 {\\"a\\":2}"', []],
    ["a nested column", '[{"content":"{{who.name}}"}]', { who: { name: "Ada" } }, '"content":"Ada"', []],
    ["parts of a message", '[{"content":[{"type":"text","text":"{{name}}"}]}]', { name: "Ada" }, '"text":"Ada"', []],
    [
      "a name that is written with escapes",
      '[{"content":"{{gr\\u00f6\\u00dfe}}"}]',
      { größe: "L" },
      '"content":"L"',
      [],
    ],
    ["null is missing", '[{"content":"{{b}}{{a}}{{b}}"}]', { a: null }, '"{{b}}{{a}}{{b}}"', ["b", "a"]],
  ];
  test.each(cases)("%s", (_what, messages, row, filled, missing) => {
    const found = rowRequest({ request: requestOf(messages) }, rowOf(row));
    expect(found.body.text).toContain(filled);
    expect(found.missing).toEqual(missing);
  });

  test("has the columns that are chosen for variables, and is otherwise as it was written", () => {
    const request = requestOf('[{"role":"user","content":"{{question}} {{other}}","n":1.00}]');
    const found = rowRequest(
      { request, variables: { question: "input.text" } },
      rowOf({ input: { text: "?" }, other: "!" }),
    );
    expect(found.body.text).toBe('{"model":"m","messages":[{"role":"user","content":"? !","n":1.00}],"top_p":1.0}');
  });

  test("names its variables", () => {
    expect(requestVariables({ request: requestOf('[{"content":"{{b}} {{a}}"},{"content":"{{b}}"}]') })).toEqual([
      "b",
      "a",
    ]);
  });
});

test.each([
  ["a string as text", "answer", { answer: "4" }, "4"],
  ["anything else as JSON", "a.b", { a: { b: [1, 2.0] } }, "[1,2]"],
  ["null", "answer", { answer: null }, undefined],
  ["no column", "answer", {}, undefined],
  ["no expected answer", undefined, { answer: 1 }, undefined],
])("the expected answer: %s", (_what, expected, row, text) => {
  expect(expectedOf({ expected }, rowOf(row))).toBe(text);
});
