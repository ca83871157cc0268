import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "./canonical";
import { jsonTextArbitrary } from "./json-arbitrary";
import { JsonSyntaxError } from "./scan";
import { JsonText } from "./text";

describe("canonicalJson", () => {
  test.each([
    [' { "b" : 1 , "a" : [ 1.0 , 1e2 ] } ', '{"a":[1.0,1e2],"b":1}'],
    ['{"b":{"d":1,"c":2},"a":{}}', '{"a":{},"b":{"c":2,"d":1}}'],
    ["12345678901234567890", "12345678901234567890"],
    ['"\\u0041 b"', '"\\u0041 b"'],
    ['{"\\u0062":1,"a":2}', '{"a":2,"\\u0062":1}'],
    ['{"\uff5e":1,"\ud83d\ude00":2}', '{"\ud83d\ude00":2,"\uff5e":1}'],
    ['{"a":2,"b":0,"a":1}', '{"a":2,"a":1,"b":0}'],
    ["[ ]", "[]"],
  ])("%s", (text, canonical) => {
    expect(canonicalJson(text)).toBe(canonical);
    expect(canonicalJson(new JsonText(text.trim()))).toBe(canonical);
  });

  test("is idempotent and keeps the value", () => {
    fc.assert(
      fc.property(jsonTextArbitrary, (text) => {
        const canonical = canonicalJson(text);
        expect(canonicalJson(canonical)).toBe(canonical);
        expect(JSON.parse(canonical)).toEqual(JSON.parse(text));
      }),
    );
  });

  test("is the same for any order of keys", () => {
    const members = fc.uniqueArray(fc.tuple(fc.string(), fc.jsonValue()), { selector: ([key]) => key, minLength: 2 });
    const write = (entries: [string, unknown][]) => JSON.stringify(Object.fromEntries(entries), undefined, 1);
    fc.assert(
      fc.property(members, (entries) => {
        expect(canonicalJson(write(entries.toReversed()))).toBe(canonicalJson(write(entries)));
      }),
    );
  });

  test("checks a string", () => {
    expect(() => canonicalJson('{"a":1} x')).toThrow(JsonSyntaxError);
  });
});
