import { type JsonText, toJsonText } from "@/lib/json/text";
import { EXPRESSION_DEPTH, EXPRESSION_OPERATORS } from "./limits";

/** What `$convert` converts to. */
export const CONVERT_TO = ["int", "double", "bool", "string", "exists"] as const;

type Pair = [Expression, Expression];

/**
 * A query expression (design, "Query expressions"): an object with exactly one operator. A literal keeps its JSON text,
 * so that an integer of any size is compared exactly.
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
 * Splits a dotted path into its names: `a.b` is two, `a\.b` one. A whole number may be an index or a key, depending on
 * the value it is applied to. Undefined when a name is empty.
 */
export function fieldPath(text: string): string[] | undefined {
  const names = text.split(/(?<!\\)\./).map((name) => name.replaceAll("\\.", "."));
  return names.includes("") ? undefined : names;
}

/** The limit that an expression exceeds, of its depth or its operators; undefined if none. */
export function excess(root: Expression): string | undefined {
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
