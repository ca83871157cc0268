import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonTextArbitrary } from "./json-arbitrary";
import { plainText, preview } from "./plain";
import { JsonText } from "./text";

describe("plainText", () => {
  test.each([
    ['{"a":"plain 中文"}', undefined],
    ['"line\\nbreak"', '"line\nbreak"'],
    ['"say \\"hi\\" \\\\ \\/"', '"say "hi" \\ /"'],
    ['"\\u4e2d\\u6587"', '"中文"'],
    ['"\\ud83d\\ude00"', '"😀"'],
    ['"a\\u0000b\\ud800c"', '"a\uFFFDb\uFFFDc"'],
    ['"\ud800"', '"\uFFFD"'],
    ['{"\\u0061":1.0}', '{"a":1.0}'],
  ])("%s", (text, plain) => {
    expect(plainText(new JsonText(text))).toBe(plain);
  });

  test("finds every string of a document, and can always be stored", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), jsonTextArbitrary, (needle, other) => {
        const text = `[${other},${JSON.stringify(needle)}]`;
        const plain = plainText(new JsonText(text)) ?? text;
        expect(plain).toContain(needle);
        expect(plain.isWellFormed() && !plain.includes("\0")).toBe(true);
      }),
    );
  });
});

describe("preview", () => {
  test.each([
    ["a bare string", '"hello\\n  world"', "hello world"],
    ["a long string", `"${"a".repeat(50)}"`, `${"a".repeat(39)}…`],
    ["a string that just fits", `"${"a".repeat(40)}"`, "a".repeat(40)],
    ["code points, not units", `"${"😀".repeat(50)}"`, `${"😀".repeat(39)}…`],
    ["space at the start", `"${"\\n".repeat(10_000)}late"`, "late"],
    ["an ellipsis of its own", `"a…${"\\n".repeat(500)}b"`, "a… b"],
    ["what can't be stored", '"a\\u0000\\ud800"', "a\uFFFD\uFFFD"],
    ["an only string field", '{ "question" : "why?" }', "why?"],
    ["an only field of another kind", '{ "n" : 1.0 }', '{"n":1.0}'],
    ["two fields", '{ "a" : "x y" ,\n "b": [ 1, 2 ] }', '{"a":"x y","b":[1,2]}'],
    ["escapes in compact JSON", '{"a":"\\u4e2d \\"x\\"","b":1}', '{"a":"中 "x"","b":1}'],
    ["null", "null", "null"],
    ["an empty object", "{}", "{}"],
    ["an empty string", '""', ""],
    [
      "the last user message",
      '{"messages":[{"role":"system","content":"s"},{"role":"user","content":"first"},{"role":"user","content":"last"},{"role":"assistant","content":"a"}]}',
      "last",
    ],
    ["the input of OpenAI's responses", '{"input":[{"type":"message","role":"user","content":"q"}],"n":1}', "q"],
    ["messages as a list", '[{"role":"user","content":"q"}]', "q"],
    ["parts", '{"messages":[{"role":"user","content":[{"type":"image_url"},{"type":"text","text":"look"}]}]}', "look"],
    ["GenAI parts", '[{"role":"user","parts":[{"type":"text","content":"hi"}]}]', "hi"],
    ["messages without a user", '{"messages":[{"role":"assistant","content":"a"}]}', "a"],
    ["an answer", '{"id":"x","choices":[{"message":{"role":"assistant","content":"the answer"}}]}', "the answer"],
    ["a text completion", '{"choices":[{"text":"done"}],"n":1}', "done"],
    ["one message", '{"role":"assistant","content":"yes"}', "yes"],
    ["a tool call", '{"role":"assistant","content":null}', '{"role":"assistant","content":null}'],
    ["roles that are no chat", '[{"role":1},{"role":"x"}]', '[{"role":1},{"role":"x"}]'],
  ])("%s", (_, text, line) => {
    expect(preview(new JsonText(text), 40)).toBe(line);
  });

  test("is that of LangChain's messages too: of an input what the user wrote, of an output the last message", () => {
    const human = { type: "human", data: { content: "Weather?", additional_kwargs: {} } };
    const ai = { lc: 1, id: ["AIMessage"], kwargs: { content: "21 degrees" } };
    const text = new JsonText(JSON.stringify({ messages: [human, ai] }));
    expect([preview(text, 40, "input"), preview(text, 40, "output")]).toEqual(["Weather?", "21 degrees"]);
  });

  test("is one bounded line for any document", () => {
    fc.assert(
      fc.property(jsonTextArbitrary, fc.integer({ min: 1, max: 30 }), (text, maxChars) => {
        const line = preview(new JsonText(text), maxChars);
        expect(Array.from(line).length).toBeLessThanOrEqual(maxChars);
        expect(line).not.toMatch(/[\n\r\t\0]/);
        expect(line.isWellFormed()).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("shows the start of 20 MB", () => {
    expect(preview(new JsonText(`{"a": [${"1, ".repeat(7_000_000)}1]}`), 12)).toBe('{"a":[1,1,1…');
  });
});
