import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonTextArbitrary } from "./json-arbitrary";
import { JsonText, toJsonText, writeJson, writeJsonLine } from "./text";

describe("JsonText", () => {
  test.each([
    ["{}", "object"],
    ["[1]", "array"],
    ['"a"', "string"],
    ["-1", "number"],
    ["12345678901234567890", "number"],
    ["true", "boolean"],
    ["false", "boolean"],
    ["null", "null"],
  ])("%s is of kind %s", (text, kind) => {
    expect(new JsonText(text).kind).toBe(kind);
  });
});

describe("writeJson", () => {
  test("writes what JSON.stringify writes", () => {
    fc.assert(
      fc.property(fc.anything({ withDate: true, withNullPrototype: true, withBoxedValues: true }), (value) => {
        expect(writeJson([value])).toBe(JSON.stringify([value]));
      }),
    );
  });

  test("inserts JsonText verbatim, at the root, in objects and in arrays", () => {
    const exact = new JsonText('{ "n": 12345678901234567890, "f": 1.0 }');
    expect(writeJson(exact)).toBe(exact.text);
    expect(writeJson({ id: "a", val: exact, absent: undefined, list: [exact, undefined] })).toBe(
      `{"id":"a","val":${exact.text},"list":[${exact.text},null]}`,
    );
  });

  test.each([[undefined], [() => 1], [Symbol("s")], [12n]])("throws for %s", (value) => {
    expect(() => writeJson(value)).toThrow(TypeError);
  });

  test("toJsonText writes once", () => {
    const text = toJsonText({ a: [1, "\ud800"] });
    expect(text.text).toBe('{"a":[1,"\\ud800"]}');
    expect(toJsonText(text)).toBe(text);
  });
});

describe("writeJsonLine", () => {
  test("is one line, without line breaks between tokens, and otherwise the same text", () => {
    const row = { id: "a\nb\u2028", val: new JsonText('{\r\n  "n": 1.0,\n\r"s": "a\\nb"\t}') };
    expect(writeJsonLine(row)).toBe('{"id":"a\\nb\u2028","val":{  "n": 1.0,"s": "a\\nb"\t}}\n');
    fc.assert(
      fc.property(jsonTextArbitrary, (text) => {
        const line = writeJsonLine(new JsonText(text));
        expect(line.slice(0, -1)).not.toMatch(/[\r\n]/);
        expect(line).toBe(`${text.replaceAll("\n", "").replaceAll("\r", "")}\n`);
        expect(JSON.parse(line)).toEqual(JSON.parse(text));
      }),
    );
  });
});
