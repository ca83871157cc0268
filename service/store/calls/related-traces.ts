import type { CallsQuery } from "@/lib/contract/calls";
import type { Expression } from "@/lib/contract/expression";
import { operandsOf } from "@/lib/contract/expression-parts";
import type { Parameters } from "@/service/store/sql/parameters";
import { compileQuery } from "@/service/store/sql/where";
import { callFields, isColumn } from "./columns";
import { filterConditions } from "./filter";
import type { Traces } from "./related-calls";

/**
 * The traces of the calls that a query can select, as far as the columns of `calls` limit them, and other `conditions` on
 * those: only there are calls looked for to which the selected ones must be related.
 */
export function tracesOf(
  { filter, query }: Pick<CallsQuery, "filter" | "query">,
  project: string,
  parameters: Parameters,
  conditions: readonly string[] = [],
): Traces {
  const all = [
    ...conditions,
    // Every trace has a root.
    ...(filter ? filterConditions({ ...filter, trace_roots_only: null }, project, parameters) : []),
    ...columnConditions(query, project, parameters),
  ];
  if (all.length === 0) return undefined;
  return `select c.trace_id from calls c where c.project_id = ${project} and c.visible and ${all.join(" and ")}`;
}

/** The conditions of a query that must all be met and are about columns of `calls` alone. */
export function columnConditions(query: CallsQuery["query"], project: string, parameters: Parameters): string[] {
  const scope = { resolve: callFields(project, "all").resolve };
  return conjunctsOf(query?.$expr, "query.$expr")
    .filter(({ $expr }) => readsColumns($expr))
    .map(({ $expr, path }) => compileQuery({ $expr }, scope, parameters, path));
}

/** The conditions that must all be met. */
function conjunctsOf(expression: Expression | undefined, path: string): { $expr: Expression; path: string }[] {
  if (!expression) return [];
  if (!("$and" in expression)) return [{ $expr: expression, path }];
  return expression.$and.flatMap((one, place) => conjunctsOf(one, `${path}.$and[${place}]`));
}

/** Whether a condition is about columns of `calls` alone. */
function readsColumns(expression: Expression): boolean {
  if ("$related" in expression) return false;
  return "$getField" in expression ? isColumn(expression.$getField) : operandsOf(expression).every(readsColumns);
}
