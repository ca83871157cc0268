import { AppError } from "@/lib/contract/app-error";
import type { CallsFacetsQuery, Facet } from "@/lib/contract/call-facets";
import { facetPath } from "@/lib/contract/facet-field";
import { FACET_VALUES, NAME_CHARS } from "@/lib/contract/limits";
import { type CallFields, callFields } from "./columns";
import { selection } from "./list-calls";
import { callsOf, reachOf } from "./roots";
import type { Database } from "@/service/store/connections/database";
import type { Pricing } from "@/service/store/costs/call-costs";
import { Parameters } from "@/service/store/sql/parameters";
import { optionalText, requiredNumber } from "@/service/store/sql/row";
import { asText } from "@/service/store/sql/sql-value";
import { findCandidates } from "@/service/store/search/candidates";

/** The fields of some calls, with what determines costs if the query depends on them. */
type FacetsQuery = CallsFacetsQuery & { pricing?: Pricing };

/** What calls are grouped by: a text, or all values of a field that has several as the text of a JSON array. */
interface Grouping {
  sql: string;
  isList: boolean;
}

/**
 * The most frequent values of each field in the selected calls, which are read once for all fields. Throws `invalid` for
 * a field that calls cannot be counted by.
 */
export async function countFacets(database: Database, query: FacetsQuery): Promise<Facet[]> {
  const candidates = await findCandidates(database.scans, query);
  const names = [...new Set(query.fields)];
  const parameters = new Parameters();
  const project = parameters.add(query.project_id, "text");
  const fields = callFields(project, reachOf(query.filter), query.pricing);
  const conditions = selection(query, fields, project, parameters, candidates);
  const groupings = names.map((name) => groupingOf(name, fields, parameters));
  const columns = names.map((_, place) => `value${place}`);
  const slow = typeof query.slow_ms === "number" ? parameters.add(query.slow_ms, "double precision") : undefined;
  // Values inside payloads are computed once, before they are grouped by.
  const rows = await database.scans.query(
    `with counted as (
       select ${fieldOf(columns)} as field, coalesce(${columns.map((column) => `${column} collate "C"`).join(", ")}) as value,
         count(*) as count, count(*) filter (where failed) as errors,
         count(*) filter (where ${slow ? `latency_ms > ${slow}` : "false"}) as slow
       from (
         select ${groupings.map(({ sql }, place) => `${sql} as value${place}`).join(", ")}, c.failed, c.latency_ms
         from ${callsOf(project, query.filter)} c ${fields.joins()} where ${conditions.join(" and ")} offset 0) call
       group by grouping sets (${columns.map((column) => `(${column})`).join(", ")}))
     select field, left(value, ${NAME_CHARS}) as value, coalesce(length(value), 0) as length, count, errors, slow from (
       select *, row_number() over (partition by field order by count desc, value) as place
       from ${eachOfLists(groupings)} each_value) ranked
     where place <= ${parameters.add(FACET_VALUES + 1, "bigint")} order by field, place`,
    parameters.values,
  );
  return names.map((field, place) => {
    const found = rows.filter((row) => requiredNumber(row, "field") === place);
    const values = found
      .slice(0, FACET_VALUES)
      .filter((row) => requiredNumber(row, "length") <= NAME_CHARS)
      .map((row) => ({
        value: optionalText(row, "value"),
        count: requiredNumber(row, "count"),
        errors: requiredNumber(row, "errors"),
        ...(slow && { slow: requiredNumber(row, "slow") }),
      }));
    return { field, values, has_more: values.length < found.length };
  });
}

function groupingOf(name: string, fields: CallFields, parameters: Parameters): Grouping {
  const path = facetPath(name);
  const value = path === undefined ? undefined : fields.resolve(path, parameters);
  if (!value) throw new AppError("invalid", `Calls cannot be counted by ${name}`);
  return value.all ? { sql: value.all(), isList: true } : { sql: asText(value), isList: false };
}

/** The place of the column that a row of grouping sets is grouped by. */
function fieldOf(columns: readonly string[]): string {
  return `case ${columns.map((column, place) => `when grouping(${column}) = 0 then ${place}`).join(" ")} end`;
}

/** What was counted, with the calls of a list counted for each of its values. */
function eachOfLists(groupings: readonly Grouping[]): string {
  const lists = groupings.flatMap(({ isList }, place) => (isList ? [place] : []));
  if (lists.length === 0) return "counted";
  const isOfList = `field in (${lists.join(", ")})`;
  return `(select field, case when ${isOfList} then one.value collate "C" else counted.value end as value,
      sum(count)::bigint as count, sum(errors)::bigint as errors, sum(slow)::bigint as slow
    from counted left join lateral
      jsonb_array_elements_text(case when ${isOfList} then counted.value::jsonb end) one (value) on true
    group by 1, 2)`;
}
