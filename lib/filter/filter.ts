import type { Expression } from "@/lib/contract/expression";
import type { JsonText } from "@/lib/json/text";

/** How a field is compared: equals one of the values, holds a text in any case, is more or less, or is there at all. */
export type Comparison = "is" | "contains" | ">" | ">=" | "<" | "<=" | "exists";

/**
 * The filter of a list of calls, as a tree: the same for the typed text, the builder, `$expr` and the URL. `and` and
 * `or` have two parts or more. `expression` holds what the others cannot express.
 */
export type Filter =
  | { kind: "and" | "or"; parts: Filter[] }
  | { kind: "not"; part: Filter }
  | { kind: "text"; text: string }
  | FieldFilter
  | { kind: "expression"; expression: Expression };

export interface FieldFilter {
  kind: "field";
  /** Path of the field in a query expression, such as `overview.status` or `inputs.question`. */
  field: string;
  comparison: Comparison;
  /** One or more for `is`, none for `exists`, one for the others; of `contains` a string. */
  values: JsonText[];
}

/** The error of an invalid filter, with the UTF-16 range it is about. */
export class FilterError extends Error {
  override readonly name = "FilterError";
  readonly from: number;
  readonly to: number;

  constructor(message: string, from: number, to: number) {
    super(message);
    this.from = from;
    this.to = to;
  }
}

/** The parts combined; undefined when there are none, and the part itself when there is one. */
export function combine(kind: "and" | "or", parts: readonly Filter[]): Filter | undefined {
  const [first] = parts;
  return parts.length < 2 ? first : { kind, parts: [...parts] };
}

/** What must all hold: the parts of an `and`, or the filter alone. */
export function clausesOf(filter: Filter | undefined): Filter[] {
  if (!filter) return [];
  return filter.kind === "and" ? filter.parts : [filter];
}
