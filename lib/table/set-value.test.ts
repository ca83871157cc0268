import { describe, expect, it } from "vitest";

import { JsonText } from "@/lib/json/text";

import { canHave, setValue } from "./set-value";

const row = '{"id": 12345678901234567890, "in": {"q": "a", "n": 1.0}, "__proto__": 2, "": 3}';

describe("setValue", () => {
  it.each<[string, string, string[], string | undefined, string]>([
    ["a member", row, ["id"], "1.50", '{"id":1.50,"in":{"q": "a", "n": 1.0},"__proto__":2,"":3}'],
    [
      "a nested member",
      row,
      ["in", "q"],
      '"b"',
      '{"id":12345678901234567890,"in":{"q":"b","n":1.0},"__proto__":2,"":3}',
    ],
    ["a name of an object's prototype", '{"__proto__": 2}', ["__proto__"], "3", '{"__proto__":3}'],
    ["an empty name", '{"": 3}', [""], "4", '{"":4}'],
    ["a name with a dot", "{}", ["a.b"], "1", '{"a.b":1}'],
    ["objects on the way", "{}", ["a", "b"], "1", '{"a":{"b":1}}'],
    ["nothing, which removes it", '{"a":{"b":1,"c":2}}', ["a", "b"], undefined, '{"a":{"c":2}}'],
    ["nothing where nothing was", '{"a": 1}', ["b", "c"], undefined, '{"a": 1}'],
    ["a whole row", "1.0", [], "[2.0]", "[2.0]"],
  ])("sets %s", (_what, before, names, value, after) => {
    const given = value === undefined ? undefined : new JsonText(value);
    expect(setValue(new JsonText(before), names, given).text).toBe(after);
  });
});

it.each<[string, string[], boolean]>([
  ['{"a":1}', ["a"], true],
  ['{"a":1}', ["a", "b"], false],
  ['{"a":{}}', ["a", "b"], true],
  ["{}", ["a", "b"], true],
  ["1", ["a"], false],
  ["1", [], true],
])("%s can have %j: %s", (text, names, can) => {
  expect(canHave(new JsonText(text), names)).toBe(can);
});
