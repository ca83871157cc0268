import * as z from "zod";
import { CONVERT_TO, excess, type Expression, fieldPath } from "./expression";
import { jsonValue } from "@/lib/json/payload";
import type { JsonText } from "@/lib/json/text";
import { NAME_CHARS } from "./limits";
import { list } from "./list";

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
const operands = list(operand, "expected a list of operands");
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
