import type { CallTotals, CountedFeedback } from "@/lib/contract/call-stats";
import { fieldPath } from "@/lib/contract/expression";
import { type CallFields, callFields } from "@/service/store/calls/columns";
import { selection } from "@/service/store/calls/list-calls";
import { comparedValue, joinValue } from "@/service/store/feedback/feedback-value";
import { callOf } from "@/service/store/feedback/subject";
import { jsonPath } from "@/service/store/sql/json-path";
import { Parameters } from "@/service/store/sql/parameters";
import { type Row, optionalNumber, requiredNumber } from "@/service/store/sql/row";
import { groupColumns, groupValues, largestGroups } from "./groups";
import { type Bound, type StatsQuery, bothSums, bucketOf, namesOf, selectKeys } from "./statements";

/**
 * The feedback of the range on the selected calls, whenever these started, by bucket and group, and by group (without
 * bucket).
 */
export function feedbackStatement(query: StatsQuery, feedback: CountedFeedback): Bound {
  const parameters = new Parameters();
  const { fields, from } = countedRecords(query, feedback, parameters);
  const groups = groupColumns(query, fields, parameters, true);
  const keys = [bucketOf(query, parameters, "f.created_at"), ...groups.keys];
  const matches = feedback.value
    ? `coalesce(scalar.value = ${parameters.add(comparedValue(feedback.value), "text")}, false)`
    : "false";
  const text = `select ${namesOf(keys)}, count(*)::bigint as records, count(number)::bigint as numbers,
      avg(number)::double precision as mean, count(*) filter (where matches)::bigint as matching
    from (select ${selectKeys(keys)}, scalar.number, ${matches} as matches
      ${from(groups.join)}) counted ${bothSums(keys)}
    limit ${parameters.add(query.limit + 1, "bigint")}`;
  return [text, parameters.values];
}

/** The groups with the most records. */
export function largestFeedbackGroups(query: StatsQuery, feedback: CountedFeedback, count: number): Bound {
  const parameters = new Parameters();
  const { fields, from } = countedRecords(query, feedback, parameters);
  const values = groupValues(query.groupBy, fields, parameters, true);
  return [largestGroups(from(""), values, parameters.add(count, "bigint")), parameters.values];
}

export function readFeedbackTotals(
  row: Row,
  feedback: CountedFeedback | undefined,
): NonNullable<CallTotals["feedback"]> {
  return {
    count: requiredNumber(row, "records"),
    ...(feedback?.value && { matching: requiredNumber(row, "matching") }),
    numbers: requiredNumber(row, "numbers"),
    mean: optionalNumber(row, "mean"),
  };
}

/** Records `f` with their calls `c` and values; once the fields are resolved, `from` has their joins, and the conditions. */
function countedRecords(query: StatsQuery, { feedback_type, field }: CountedFeedback, parameters: Parameters) {
  const said = field ? jsonPath("f.payload", [fieldPath(field) ?? []], parameters).sql : undefined;
  const project = parameters.add(query.project_id, "text");
  const fields: CallFields = callFields(project, "all", query.pricing);
  const conditions = [
    `f.project_id = ${project}`,
    ...selection(query, fields, project, parameters, query.candidates),
    ...(feedback_type ? [`f.feedback_type = ${parameters.add(feedback_type, "text")}`] : []),
    `f.created_at >= ${parameters.add(query.start, "timestamptz")}`,
    `f.created_at < ${parameters.add(query.end, "timestamptz")}`,
  ].join(" and ");
  const from = (join: string) => `from feedback f
    join calls c on c.project_id = ${project} and c.id = ${callOf("f")} ${fields.joins()} ${joinValue(said)} ${join}
    where ${conditions}`;
  return { fields, from };
}
