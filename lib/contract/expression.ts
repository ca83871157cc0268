import * as z from "zod";
import { jsonValue } from "./json/payload";
import { type JsonText, toJsonText } from "./json/text";
import { EXPRESSION_DEPTH, EXPRESSION_OPERATORS, NAME_CHARS } from "./limits";

const CONVERT_TO = ["int", "double", "bool", "string", "exists"] as const;

type Pair = [Expression, Expression];

/**
 * A query expression (design, "Query expressions"): an object of exactly one operator. A literal keeps its JSON
 * text, so that an integer of any size compares by its own digits.
 */
export type Expression =
  | { $and: Expression[] }
  | { $or: Expression[] }
  | { $not: [Expression] }
  | { $eq: Pair }
  | { $gt: Pair }
  | { $gte: Pair }
  | { $lt: Pair }
  | { $lte: Pair }
  | { $in: [Expression, Expression[]] }
  | { $contains: { input: Expression; substr: Expression; case_insensitive?: boolean | null } }
  | { $getField: string }
  | { $literal: JsonText }
  | { $convert: { input: Expression; to: (typeof CONVERT_TO)[number] } };

/** What the dashboard and the SDKs send as `query`. */
export interface Query {
  $expr: Expression;
}

/** A `$literal` of a plain value, for building queries in code. */
export function literal(value: unknown): Expression {
  return { $literal: toJsonText(value) };
}

/** The expressions directly inside one. */
export function operandsOf(expression: Expression): Expression[] {
  if ("$and" in expression) return expression.$and;
  if ("$or" in expression) return expression.$or;
  if ("$not" in expression) return expression.$not;
  if ("$eq" in expression) return expression.$eq;
  if ("$gt" in expression) return expression.$gt;
  if ("$gte" in expression) return expression.$gte;
  if ("$lt" in expression) return expression.$lt;
  if ("$lte" in expression) return expression.$lte;
  if ("$in" in expression) return [expression.$in[0], ...expression.$in[1]];
  if ("$contains" in expression) return [expression.$contains.input, expression.$contains.substr];
  if ("$convert" in expression) return [expression.$convert.input];
  return [];
}

/**
 * Splits a dotted path into its names: `a.b` is two, `a\.b` one. Whether a whole number is an index or a key is told
 * by the value it meets. Undefined when a name is empty.
 */
export function fieldPath(text: string): string[] | undefined {
  const names = text.split(/(?<!\\)\./).map((name) => name.replaceAll("\\.", "."));
  return names.includes("") ? undefined : names;
}

interface ExpressionInput {
  $and?: ExpressionInput[];
  $or?: ExpressionInput[];
  $not?: [ExpressionInput];
  $eq?: PairInput;
  $gt?: PairInput;
  $gte?: PairInput;
  $lt?: PairInput;
  $lte?: PairInput;
  $in?: [ExpressionInput, ExpressionInput[]];
  $contains?: { input: ExpressionInput; substr: ExpressionInput; case_insensitive?: boolean | null };
  $getField?: string;
  $literal?: JsonText;
  $convert?: { input: ExpressionInput; to: (typeof CONVERT_TO)[number] };
}
type PairInput = [ExpressionInput, ExpressionInput];

const operand: z.ZodType<Expression, ExpressionInput> = z.lazy(() => expressionSchema);
const operands = z.array(operand, "expected a list of operands");
const someOperands = operands.min(1, "expected one or more operands");
const oneOperand = z.tuple([operand], "expected a list of exactly one operand");
const twoOperands = z.tuple([operand, operand], "expected two operands");

const operators = z.strictObject(
  {
    $and: someOperands,
    $or: someOperands,
    $not: oneOperand,
    $eq: twoOperands,
    $gt: twoOperands,
    $gte: twoOperands,
    $lt: twoOperands,
    $lte: twoOperands,
    $in: z.tuple([operand, operands], "expected an operand and a list of operands"),
    $contains: z.strictObject({ input: operand, substr: operand, case_insensitive: z.boolean().nullish() }),
    $getField: z
      .string("expected a dotted path")
      .max(NAME_CHARS, `must have at most ${NAME_CHARS} characters`)
      .refine((path) => fieldPath(path) !== undefined, "has an empty name in its path"),
    $literal: jsonValue,
    $convert: z.strictObject({ input: operand, to: z.enum(CONVERT_TO, `expected one of ${CONVERT_TO.join(", ")}`) }),
  },
  {
    error: ({ code }) =>
      code === "invalid_type" ? `expected an operator, such as {"$getField": "op_name"}` : undefined,
  },
);

const expressionSchema = operators
  .partial()
  .meta({ id: "Expression", minProperties: 1, maxProperties: 1 })
  .transform((given, context): Expression => {
    if (hasOneOperator(given)) return given;
    // An unknown operator has been reported by its name.
    if (context.issues.length > 0) return z.NEVER;
    const found = Object.keys(given).join(" and ") || "none";
    context.issues.push({ code: "custom", input: given, message: `expected exactly one operator, found ${found}` });
    return z.NEVER;
  });

/** The `query` field of every endpoint that lists (design, "Query expressions"). */
export const querySchema = z.strictObject({ $expr: operand }).check(({ value, issues }) => {
  const message = excess(value.$expr);
  if (message) issues.push({ code: "custom", input: value, path: ["$expr"], message });
});

function hasOneOperator(given: Partial<z.output<typeof operators>>): given is Expression {
  return Object.keys(given).length === 1;
}

function excess(root: Expression): string | undefined {
  let level = [root];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === EXPRESSION_DEPTH) return `must not be nested deeper than ${EXPRESSION_DEPTH} operators`;
    count += level.length;
    if (count > EXPRESSION_OPERATORS) return `must not have more than ${EXPRESSION_OPERATORS} operators`;
    level = level.flatMap(operandsOf);
  }
  return undefined;
}
