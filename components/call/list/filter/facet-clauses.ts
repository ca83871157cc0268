import type { FacetField } from "@/lib/contract/call-facets";
import { JsonNode } from "@/lib/json/node";
import { JsonText, toJsonText } from "@/lib/json/text";
import { clausesOf, type FieldFilter, type Filter, combine } from "@/lib/filter/filter";
import { formatFilter } from "@/lib/filter/format-filter";

import { readFilter } from "./filters";

/** The path of a facet's field in a query expression. */
const FACET_PATHS: Readonly<Record<FacetField, string>> = {
  status: "overview.status",
  op_name: "op_name",
  model: "overview.model",
  kind: "overview.kind",
  user_id: "overview.user_id",
};

/** Selected values; undefined represents calls without a value. */
type Value = string | undefined;

/** The values of a field that the filter's own clause selects. */
export function tickedValues(q: string, field: FacetField): Value[] {
  const clause = clauseOn(clausesIn(q), field);
  return clause?.values.map((value) => JsonNode.parse(value).string()) ?? [];
}

/** The filter's text with a value selected or not. */
export function toggleValue(q: string, field: FacetField, value: Value, isTicked: boolean): string {
  const others = tickedValues(q, field).filter((each) => each !== value);
  return withValues(q, field, isTicked ? [...others, value] : others);
}

/** The filter's text without the clause on a field: the field's values are counted with this filter. */
export function withoutField(q: string, field: FacetField): string {
  return withValues(q, field, []);
}

function withValues(q: string, field: FacetField, values: readonly Value[]): string {
  const all = clausesIn(q);
  const clause = clauseOn(all, field);
  const next: FieldFilter[] =
    values.length === 0
      ? []
      : [{ kind: "field", field: FACET_PATHS[field], comparison: "is", values: values.map(jsonOf) }];
  const place = clause ? all.indexOf(clause) : all.length;
  return formatFilter(combine("and", [...all.slice(0, place), ...next, ...all.slice(place + (clause ? 1 : 0))]));
}

function clausesIn(q: string): Filter[] {
  const read = readFilter(q);
  return "filter" in read ? clausesOf(read.filter) : [];
}

function clauseOn(all: readonly Filter[], field: FacetField): FieldFilter | undefined {
  return all.find(
    (clause): clause is FieldFilter =>
      clause.kind === "field" && clause.field === FACET_PATHS[field] && clause.comparison === "is",
  );
}

function jsonOf(value: Value): JsonText {
  return value === undefined ? new JsonText("null") : toJsonText(value);
}
