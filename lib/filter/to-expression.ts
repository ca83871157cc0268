import { atLeast, contains, exists } from "@/lib/contract/conditions";
import { type Expression, literal } from "@/lib/contract/expression";
import { JsonNode } from "@/lib/json/node";
import { type JsonText, toJsonText } from "@/lib/json/text";

import { fieldAt } from "./fields";
import type { FieldFilter, Filter } from "./filter";
import { type Clock, namedBounds, relativeInstant } from "./relative-time";

/** The fields that a text is searched in. */
const SEARCHED = ["inputs", "output", "exception", "op_name", "display_name"] as const;

/** A filter in the service's format; days and relative times become instants. */
export function toExpression(filter: Filter, clock: Clock): Expression {
  switch (filter.kind) {
    case "and":
      return { $and: filter.parts.map((part) => toExpression(part, clock)) };
    case "or":
      return { $or: filter.parts.map((part) => toExpression(part, clock)) };
    case "not":
      return { $not: [toExpression(filter.part, clock)] };
    case "text":
      return textExpression(filter.text);
    case "field":
      return compare(filter, clock);
    case "related":
      return { $related: { relation: filter.relation, condition: toExpression(filter.part, clock) } };
    case "expression":
      return filter.expression;
  }
}

/** A search in all texts. */
export function textExpression(text: string): Expression {
  return { $or: SEARCHED.map((field) => contains(field, text)) };
}

function compare({ field, comparison, values }: FieldFilter, clock: Clock): Expression {
  const left: Expression = { $getField: field };
  if (comparison === "is" && fieldAt(field)?.type === "time") return isWithin(field, values, clock);
  const [first, second] = values.map((value) => literalOf(field, value, clock));
  if (comparison === "exists" || !first) return exists(field);
  switch (comparison) {
    case "is":
      return second ? { $in: [left, values.map((value) => ({ $literal: value }))] } : { $eq: [left, first] };
    case "like":
      return { $like: { input: left, pattern: JsonNode.parse(first.$literal).string() ?? "" } };
    case "contains":
      return contains(field, first.$literal);
    case ">":
      return { $gt: [left, first] };
    case ">=":
      return { $gte: [left, first] };
    case "<":
      return { $lt: [left, first] };
    case "<=":
      return { $lte: [left, first] };
  }
}

/** Within one of some periods or days, or missing. */
function isWithin(field: string, values: readonly JsonText[], clock: Clock): Expression {
  const left: Expression = { $getField: field };
  const parts = values.map((value): Expression => {
    const bounds = namedBounds(JsonNode.parse(value).string() ?? "", clock);
    if (!bounds) return { $eq: [left, { $literal: value }] };
    const [start, end] = bounds;
    return { $and: [atLeast(field, start), { $lt: [left, literal(end)] }] };
  });
  const [first, second] = parts;
  return first && !second ? first : { $or: parts };
}

function literalOf(field: string, value: JsonText, clock: Clock): { $literal: JsonText } {
  const isTime = fieldAt(field)?.type === "time";
  const instant = isTime ? relativeInstant(JsonNode.parse(value).string() ?? "", clock) : undefined;
  return { $literal: instant === undefined ? value : toJsonText(instant) };
}
