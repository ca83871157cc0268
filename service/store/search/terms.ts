import { toStorableText } from "@/lib/json/decode";
import type { Expression } from "@/lib/contract/expression";
import { operandsOf } from "@/lib/contract/expression-parts";
import { JsonNode } from "@/lib/json/node";
import { type GramRange, needleGrams } from "./grams";

/** Fields whose text is indexed together; index-project.ts reads them. */
const SEARCHED = new Set(["inputs", "output", "exception", "op_name", "display_name"]);

/** Grams of the text of every call that an expression matches. */
export type Terms = { grams: GramRange[] } | { all: Terms[] } | { any: Terms[] };

/** Undefined if an expression can match any text. */
export function termsOf(expression: Expression): Terms | undefined {
  if ("$and" in expression) {
    const all = expression.$and.map(termsOf).filter((terms) => terms !== undefined);
    return all.length === 0 ? undefined : { all };
  }
  if ("$or" in expression) {
    const any = expression.$or.map(termsOf);
    return any.every((terms) => terms !== undefined) ? { any: withoutRepeats(any) } : undefined;
  }
  if (!("$contains" in expression)) return undefined;
  const { input, substr } = expression.$contains;
  if (!("$getField" in input) || !SEARCHED.has(input.$getField) || !("$literal" in substr)) return undefined;
  const needle = JsonNode.parse(substr.$literal).string();
  const grams = needle === undefined ? undefined : needleGrams(toStorableText(needle));
  return grams && { grams };
}

/** The conditions of all relations in an expression. */
export function relatedIn(expression: Expression): Expression[] {
  const inside = operandsOf(expression).flatMap(relatedIn);
  return "$related" in expression ? [expression.$related.condition, ...inside] : inside;
}

/** Whether an expression, or a relation in it, is limited by text. */
export function searchesText(expression: Expression): boolean {
  return [expression, ...relatedIn(expression)].some((one) => termsOf(one) !== undefined);
}

/** A search usually looks for the same text in each field. */
function withoutRepeats(terms: readonly Terms[]): Terms[] {
  return [...new Map(terms.map((one) => [JSON.stringify(one), one])).values()];
}

/** All grams in the terms. */
export function gramsOf(terms: Terms): GramRange[] {
  if ("grams" in terms) return terms.grams;
  return ("all" in terms ? terms.all : terms.any).flatMap(gramsOf);
}
