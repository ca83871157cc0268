import { type Expression, literal } from "@/lib/contract/expression";
import { JsonNode } from "@/lib/json/node";
import { type JsonText, writeJson } from "@/lib/json/text";

import { type Field, fieldAt } from "./fields";
import { type Comparison, type Filter, combine } from "./filter";
import { COMPARABLE } from "./parse-filter";
import { isAgo, isDay, readPeriod } from "./period";
import { textExpression } from "./to-expression";
import { fits } from "./value";

/** A query expression as a filter; parts that have no other form stay expressions, so that nothing is lost. */
export function fromExpression(expression: Expression): Filter {
  return textOf(expression) ?? junctionOf(expression) ?? comparisonOf(expression) ?? { kind: "expression", expression };
}

function junctionOf(expression: Expression): Filter | undefined {
  if ("$and" in expression) return combine("and", expression.$and.map(fromExpression));
  if ("$or" in expression) return combine("or", expression.$or.map(fromExpression));
  if ("$not" in expression) return { kind: "not", part: fromExpression(expression.$not[0]) };
  if ("$related" in expression) {
    const { relation, condition } = expression.$related;
    return { kind: "related", relation, part: fromExpression(condition) };
  }
  return undefined;
}

/** A search in all texts, which is an `$or` with a fixed form. */
function textOf(expression: Expression): Filter | undefined {
  if (!("$or" in expression)) return undefined;
  const [first] = expression.$or;
  if (!first || !("$contains" in first) || !("$literal" in first.$contains.substr)) return undefined;
  const text = JsonNode.parse(first.$contains.substr.$literal).string();
  if (text === undefined) return undefined;
  const filter: Filter = { kind: "text", text };
  return writeJson(textExpression(text)) === writeJson(expression) ? filter : undefined;
}

function comparisonOf(expression: Expression): Filter | undefined {
  if ("$eq" in expression) return pairOf("is", expression.$eq);
  if ("$gt" in expression) return pairOf(">", expression.$gt);
  if ("$gte" in expression) return pairOf(">=", expression.$gte);
  if ("$lt" in expression) return pairOf("<", expression.$lt);
  if ("$lte" in expression) return pairOf("<=", expression.$lte);
  if ("$in" in expression) return fieldOf("is", expression.$in[0], expression.$in[1]);
  if ("$convert" in expression && expression.$convert.to === "exists")
    return fieldOf("exists", expression.$convert.input, []);
  if ("$like" in expression) {
    const { input, pattern } = expression.$like;
    return fieldOf("like", input, [literal(pattern)]);
  }
  if ("$contains" in expression && expression.$contains.case_insensitive)
    return fieldOf("contains", expression.$contains.input, [expression.$contains.substr]);
  return undefined;
}

function pairOf(comparison: Comparison, [left, right]: [Expression, Expression]): Filter | undefined {
  return fieldOf(comparison, left, [right]);
}

function fieldOf(comparison: Comparison, left: Expression, right: readonly Expression[]): Filter | undefined {
  if (!("$getField" in left)) return undefined;
  const field = fieldAt(left.$getField);
  const values = right.flatMap((one): JsonText[] => ("$literal" in one ? [one.$literal] : []));
  if (!field || values.length !== right.length || !COMPARABLE[field.type].includes(comparison)) return undefined;
  if (comparison !== "exists" && values.length === 0) return undefined;
  if (
    !values.every((value) => isKind(comparison, value) && !isRelative(field, value) && fits(field, comparison, value))
  )
    return undefined;
  return { kind: "field", field: field.path, comparison, values };
}

function isKind(comparison: Comparison, value: JsonText): boolean {
  return comparison !== "contains" || value.kind === "string";
}

/** The service knows no relative times, and no days of another time zone. */
function isRelative({ type }: Field, value: JsonText): boolean {
  const text = type === "time" ? JsonNode.parse(value).string() : undefined;
  return text !== undefined && (isAgo(text) || isDay(text) || readPeriod(text) !== undefined);
}
