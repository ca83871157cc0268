import type { Expression } from "@/lib/contract/expression";
import { EXPRESSION_PLAN, ExpressionError, readExpression } from "@/lib/contract/read-expression";
import { formatPath } from "@/lib/json/format-path";
import { JsonSyntaxError } from "@/lib/json/scan";
import { parseJson } from "@/lib/json/slice";

import { FilterError } from "./filter";

/** A query expression from the braces of a filter's text, or from an editor. Throws `FilterError`. */
export function expressionOfText({ text, from }: { text: string; from: number }): Expression {
  try {
    return readExpression(parseJson(text, EXPRESSION_PLAN));
  } catch (error) {
    if (error instanceof ExpressionError) {
      const message = `${formatPath(["$expr", ...error.path])}: ${error.message}`;
      throw new FilterError(message, from, from + text.length);
    }
    if (!(error instanceof JsonSyntaxError)) throw error;
    const at = from + Math.min(text.length, error.offset);
    const message = error.message.replace(/^Not valid JSON at character \d+: /, "");
    throw new FilterError(`Not valid JSON: ${message}`, at, at + 1);
  }
}
