import type { Expression, Relation } from "@/lib/contract/expression";
import type { JsonText } from "@/lib/json/text";

/**
 * How a field is compared: equal to one of the values, matching a pattern, containing a text in any case, greater or
 * less, or present at all.
 */
export type Comparison = "is" | "like" | "contains" | ">" | ">=" | "<" | "<=" | "exists";

/**
 * The filter of a list of calls, as a tree: the same for the typed text, the builder, `$expr` and the URL. `and` and
 * `or` have at least two parts. `expression` contains whatever the other nodes cannot express.
 */
export type Filter =
  | { kind: "and" | "or"; parts: Filter[] }
  | { kind: "not"; part: Filter }
  | { kind: "text"; text: string }
  | FieldFilter
  /** Some call of the same trace in this relation meets the condition. */
  | { kind: "related"; relation: Relation; part: Filter }
  | { kind: "expression"; expression: Expression };

export interface FieldFilter {
  kind: "field";
  /** Path of the field in a query expression, such as `overview.status` or `inputs.question`. */
  field: string;
  comparison: Comparison;
  /**
   * At least one for `is`, none for `exists`, one for all others; a string for `contains`, a pattern of `$like` for
   * `like`. JSON null means no value.
   */
  values: JsonText[];
}

/** The error of an invalid filter, with its UTF-16 range. */
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

/** The parts combined: undefined if there are none, and the part itself if there is one. */
export function combine(kind: "and" | "or", parts: readonly Filter[]): Filter | undefined {
  const [first] = parts;
  return parts.length < 2 ? first : { kind, parts: [...parts] };
}

/** The conditions that must all be met: the parts of an `and`, or the filter itself. */
export function clausesOf(filter: Filter | undefined): Filter[] {
  if (!filter) return [];
  return filter.kind === "and" ? filter.parts : [filter];
}
