import { fieldPath } from "@/lib/contract/expression";
import {
  type ComparedFeedback,
  type FeedbackComparison,
  type FeedbackComparisonQuery,
  feedbackCompareResponse,
} from "@/lib/contract/feedback-comparison";
import { COMPARED_POINTS, COMPARED_VALUES } from "@/lib/contract/limits";
import type { Database } from "@/service/store/connections/database";
import { jsonPath } from "@/service/store/sql/json-path";
import { Parameters } from "@/service/store/sql/parameters";
import { requiredText } from "@/service/store/sql/row";
import { conditionsOf } from "./count-feedback";
import { joinValue } from "./feedback-value";

type Side = "first" | "second";

/**
 * Compares two kinds of feedback by subject: the latest value of each counts. All in one statement, so that its parts
 * are about the same records.
 */
export async function compareFeedback(database: Database, query: FeedbackComparisonQuery): Promise<FeedbackComparison> {
  const parameters = new Parameters();
  const [row] = await database.scans.query(
    `with ${saidOf("first", query, parameters)}, ${saidOf("second", query, parameters)},
     pairs as materialized (
       select core_ref, a.value as first, b.value as second, a.number as first_number, b.number as second_number
       from first_said a join second_said b using (core_ref)),
     ${valuesOf("first", "second")}, ${valuesOf("second", "first")},
     numbers as (
       select core_ref, first_number::double precision as x, second_number::double precision as y
       from pairs where first_number is not null and second_number is not null),
     -- The coefficients do not depend on the scale; squares of large numbers would not be doubles.
     scaled as (
       select x / nullif(max(abs(x)) over (), 0) as x, y / nullif(max(abs(y)) over (), 0) as y,
         rank() over (order by x) + (count(*) over (partition by x) - 1) / 2.0 as x_rank,
         rank() over (order by y) + (count(*) over (partition by y) - 1) / 2.0 as y_rank
       from numbers),
     counted as (
       select count(*) as count, count(*) filter (where first = second) as same from pairs),
     chance as (
       select coalesce(sum(f.count::double precision * s.count), 0) / nullif((select count from counted), 0) ^ 2 as expected
       from first_values f join second_values s using (value))
     select json_strip_nulls(json_build_object(
       'count', c.count, 'same', c.same,
       'kappa', case when chance.expected < 1
         then (c.same::double precision / nullif(c.count, 0) - chance.expected) / (1 - chance.expected) end,
       'first', ${sideOf("first")}, 'second', ${sideOf("second")},
       'cells', (select coalesce(json_agg(json_build_object('first', first, 'second', second, 'count', count)
           order by count desc, first, second), '[]')
         from (select first, second, count(*) as count from pairs
           where first in (select value from first_values where place <= ${COMPARED_VALUES})
             and second in (select value from second_values where place <= ${COMPARED_VALUES})
           group by first, second) cells),
       'numbers', (select json_build_object('count', count(*), 'pearson', corr(x, y),
         'spearman', corr(x_rank, y_rank), 'points', (
           select coalesce(json_agg(json_build_object('core_ref', core_ref, 'first', x, 'second', y)), '[]')
           from (select core_ref, x, y from numbers order by md5(core_ref), core_ref limit ${COMPARED_POINTS}) points))
         from scaled))) #>> '{}' as comparison
     from counted c cross join chance`,
    parameters.values,
  );
  if (!row) throw new TypeError("the database returned no row");
  return feedbackCompareResponse.parse(JSON.parse(requiredText(row, "comparison")));
}

/** `<side>_records`: its records with their values; `<side>_said`: the latest value of each subject. */
function saidOf(side: Side, query: FeedbackComparisonQuery, parameters: Parameters): string {
  const { feedback_type, field }: ComparedFeedback = query[side];
  const said = field ? jsonPath("f.payload", [fieldPath(field) ?? []], parameters).sql : undefined;
  const conditions = [
    conditionsOf(query, parameters),
    `f.feedback_type = ${parameters.add(feedback_type, "text")}`,
    ...(query.start ? [`f.created_at >= ${parameters.add(query.start, "timestamptz")}`] : []),
    ...(query.end ? [`f.created_at < ${parameters.add(query.end, "timestamptz")}`] : []),
  ].join(" and ");
  return `${side}_records as materialized (
       select f.core_ref, f.created_at, f.id, scalar.value, scalar.number from feedback f ${joinValue(said)}
       where ${conditions}),
     ${side}_said as materialized (
       select distinct on (core_ref) core_ref, value, number from ${side}_records where value is not null
       order by core_ref, created_at desc, id desc)`;
}

/** `<side>_values`: how often each value occurs in a pair, in order, and what its other values are. */
function valuesOf(side: Side, other: Side): string {
  return `${side}_values as materialized (
       select ${side} as value, count(*) as count, count(*) filter (where first = second) as same,
         count(${other}_number) as numbers, avg(${other}_number)::double precision as mean,
         row_number() over (order by count(*) desc, ${side}) as place
       from pairs group by ${side})`;
}

function sideOf(side: Side): string {
  return `json_build_object(
         'alone', (select count(*) from ${side}_said) - c.count,
         'without_value', (select count(*) from ${side}_records where value is null),
         'different', (select count(*) from ${side}_values),
         'values', (select coalesce(json_agg(json_build_object('value', value, 'count', count, 'same', same,
             'numbers', numbers, 'mean', mean) order by place), '[]')
           from ${side}_values where place <= ${COMPARED_VALUES}))`;
}
