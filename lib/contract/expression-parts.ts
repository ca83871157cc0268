import type { Expression } from "./expression";
import { EXPRESSION_DEPTH, EXPRESSION_OPERATORS, EXPRESSION_RELATIONS } from "./limits";

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
  if ("$like" in expression) return [expression.$like.input];
  if ("$related" in expression) return [expression.$related.condition];
  if ("$convert" in expression) return [expression.$convert.input];
  return [];
}

/** Whether an expression, or a part of one, is about related calls. */
export function hasRelation(expression: Expression): boolean {
  return "$related" in expression || operandsOf(expression).some(hasRelation);
}

const TIMES = ["started_at", "ended_at", "overview.received_at"];

/**
 * The first field with a time of a call that an expression, or a part of one, is about; undefined if there is none.
 * Whether a call has that time at all does not count.
 */
export function comparedTime(expression: Expression): string | undefined {
  if ("$getField" in expression) return TIMES.find((time) => time === expression.$getField);
  if (isAboutPresence(expression)) return undefined;
  for (const operand of operandsOf(expression)) {
    const time = comparedTime(operand);
    if (time !== undefined) return time;
  }
  return undefined;
}

/** Whether an expression only asks if there is a value: one converted to `exists`, or a field compared with null alone. */
function isAboutPresence(expression: Expression): boolean {
  if ("$convert" in expression) return expression.$convert.to === "exists";
  if (!("$eq" in expression) && !("$in" in expression)) return false;
  const operands = operandsOf(expression).filter((operand) => !("$getField" in operand));
  return operands.length > 0 && operands.every((operand) => "$literal" in operand && operand.$literal.kind === "null");
}

/** The limit that an expression exceeds, of its depth, its operators or its relations; undefined if none. */
export function excess(root: Expression): string | undefined {
  let level = [root];
  let count = 0;
  let relations = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === EXPRESSION_DEPTH) return `must not be nested deeper than ${EXPRESSION_DEPTH} operators`;
    count += level.length;
    if (count > EXPRESSION_OPERATORS) return `must not have more than ${EXPRESSION_OPERATORS} operators`;
    relations += level.filter((one) => "$related" in one).length;
    if (relations > EXPRESSION_RELATIONS) return `must not have more than ${EXPRESSION_RELATIONS} relations`;
    level = level.flatMap(operandsOf);
  }
  return undefined;
}
