import { AppError } from "@/lib/contract/app-error";
import type { FeedbackCount, FeedbackStats } from "@/lib/contract/feedback-stats";
import { FEEDBACK_NUMBERS, FEEDBACK_RANGES, FEEDBACK_VALUES, STATS_ROWS } from "@/lib/contract/limits";
import type { Database } from "@/service/store/connections/database";
import { joinValue } from "./feedback-value";
import { resolveField } from "./list-feedback";
import type { FeedbackByTimeQuery, FeedbackSelection } from "./feedback-store";
import { Parameters } from "@/service/store/sql/parameters";
import { optionalNumber, optionalText, requiredNumber, requiredText } from "@/service/store/sql/row";
import { compileQuery } from "@/service/store/sql/where";

/**
 * The ranges for the numbers of each type with many different ones, from `counted`: `step` is 1, 2 or 5 times a power
 * of ten, and range `n` begins at `n * step`, from `first` to `last`. With outliers (three interquartile ranges beyond
 * the quartiles), a single range would contain all other numbers, so they are counted before the first range or after
 * the last. Ranges of integers begin and end at integers.
 */
const NUMBER_RANGES = `numbers as (
       select feedback_type, number, sum(count) over (partition by feedback_type order by number) as up_to,
         sum(count) over (partition by feedback_type) as total
       from (select feedback_type, number, sum(count) as count from counted where number is not null group by 1, 2) n),
     quartiles as (
       select feedback_type, bool_and(number = trunc(number)) as whole,
         min(number) filter (where up_to >= total * 0.25) as q1, min(number) filter (where up_to >= total * 0.75) as q3
       from numbers group by 1 having count(*) > ${FEEDBACK_NUMBERS}),
     cores as (
       select feedback_type, q.whole, min(n.number) as low, max(n.number) as high,
         (max(n.number) - min(n.number)) / ${FEEDBACK_RANGES} as rough
       from quartiles q join numbers n using (feedback_type)
       where q.q1 = q.q3 or n.number between q.q1 - 3 * (q.q3 - q.q1) and q.q3 + 3 * (q.q3 - q.q1)
       group by 1, 2),
     steps as (
       select c.*, greatest(power * case when power >= rough then 1 when 2 * power >= rough then 2
           when 5 * power >= rough then 5 else 10 end, case when whole then 1 end) as step
       from cores c cross join lateral (select ('1e' || floor(log(rough))::int)::numeric as power) p),
     ranges as (
       select feedback_type, whole, step, floor(low / step) as first,
         case when whole then floor(high / step) else ceil(high / step) - 1 end as last
       from steps)`;

/** The number of records, and the times of the first and the last. */
export async function countFeedback(
  database: Database,
  query: FeedbackSelection,
): Promise<Pick<FeedbackStats, "count" | "first" | "latest">> {
  const parameters = new Parameters();
  const [row] = await database.scans.query(
    `select count(*)::bigint as count, min(f.created_at) as first, max(f.created_at) as latest
     from feedback f where ${conditionsOf(query, parameters)}`,
    parameters.values,
  );
  if (!row) return { count: 0 };
  return {
    count: requiredNumber(row, "count"),
    first: optionalText(row, "first"),
    latest: optionalText(row, "latest"),
  };
}

/** The values over time; throws `invalid` if there are more than `STATS_ROWS`. */
export async function countFeedbackByTime(database: Database, query: FeedbackByTimeQuery): Promise<FeedbackCount[]> {
  const parameters = new Parameters();
  const conditions = [
    conditionsOf(query, parameters),
    `f.created_at >= ${parameters.add(query.start, "timestamptz")}`,
    `f.created_at < ${parameters.add(query.end, "timestamptz")}`,
  ].join(" and ");
  const rows = await database.scans.query(
    `with counted as (
       select width_bucket(f.created_at, ${parameters.add(query.starts, "timestamptz[]")}) - 1 as bucket,
         f.feedback_type, scalar.value, scalar.number, count(*) as count
       from feedback f ${joinValue()}
       where ${conditions}
       group by 1, 2, 3, 4),
     ${NUMBER_RANGES},
     placed as (
       select c.*, r.feedback_type is not null as ranged, r.step, r.first, r.last, r.whole, case
           when c.number < r.first * r.step then r.first - 1
           when r.whole or c.number > (r.last + 1) * r.step then least(floor(c.number / r.step), r.last + 1)
           else least(floor(c.number / r.step), r.last) end as place
       from counted c left join ranges r on r.feedback_type = c.feedback_type and c.number is not null),
     summed as (
       select *, sum(count) over (partition by feedback_type, ranged, value) as total from placed),
     ranked as (
       select *, case when not ranged and value is not null
           then dense_rank() over (partition by feedback_type, ranged, value is null order by total desc, value) end as rank
       from summed)
     select bucket, feedback_type, case when rank <= ${FEEDBACK_VALUES} then value end as value,
       coalesce(rank > ${FEEDBACK_VALUES}, false) as others,
       case when place >= first then place * step - case when whole and place > last then 1 else 0 end
         end::double precision as low,
       case when place <= last then (place + 1) * step - case when whole and place >= first then 1 else 0 end
         end::double precision as high,
       sum(count)::bigint as count, coalesce(sum(count) filter (where number is not null), 0)::bigint as numbers,
       coalesce(sum(number * count), 0)::double precision as sum,
       min(number)::double precision as min, max(number)::double precision as max
     from ranked group by 1, 2, 3, 4, 5, 6 order by 1, 2, low nulls first, high, others, 3
     limit ${parameters.add(STATS_ROWS + 1, "bigint")}`,
    parameters.values,
  );
  if (rows.length > STATS_ROWS) {
    const message = `would produce more than ${STATS_ROWS} rows for this range; use a larger granularity`;
    throw new AppError("invalid", `granularity ${message}`, { errors: [{ path: "granularity", message }] });
  }
  return rows.map((row) => ({
    bucket: requiredNumber(row, "bucket"),
    feedback_type: requiredText(row, "feedback_type"),
    value: optionalText(row, "value"),
    low: optionalNumber(row, "low"),
    high: optionalNumber(row, "high"),
    others: row.others === true ? true : undefined,
    count: requiredNumber(row, "count"),
    numbers: requiredNumber(row, "numbers"),
    sum: requiredNumber(row, "sum"),
    min: optionalNumber(row, "min"),
    max: optionalNumber(row, "max"),
  }));
}

/** The condition of a selection on records `f`. */
export function conditionsOf({ project_id, query }: FeedbackSelection, parameters: Parameters): string {
  const ofProject = `f.project_id = ${parameters.add(project_id, "text")}`;
  return query ? `${ofProject} and ${compileQuery(query, { resolve: resolveField }, parameters)}` : ofProject;
}
