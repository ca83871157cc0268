import { type JsonText, toJsonText } from "@/lib/json/text";

/** What `$convert` converts to. */
export const CONVERT_TO = ["int", "double", "bool", "string", "exists"] as const;

/**
 * How another call of the same trace is related to a call: at any depth below or above it, or started earlier or later.
 */
export const RELATIONS = ["below", "above", "earlier", "later"] as const;
export type Relation = (typeof RELATIONS)[number];

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
  /** In `pattern`, `%` matches any text, `_` any one character, and a backslash makes the next character literal. */
  | { $like: { input: Expression; pattern: string } }
  /** Some call in this relation meets the condition. */
  | { $related: { relation: Relation; condition: Expression } }
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

/**
 * Splits a dotted path into its names: `a.b` is two, `a\.b` one. A whole number may be an index or a key, depending on
 * the value it is applied to. Undefined when a name is empty.
 */
export function fieldPath(text: string): string[] | undefined {
  const names = text.split(/(?<!\\)\./).map((name) => name.replaceAll("\\.", "."));
  return names.includes("") ? undefined : names;
}

/** A text as a pattern of `$like` that matches only itself. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[%_\\]/g, "\\$&");
}
