import type { CallTotals, CountedFeedback } from "@/lib/contract/call-stats";
import { fieldPath } from "@/lib/contract/expression";
import { type CallFields, callFields } from "@/service/store/calls/columns";
import { selection } from "@/service/store/calls/list-calls";
import { comparedValue, joinValue } from "@/service/store/feedback/feedback-value";
import { callOf } from "@/service/store/feedback/subject";
import { jsonPath } from "@/service/store/sql/json-path";
import { Parameters } from "@/service/store/sql/parameters";
import { type Row, optionalNumber, requiredNumber } from "@/service/store/sql/row";
import { isRoot } from "@/service/store/calls/roots";
import { groupColumns, groupValues, largestGroups, RATED } from "./groups";
import { type Bound, type StatsQuery, bothSums, bucketOf, namesOf, selectKeys } from "./statements";

/**
 * The feedback of the range on the selected calls and the roots of their traces, whenever these started, by bucket and group, and by group (without
 * bucket).
 */
export function feedbackStatement(query: StatsQuery, feedback: CountedFeedback): Bound {
  const parameters = new Parameters();
  const { project, fields, from } = countedRecords(query, feedback, parameters);
  const groups = groupColumns(query, fields, parameters, project);
  const keys = [bucketOf(query, parameters, "f.created_at"), ...groups.keys];
  const matches = feedback.value
    ? `coalesce(scalar.value = ${parameters.add(comparedValue(feedback.value), "text")}, false)`
    : "false";
  const text = `select ${namesOf(keys)}, count(*)::bigint as records, count(number)::bigint as numbers,
      ${ofOneType("avg(number)", "number")} as mean, count(is_true)::bigint as booleans,
      ${ofOneType("avg(is_true::int)", "is_true")} as rate, count(*) filter (where matches)::bigint as matching
    from (select ${selectKeys(keys)}, f.feedback_type as type, scalar.number, scalar.is_true, ${matches} as matches
      ${from(groups.join)}) counted ${bothSums(keys)}
    limit ${parameters.add(query.limit + 1, "bigint")}`;
  return [text, parameters.values];
}

/** A mean of `column`; null if the records that have it are of several types, whose scales may differ. */
const ofOneType = (mean: string, column: string) =>
  `case when min(type) filter (where ${column} is not null) = max(type) filter (where ${column} is not null)
        then (${mean})::double precision end`;

/** The groups with the most records. */
export function largestFeedbackGroups(query: StatsQuery, feedback: CountedFeedback, count: number): Bound {
  const parameters = new Parameters();
  const { project, fields, from } = countedRecords(query, feedback, parameters);
  const values = groupValues(query.groupBy, fields, parameters, project);
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
    booleans: optionalNumber(row, "booleans") || undefined,
    rate: optionalNumber(row, "rate"),
  };
}

/** Records `f` with their calls `c` and values; once the fields are resolved, `from` has their joins, and the conditions. */
function countedRecords(
  query: StatsQuery,
  { feedback_type, field, on_roots }: CountedFeedback,
  parameters: Parameters,
) {
  const said = field ? jsonPath("f.payload", [fieldPath(field) ?? []], parameters).sql : undefined;
  const project = parameters.add(query.project_id, "text");
  const fields: CallFields = callFields(project, "all", query.pricing);
  const conditions = [
    `f.project_id = ${project}`,
    ...(on_roots === false
      ? selectedCalls(query, fields, project, parameters)
      : selectedTraces(query, fields, project, parameters)),
    ...(feedback_type ? [`f.feedback_type = ${parameters.add(feedback_type, "text")}`] : []),
    `f.created_at >= ${parameters.add(query.start, "timestamptz")}`,
    `f.created_at < ${parameters.add(query.end, "timestamptz")}`,
  ].join(" and ");
  const from = (join: string) => `from feedback f
    join calls c on c.project_id = ${project} and c.id = ${callOf("f")} ${fields.joins()} ${RATED} ${joinValue(said)} ${join}
    where ${conditions}`;
  return { project, fields, from };
}

function selectedCalls(query: StatsQuery, fields: CallFields, project: string, parameters: Parameters): string[] {
  return selection(query, fields, project, parameters, query.candidates);
}

/** The selected calls, and the roots of traces that contain one. */
function selectedTraces(query: StatsQuery, fields: CallFields, project: string, parameters: Parameters): string[] {
  const own = selectedCalls(query, fields, project, parameters).join(" and ");
  const others = callFields(project, "all", query.pricing);
  const inTrace = selectedCalls(query, others, project, parameters).join(" and ");
  // The inner calls have the same alias, which hides the outer one.
  const exists = `exists (select from calls c ${others.joins()} where c.trace_id = rated.trace_id and ${inTrace})`;
  return ["c.visible", `((${own}) or (${isRoot(project, "c")} and ${exists}))`];
}
