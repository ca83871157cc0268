import { expect, test } from "vitest";

import { comparableAnswer } from "./comparable-answer";

test.each([
  ["number", "4", "4.0"],
  ["number", "4", "0.4e1"],
  ["choice", '"caf\\u00e9"', '"café"'],
  ["choices", '["a", "b"]', '["b","a"]'],
  ["json", '{"a":1,"b":[2]}', '{ "b": [2], "a": 1 }'],
] as const)("of kind %s, %s and %s are equal", (kind, one, other) => {
  expect(comparableAnswer(one, kind)).toBe(comparableAnswer(other, kind));
});

test.each([
  ["text", '"1"', "1"],
  ["text", '"a"', '"A"'],
  ["list", '["a","b"]', '["b","a"]'],
  ["choices", '["a"]', '["a","b"]'],
  ["boolean", "true", "false"],
] as const)("of kind %s, %s and %s are different", (kind, one, other) => {
  expect(comparableAnswer(one, kind)).not.toBe(comparableAnswer(other, kind));
});

test.each([
  ["boolean", "null"],
  ["number", "null"],
  ["number", '"4"'],
  ["number", "true"],
  ["number", "[]"],
  ["number", "1e999"],
] as const)("of kind %s, %s is no answer", (kind, raw) => {
  expect(comparableAnswer(raw, kind)).toBeUndefined();
});
