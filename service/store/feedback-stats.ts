import { AppError } from "@/lib/contract/app-error";
import type { FeedbackCount, FeedbackStats } from "@/lib/contract/feedback-stats";
import { FEEDBACK_VALUES, STATS_ROWS } from "@/lib/contract/limits";
import type { Database } from "./database";
import { resolveField } from "./feedback";
import type { FeedbackByTimeQuery, FeedbackSelection } from "./feedback-store";
import { Parameters } from "./parameters";
import { optionalText, requiredNumber, requiredText } from "./row";
import { compileQuery } from "./where";

const VALUE_CHARS = 100;

/** What a record says, where that is one word or number. A note's text is no value: every one is another. */
const SAID = `case
  when f.feedback_type ~ '^(core|wandb)\\.note\\.' then null
  when f.feedback_type ~ '^(core|wandb)\\.reaction\\.' then json.payload -> 'emoji'
  when f.feedback_type ~ '^(core|wandb)\\.annotation\\.' then json.payload -> 'value'
  when f.feedback_type ~ '^(core|wandb)\\.runnable\\.' then json.payload -> 'output'
  else coalesce(json.payload -> 'value', json.payload -> 'score', json.payload -> 'rating', json.payload -> 'label') end`;

/** See `Store.countFeedback`. */
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

/** See `Store.countFeedbackByTime`. */
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
         f.feedback_type, scalar.value, count(*) as count,
         count(scalar.number) as numbers, sum(scalar.number) as sum
       from feedback f
         cross join lateral (select loupe_jsonb(f.payload) as payload) json
         cross join lateral (select ${SAID} as said) said
         cross join lateral (select
           case when jsonb_typeof(said) in ('string', 'number', 'boolean')
             then left((said #>> '{}') collate "C", ${VALUE_CHARS}) end as value,
           case when jsonb_typeof(said) = 'number' then loupe_number(said) end as number) scalar
       where ${conditions}
       group by 1, 2, 3),
     summed as (
       select *, sum(count) over (partition by feedback_type, value) as total from counted),
     ranked as (
       select *, dense_rank() over (partition by feedback_type order by total desc, value) as place from summed)
     select bucket, feedback_type, case when place <= ${FEEDBACK_VALUES} then value end as value,
       sum(count)::bigint as count, sum(numbers)::bigint as numbers,
       case when abs(sum(sum)) < 1e300 then sum(sum)::double precision else 0 end as sum
     from ranked group by 1, 2, 3 order by 1, 2, 3
     limit ${parameters.add(STATS_ROWS + 1, "bigint")}`,
    parameters.values,
  );
  if (rows.length > STATS_ROWS) {
    const message = `makes more than ${STATS_ROWS} rows of this range`;
    throw new AppError("invalid", `granularity ${message}`, { errors: [{ path: "granularity", message }] });
  }
  return rows.map((row) => ({
    bucket: requiredNumber(row, "bucket"),
    feedback_type: requiredText(row, "feedback_type"),
    value: optionalText(row, "value"),
    count: requiredNumber(row, "count"),
    numbers: requiredNumber(row, "numbers"),
    sum: requiredNumber(row, "sum"),
  }));
}

function conditionsOf({ project_id, query }: FeedbackSelection, parameters: Parameters): string {
  const ofProject = `f.project_id = ${parameters.add(project_id, "text")}`;
  return query ? `${ofProject} and ${compileQuery(query, resolveField, parameters)}` : ofProject;
}
