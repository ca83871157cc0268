import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JsonText, toJsonText, writeJson } from "./text";

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
