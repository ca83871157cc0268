import { expect, test } from "vitest";
import { pickPaths } from "./pick";
import { JsonText } from "./text";

const JSON_TEXT =
  '{"a": {"b": 1.0, "c": [12345678901234567890, {"d": "\\u00e9"}]}, "a.b": null, "__proto__": 7, "e": {}}';

test.each<[name: string, paths: string[][], picked: string]>([
  ["payload value", [["a", "b"]], '{"a":{"b":1.0}}'],
  [
    "two inside the same",
    [
      ["a", "b"],
      ["a", "c", "0"],
    ],
    '{"a":{"b":1.0,"c":{"0":12345678901234567890}}}',
  ],
  [
    "the whole wins over a part, whichever comes first",
    [["a", "b"], ["a"], ["a", "c"]],
    '{"a":{"b": 1.0, "c": [12345678901234567890, {"d": "\\u00e9"}]}}',
  ],
  ["an escape as it was sent", [["a", "c", "1", "d"]], '{"a":{"c":{"1":{"d":"\\u00e9"}}}}'],
  ["a name with a dot", [["a.b"]], '{"a.b":null}'],
  ["a name that objects inherit", [["__proto__"], ["constructor"]], '{"__proto__":7}'],
  ["what is empty, but not what is missing in it", [["e"], ["e", "f"], ["x"], ["a", "x"]], '{"e":{}}'],
  [
    "beyond a list's end, and below what is no object",
    [
      ["a", "c", "9"],
      ["a", "b", "c"],
    ],
    "{}",
  ],
])("%s", (_name, paths, picked) => {
  expect(pickPaths(new JsonText(JSON_TEXT), paths).text).toBe(picked);
});

test.each(["null", "1.0", '"a"', "[]"])("%s has nothing inside", (text) => {
  expect(pickPaths(new JsonText(text), [["a"], ["0"]]).text).toBe("{}");
});
