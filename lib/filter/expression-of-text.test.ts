import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { parseJson } from "@/lib/json/slice";
import { slicePlan } from "@/lib/json/slice-plan";
import { EXPRESSION_JSON_SCHEMA, querySchema } from "@/lib/contract/query-schema";

import { FilterError } from "./filter";
import { expressionOfText } from "./expression-of-text";

const OPERATORS = ["$and", "$or", "$not", "$eq", "$gt", "$gte", "$lt", "$lte", "$in"];

/** JSON that is an expression, or almost one. */
const { expression } = fc.letrec<{ expression: unknown; sound: unknown; odd: unknown }>((tie) => ({
  sound: fc.oneof(
    { depthSize: "small" },
    fc.record({ $getField: fc.constantFrom("op_name", "inputs.a\\.b", "a..b", "") }),
    fc.record({ $literal: fc.jsonValue() }),
    fc.constantFrom("$and", "$or").chain((name) => fc.record({ [name]: fc.array(tie("sound"), { maxLength: 3 }) })),
    fc.record({ $not: fc.tuple(tie("sound")) }),
    fc.constantFrom("$eq", "$lt").chain((name) => fc.record({ [name]: fc.tuple(tie("sound"), tie("sound")) })),
    fc.record({ $in: fc.tuple(tie("sound"), fc.array(tie("sound"), { maxLength: 3 })) }),
    fc.record({
      $contains: fc.record(
        { input: tie("sound"), substr: tie("sound"), case_insensitive: fc.constantFrom(true, false, null) },
        { requiredKeys: ["input", "substr"] },
      ),
    }),
    fc.record({
      $like: fc.record({
        input: tie("sound"),
        pattern: fc.constantFrom("a%", "\\%_", "a\\", "日\\\\", "x".repeat(1024), "x".repeat(1025)),
      }),
    }),
    fc.record({
      $related: fc.record({ relation: fc.constantFrom("below", "later", "beside"), condition: tie("sound") }),
    }),
    fc.record({ $convert: fc.record({ input: tie("sound"), to: fc.constantFrom("int", "string", "date") }) }),
  ),
  odd: fc.oneof(
    { depthSize: "small" },
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(...OPERATORS, "$nor", "toString").chain((name) => fc.record({ [name]: tie("expression") })),
    fc.constantFrom(...OPERATORS).chain((name) => fc.record({ [name]: fc.array(tie("expression"), { maxLength: 3 }) })),
    fc.record({ $and: fc.array(tie("expression")), $or: fc.array(tie("expression")) }),
    fc.record({ $contains: fc.record({ input: tie("expression"), substr: tie("expression"), case: fc.boolean() }) }),
  ),
  expression: fc.oneof({ depthSize: "small" }, { weight: 8, arbitrary: tie("sound") }, tie("odd")),
}));

function byTheContract(text: string) {
  const plan = slicePlan(querySchema);
  return querySchema.safeParse(parseJson(`{"$expr":${text}}`, plan)).data?.$expr;
}

function byTheFilter(text: string) {
  try {
    return expressionOfText({ text, from: 0 });
  } catch (error) {
    if (error instanceof FilterError) return undefined;
    throw error;
  }
}

const related = (count: number) =>
  `{"$and":[${Array.from({ length: count }, () => '{"$related":{"relation":"below","condition":{"$literal":1}}}').join()}]}`;
const deep = (levels: number) => `${'{"$not":['.repeat(levels)}{"$literal":1}${"]}".repeat(levels)}`;

describe("expressionOfText", () => {
  it("takes what the contract takes, and reads it alike", () => {
    let taken = 0;
    fc.assert(
      fc.property(expression, (value) => {
        const text = JSON.stringify(value);
        const expected = byTheContract(text);
        if (expected) taken += 1;
        expect(byTheFilter(text)).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
    expect(taken).toBeGreaterThan(200);
  });

  it("takes what the published JSON Schema takes, but for empty names in a path", () => {
    const schema = { $ref: "#/$defs/Expression", $defs: { Expression: EXPRESSION_JSON_SCHEMA } };
    const validator = new Validator(JSON.parse(JSON.stringify(schema)), "2020-12");
    fc.assert(
      fc.property(expression, (value) => {
        const text = JSON.stringify(value);
        const hasEmptyName = /"\$getField":"(a\.\.b)?"/.test(text);
        fc.pre(!hasEmptyName);
        expect(byTheFilter(text) !== undefined).toBe(validator.validate(JSON.parse(text)).valid);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    { name: "deep", text: deep(10) },
    { name: "too deep", text: deep(100) },
    { name: "as many relations as allowed", text: related(16) },
    { name: "too many relations", text: related(17) },
    { name: "too many", text: `{"$or":[${'{"$literal":1},'.repeat(5000)}{"$literal":1}]}` },
  ])("bounds depth and operators as the contract does: $name", ({ text }) => {
    expect(byTheFilter(text)).toEqual(byTheContract(text));
  });

  it.each([
    ['{"$nor": []}', "$expr.$nor: is not a known field"],
    ["{}", "$expr: expected exactly one operator, found none"],
    ['{"$and": [{"$eq": [{"$getField": "a"}]}]}', "$expr.$and[0].$eq: expected two operands"],
    [
      '{"$convert": {"input": {"$getField": "a"}, "to": "date"}}',
      "$expr.$convert.to: expected one of int, double, bool, string, exists",
    ],
    [
      '{"$like": {"input": {"$getField": "a"}, "pattern": "a\\\\"}}',
      "$expr.$like.pattern: must not end in a single backslash",
    ],
    ['{"$like": {"input": {"$getField": "a"}, "pattern": {"$literal": "a"}}}', "$expr.$like.pattern: must be a string"],
    [
      '{"$related": {"relation": "beside", "condition": {"$getField": "a"}}}',
      "$expr.$related.relation: expected one of below, above, earlier, later",
    ],
    ["[]", '$expr: expected an operator, such as {"$getField": "op_name"}'],
    ['{"$eq": [', "Not valid JSON: expected a value, found the end"],
    ['{"$or": [], "$or": []}', "Duplicate key"],
  ])("gives the error of %s", (text, message) => {
    expect(() => expressionOfText({ text, from: 0 })).toThrow(message);
  });

  it("gives the position at which the text is not JSON", () => {
    const read = () => expressionOfText({ text: '{"$eq": x}', from: 5 });
    expect(read).toThrow(expect.objectContaining({ from: 13, to: 14 }));
  });
});
