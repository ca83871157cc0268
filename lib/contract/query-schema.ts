import * as z from "zod";
import * as core from "zod/v4/core";
import { checkedBy } from "@/lib/json/checked-by";
import { CONVERT_TO, type Expression, RELATIONS } from "./expression";
import { NAME_CHARS } from "./limits";
import { EXPRESSION_PLAN, expressionMismatch, PATTERN } from "./read-expression";

type JsonSchema = core.JSONSchema.BaseSchema;

const operand: JsonSchema = { $ref: "#/$defs/Expression" };
const oneOrMore: JsonSchema = { minItems: 1, type: "array", items: operand };
const pair = tupleOf(operand, operand);

/** The shape of an expression for the API reference; `readExpression` is what checks it. */
export const EXPRESSION_JSON_SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    $and: oneOrMore,
    $or: oneOrMore,
    $not: tupleOf(operand),
    $eq: pair,
    $gt: pair,
    $gte: pair,
    $lt: pair,
    $lte: pair,
    $in: tupleOf(operand, { type: "array", items: operand }),
    $contains: objectOf(
      { input: operand, substr: operand, case_insensitive: { type: ["boolean", "null"] } },
      "input",
      "substr",
    ),
    $like: objectOf(
      { input: operand, pattern: { type: "string", maxLength: NAME_CHARS, pattern: PATTERN.source } },
      "input",
      "pattern",
    ),
    $related: objectOf(
      { relation: { type: "string", enum: [...RELATIONS] }, condition: operand },
      "relation",
      "condition",
    ),
    $getField: { type: "string", maxLength: NAME_CHARS },
    $literal: {},
    $convert: objectOf({ input: operand, to: { type: "string", enum: [...CONVERT_TO] } }, "input", "to"),
  },
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
};

const expressionSchema = checkedBy<Expression>(expressionMismatch, {
  plan: EXPRESSION_PLAN,
  jsonSchema: EXPRESSION_JSON_SCHEMA,
}).meta({ id: "Expression" });

/** The `query` field of every endpoint that lists (design, "Query expressions"). */
export const querySchema = z.strictObject({ $expr: expressionSchema });

function tupleOf(...items: JsonSchema[]): JsonSchema {
  return { type: "array", prefixItems: items, items: false, minItems: items.length, maxItems: items.length };
}

function objectOf(properties: Record<string, JsonSchema>, ...required: string[]): JsonSchema {
  return { type: "object", properties, required, additionalProperties: false };
}
