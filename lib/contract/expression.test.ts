import { describe, expect, test } from "vitest";
import * as z from "zod";
import { fieldErrors } from "./field-errors";
import { type Expression, fieldPath, literal } from "./expression";
import { equals, exists, isOneOf } from "./conditions";
import { comparedTime, operandsOf } from "./expression-parts";
import { querySchema } from "./query-schema";
import { payloadJsonSchema } from "@/lib/json/payload";
import { parseJson } from "@/lib/json/slice";
import { slicePlan } from "@/lib/json/slice-plan";
import { writeJson } from "@/lib/json/text";
import { EXPRESSION_DEPTH, EXPRESSION_OPERATORS } from "./limits";

function errorsOf(text: string): string[] {
  const result = querySchema.safeParse(parseJson(text, slicePlan(querySchema)));
  return result.success ? [] : fieldErrors(result.error).map(({ path, message }) => `${path}: ${message}`);
}

const FIELD = '{"$getField":"inputs.question"}';
const TWO = '[{"$getField":"a"},{"$literal":1}]';

describe("querySchema", () => {
  test.each([
    `{"$and":[${FIELD}]}`,
    '{"$or":[{"$literal":true},{"$literal":null}]}',
    `{"$not":[${FIELD}]}`,
    `{"$eq":${TWO}}`,
    `{"$gt":${TWO}}`,
    `{"$gte":${TWO}}`,
    `{"$lt":${TWO}}`,
    `{"$lte":${TWO}}`,
    `{"$in":[${FIELD},[]]}`,
    `{"$in":[${FIELD},[{"$literal":"a"},{"$literal":null}]]}`,
    `{"$contains":{"input":${FIELD},"substr":{"$literal":"x"}}}`,
    `{"$contains":{"input":${FIELD},"substr":{"$literal":"x"},"case_insensitive":true}}`,
    `{"$convert":{"input":${FIELD},"to":"exists"}}`,
    '{"$literal":12345678901234567890}',
    '{"$literal":{ "a" : [1.0, "\\ud800"] }}',
  ])("%s is accepted, and serialized unchanged", (expression) => {
    const text = `{"$expr":${expression}}`;
    expect(writeJson(querySchema.parse(parseJson(text, slicePlan(querySchema))))).toBe(text);
  });

  test.each([
    ["{}", "$expr: expected exactly one operator, found none"],
    ['{"$foo":1}', "$expr.$foo: is not a known field"],
    [`{"$literal":1,"$getField":"a"}`, "$expr: expected exactly one operator, found $getField and $literal"],
    ["7", '$expr: expected an operator, such as {"$getField": "op_name"}'],
    ['{"$and":[]}', "$expr.$and: expected one or more operands"],
    ['{"$or":{}}', "$expr.$or: expected an array of operands"],
    [`{"$not":${FIELD}}`, "$expr.$not: expected an array of exactly one operand"],
    [`{"$not":[${FIELD},${FIELD}]}`, "$expr.$not: expected an array of exactly one operand"],
    [`{"$and":[${FIELD},{"$eq":[${FIELD}]}]}`, "$expr.$and[1].$eq: expected two operands"],
    [`{"$lt":[${FIELD},5]}`, '$expr.$lt[1]: expected an operator, such as {"$getField": "op_name"}'],
    [`{"$in":[${FIELD}]}`, "$expr.$in: expected an operand and an array of operands"],
    [`{"$in":[${FIELD},${FIELD}]}`, "$expr.$in[1]: expected an array of operands"],
    [`{"$contains":{"input":${FIELD},"substr":${FIELD},"x":1}}`, "$expr.$contains.x: is not a known field"],
    ['{"$getField":""}', "$expr.$getField: has an empty name in its path"],
    ['{"$getField":"a..b"}', "$expr.$getField: has an empty name in its path"],
    ['{"$getField":1}', "$expr.$getField: expected a dotted path"],
    [`{"$getField":"${"a".repeat(1025)}"}`, "$expr.$getField: must have at most 1024 characters"],
    [
      `{"$convert":{"input":${FIELD},"to":"x"}}`,
      "$expr.$convert.to: expected one of int, double, bool, string, exists",
    ],
  ])("%s", (expression, error) => {
    expect(errorsOf(`{"$expr":${expression}}`)).toEqual([error]);
  });

  test("requires $expr and nothing else", () => {
    expect(errorsOf(`{"$expr":${FIELD},"limit":1}`)).toEqual(["limit: is not a known field"]);
    expect(errorsOf("{}")).toEqual(['$expr: expected an operator, such as {"$getField": "op_name"}']);
  });

  test("bounds depth and number", () => {
    const nested = (depth: number) => `{"$expr":${'{"$not":['.repeat(depth - 1)}${FIELD}${"]}".repeat(depth - 1)}}`;
    expect(errorsOf(nested(EXPRESSION_DEPTH))).toEqual([]);
    expect(errorsOf(nested(EXPRESSION_DEPTH + 1))).toEqual(["$expr: must not be nested deeper than 32 operators"]);
    const wide = (count: number) => `{"$expr":{"$or":[${Array.from({ length: count - 1 }, () => FIELD).join(",")}]}}`;
    expect(errorsOf(wide(EXPRESSION_OPERATORS))).toEqual([]);
    expect(errorsOf(wide(EXPRESSION_OPERATORS + 1))).toEqual(["$expr: must not have more than 10000 operators"]);
  });

  test("has a JSON Schema", () => {
    const schema = z.toJSONSchema(querySchema, { io: "input", unrepresentable: payloadJsonSchema });
    expect(schema).toMatchObject({
      required: ["$expr"],
      $defs: { Expression: { minProperties: 1, maxProperties: 1 } },
    });
  });
});

describe("operandsOf", () => {
  const a: Expression = { $getField: "a" };
  const b = literal("b");
  test.each<[Expression, Expression[]]>([
    [{ $and: [a, b] }, [a, b]],
    [{ $or: [a] }, [a]],
    [{ $not: [a] }, [a]],
    [{ $eq: [a, b] }, [a, b]],
    [{ $gt: [a, b] }, [a, b]],
    [{ $gte: [a, b] }, [a, b]],
    [{ $lt: [a, b] }, [a, b]],
    [{ $lte: [a, b] }, [a, b]],
    [{ $in: [a, [b, b]] }, [a, b, b]],
    [{ $contains: { input: a, substr: b } }, [a, b]],
    [{ $like: { input: a, pattern: "b%" } }, [a]],
    [{ $related: { relation: "below", condition: a } }, [a]],
    [{ $convert: { input: a, to: "int" } }, [a]],
    [a, []],
    [b, []],
  ])("%j", (expression, operands) => {
    expect(operandsOf(expression)).toEqual(operands);
  });
});

describe("fieldPath", () => {
  test.each([
    ["a", ["a"]],
    ["inputs.messages.0.content", ["inputs", "messages", "0", "content"]],
    ["attributes.gen_ai\\.system", ["attributes", "gen_ai.system"]],
    ["a\\b", ["a\\b"]],
    ["", undefined],
    [".a", undefined],
    ["a.", undefined],
  ])("%s", (text, names) => {
    expect(fieldPath(text)).toEqual(names);
  });
});

describe("comparedTime", () => {
  const time = "2026-11-20T00:00:00Z";

  test.each<[string, Expression, string | undefined]>([
    ["a start", equals("started_at", time), "started_at"],
    ["one end of some", isOneOf("ended_at", [null, time]), "ended_at"],
    ["a part", { $not: [{ $or: [equals("ended_at", null), equals("started_at", time)] }] }, "started_at"],
    [
      "whether a comparison has a result",
      { $eq: [{ $gt: [{ $getField: "ended_at" }, literal(time)] }, literal(null)] },
      "ended_at",
    ],
    ["another field", equals("ext_user_id", time), undefined],
    ["an end at all", exists("ended_at"), undefined],
    ["no end", equals("ended_at", null), undefined],
    ["no end, the other way round", { $eq: [literal(null), { $getField: "ended_at" }] }, undefined],
    ["one of no ends", isOneOf("ended_at", [null]), undefined],
  ])("%s", (_what, expression, expected) => {
    expect(comparedTime(expression)).toBe(expected);
  });
});
