import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "./canonical";
import { changeMembers } from "./change-members";
import { jsonTextArbitrary } from "./json-arbitrary";
import { JsonNode } from "./node";
import { JsonText } from "./text";

test.each([
  ['{"a":1.0,"b":2}', [["b", "3"]], '{"a":1.0,"b":3}'],
  ['{"a":1.0,"b":2}', [["a", undefined]], '{"b":2}'],
  ["{}", [["a", "1"]], '{"a":1}'],
  ['{ "\\u0061" : 1 , "b" : [ 2 ] }', [["a", "0"]], '{"\\u0061":0,"b":[ 2 ]}'],
  ['{"a":1,"b":2,"a":3}', [["a", "4"]], '{"a":4,"b":2}'],
  ['{"a":1}', [["b", undefined]], '{"a":1}'],
  ['{"2":0}', [["__proto__", "1"]], '{"2":0,"__proto__":1}'],
] as const)("%s with %j", (object, changes, expected) => {
  expect(changeMembers(new JsonText(object), new Map(changes)).text).toBe(expected);
});

test("without changes it is the same object", () => {
  fc.assert(
    fc.property(
      jsonTextArbitrary.filter((json) => json.startsWith("{")),
      (json) => {
        expect(canonicalJson(changeMembers(new JsonText(json), new Map()).text)).toBe(canonicalJson(json));
      },
    ),
  );
});

test("a changed member has its value, and the others keep theirs", () => {
  const object = jsonTextArbitrary.filter((json) => json.startsWith("{"));
  fc.assert(
    fc.property(object, fc.string(), jsonTextArbitrary, (json, key, value) => {
      const before = JsonNode.parse(json);
      const after = JsonNode.parse(changeMembers(new JsonText(json), new Map([[key, value]])).text);
      expect(after.get(key)?.raw).toBe(value);
      const others = [...before.entries()].map(([other]) => other).filter((other) => other !== key);
      expect(others.map((other) => after.get(other)?.raw)).toEqual(others.map((other) => before.get(other)?.raw));
    }),
  );
});
