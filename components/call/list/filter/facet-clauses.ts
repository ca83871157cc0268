import { JsonNode } from "@/lib/json/node";
import { JsonText, toJsonText } from "@/lib/json/text";
import { clausesOf, type FieldFilter, type Filter, combine } from "@/lib/filter/filter";
import { formatFilter } from "@/lib/filter/format-filter";

import { readFilter } from "./filters";

/** A value as the text that it is counted by; undefined represents calls without a value. */
type Value = string | undefined;

/** The values of the field at a path that the filter's own clause selects. */
export function tickedValues(q: string, path: string): Value[] {
  return selectedOf(q, path).map(textOf);
}

/** The filter's text with a value selected or not. */
export function toggleValue(q: string, path: string, value: Value, isTicked: boolean): string {
  const others = selectedOf(q, path).filter((each) => textOf(each) !== value);
  return withValues(q, path, isTicked ? [...others, jsonOf(value)] : others);
}

/** The filter's text without the clause on a field: the field's values are counted with this filter. */
export function withoutField(q: string, path: string): string {
  return withValues(q, path, []);
}

function selectedOf(q: string, path: string): JsonText[] {
  return clauseOn(clausesIn(q), path)?.values ?? [];
}

function withValues(q: string, path: string, values: JsonText[]): string {
  const all = clausesIn(q);
  const clause = clauseOn(all, path);
  const next: FieldFilter[] = values.length === 0 ? [] : [{ kind: "field", field: path, comparison: "is", values }];
  const place = clause ? all.indexOf(clause) : all.length;
  return formatFilter(combine("and", [...all.slice(0, place), ...next, ...all.slice(place + (clause ? 1 : 0))]));
}

function clausesIn(q: string): Filter[] {
  const read = readFilter(q);
  return "filter" in read ? clausesOf(read.filter) : [];
}

function clauseOn(all: readonly Filter[], path: string): FieldFilter | undefined {
  return all.find(
    (clause): clause is FieldFilter => clause.kind === "field" && clause.field === path && clause.comparison === "is",
  );
}

function textOf(json: JsonText): Value {
  const node = JsonNode.parse(json);
  return node.kind === "null" ? undefined : (node.string() ?? node.raw);
}

function jsonOf(value: Value): JsonText {
  return value === undefined ? new JsonText("null") : toJsonText(value);
}
