import { describe, expect, it } from "vitest";
import { writeJson } from "@/lib/json/text";
import { atLeast, atMost, contains, containsExactly, equals, isOneOf, whereAll } from "./conditions";

describe("conditions", () => {
  it.each([
    ["a text", equals("op_name", "run"), '{"$eq":[{"$getField":"op_name"},{"$literal":"run"}]}'],
    ["null", equals("base_object_class", null), '{"$eq":[{"$getField":"base_object_class"},{"$literal":null}]}'],
    ["one of some", isOneOf("id", ["a", "b"]), '{"$in":[{"$getField":"id"},[{"$literal":"a"},{"$literal":"b"}]]}'],
    [
      "a text in any case",
      contains("val", "x"),
      '{"$contains":{"input":{"$getField":"val"},"substr":{"$literal":"x"},"case_insensitive":true}}',
    ],
    [
      "an exact text",
      containsExactly("val", "x"),
      '{"$contains":{"input":{"$getField":"val"},"substr":{"$literal":"x"}}}',
    ],
    ["a lower bound", atLeast("n", 1), '{"$gte":[{"$getField":"n"},{"$literal":1}]}'],
    ["an upper bound", atMost("n", 1), '{"$lte":[{"$getField":"n"},{"$literal":1}]}'],
  ])("%s", (_name, condition, json) => expect(writeJson(condition)).toBe(json));
});

describe("whereAll", () => {
  const [a, b] = [equals("a", 1), equals("b", 2)];

  it.each([
    ["selects all without conditions", [], undefined],
    ["is the only condition", [a], { $expr: a }],
    ["joins several by $and", [a, b], { $expr: { $and: [a, b] } }],
  ])("%s", (_name, conditions, query) => expect(whereAll(conditions)).toEqual(query));
});
