import { describe, expect, it } from "vitest";
import { safeJson, safeLine, safeText } from "./safe-text";

describe("text of others", () => {
  it.each([
    ["a title", "\u001B]0;owned\u0007", "␛]0;owned␇"],
    ["a color by an 8-bit sequence", "\u009B31m", "<U+009B>31m"],
    ["a line that is written over", "safe\rrm -rf", "safe␍rm -rf"],
    ["a text that is deleted", "a\b\u007F", "a␈␡"],
    ["a reversed text", "\u202Egpj.exe", "<U+202E>gpj.exe"],
    ["line breaks and tabs", "a\r\n\tb\nc", "a\n\tb\nc"],
    ["plain text in any script", "検索 😀 é", "検索 😀 é"],
  ])("%s is only shown", (_what, text, expected) => expect(safeText(text)).toBe(expected));

  it("is one line in a table", () => expect(safeLine(" a\r\n\tb\u2028c\u001B[2J ")).toBe("a b c␛[2J"));

  it("is the same value in JSON", () => {
    const json = '{"a\u009B": "\u202E\u2028\u007F",\n\t"b": 1.0}';
    const safe = safeJson(json);
    expect(JSON.parse(safe)).toEqual(JSON.parse(json));
    expect(safe).toBe('{"a\\u009b": "\\u202e\\u2028\\u007f",\n\t"b": 1.0}');
  });
});
