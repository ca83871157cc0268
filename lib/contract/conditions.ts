// Builders of query conditions.
import type { JsonText } from "@/lib/json/text";
import { type Expression, literal, type Query } from "./expression";

/** The field at a dotted path is this value. */
export function equals(field: string, value: unknown): Expression {
  return { $eq: [{ $getField: field }, literal(value)] };
}

/** The field at a dotted path is one of these values. */
export function isOneOf(field: string, values: readonly unknown[]): Expression {
  return { $in: [{ $getField: field }, values.map(literal)] };
}

/** Calls that failed; of roots, the traces that failed. */
export const FAILED: Expression = equals("overview.status", "error");

/** Of roots, the traces with a failing step: the root or a call below it failed, so those that failed are among them. */
export const HAS_FAILING_STEP: Expression = { $or: [FAILED, { $related: { relation: "below", condition: FAILED } }] };

/** There is a value at the field at a dotted path. */
export function exists(field: string): Expression {
  return { $convert: { input: { $getField: field }, to: "exists" } };
}

/** The field at a dotted path contains this text, in any case. */
export function contains(field: string, text: string | JsonText): Expression {
  return { $contains: { input: { $getField: field }, substr: literal(text), case_insensitive: true } };
}

/** The field at a dotted path contains exactly this text, case included. */
export function containsExactly(field: string, text: string): Expression {
  return { $contains: { input: { $getField: field }, substr: literal(text) } };
}

/** The field at a dotted path is this value or a greater one. */
export function atLeast(field: string, value: unknown): Expression {
  return { $gte: [{ $getField: field }, literal(value)] };
}

/** The field at a dotted path is this value or a lesser one. */
export function atMost(field: string, value: unknown): Expression {
  return { $lte: [{ $getField: field }, literal(value)] };
}

/** The query for rows that meet every condition; undefined, which selects all, without conditions. */
export function whereAll(conditions: readonly Expression[]): Query | undefined {
  const [first, ...others] = conditions;
  if (!first) return undefined;
  return { $expr: others.length > 0 ? { $and: [...conditions] } : first };
}
