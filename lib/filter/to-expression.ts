import { contains } from "@/lib/contract/conditions";
import type { Expression } from "@/lib/contract/expression";
import type { JsonText } from "@/lib/json/text";

import type { FieldFilter, Filter } from "./filter";

/** The fields that a text is searched in. */
const SEARCHED = ["inputs", "output", "exception", "op_name", "display_name"] as const;

/** A filter in the service's format. */
export function toExpression(filter: Filter): Expression {
  switch (filter.kind) {
    case "and":
      return { $and: filter.parts.map(toExpression) };
    case "or":
      return { $or: filter.parts.map(toExpression) };
    case "not":
      return { $not: [toExpression(filter.part)] };
    case "text":
      return { $or: SEARCHED.map((field) => contains(field, filter.text)) };
    case "field":
      return compare(filter);
    case "expression":
      return filter.expression;
  }
}

function compare({ field, comparison, values }: FieldFilter): Expression {
  const left: Expression = { $getField: field };
  const [first, second] = values.map(literalOf);
  if (comparison === "exists" || !first) return { $convert: { input: left, to: "exists" } };
  switch (comparison) {
    case "is":
      return second ? { $in: [left, values.map(literalOf)] } : { $eq: [left, first] };
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

function literalOf(value: JsonText) {
  return { $literal: value };
}
