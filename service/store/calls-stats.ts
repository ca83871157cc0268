import { AppError } from "@/lib/contract/app-error";
import type { StatsGroup, TimeStatsQuery } from "@/lib/contract/call-stats";
import type { TokenUsage } from "@/lib/contract/calls";
import { PAYLOAD_JOIN, callFields } from "./call-columns";
import { PRICED_TOKENS, type PricedSpan, joinPrices } from "./call-prices";
import { countsOnce, usageOf } from "./call-usage";
import { selection } from "./calls-list";
import type { Database } from "./database";
import { Parameters } from "./parameters";
import { type Row, optionalNumber, optionalText, requiredNumber } from "./row";

/** The calls to be counted, where the buckets begin (normalised, in order), and when which price held. */
export type StatsQuery = Pick<TimeStatsQuery, "project_id" | "filter" | "query"> & {
  start: string;
  end: string;
  starts: readonly string[];
  prices: readonly PricedSpan[];
  groupBy: readonly StatsGroup[];
  /** Most buckets of groups in the answer; more throw `invalid`. */
  limit: number;
};

type Group = { [Name in StatsGroup]?: string };

/** Of a bucket and group; of the whole range without `bucket`. */
export type CountedCalls = Group & {
  bucket?: number;
  count: number;
  errors: number;
  latency_p50_ms?: number;
  latency_p95_ms?: number;
  latency_p99_ms?: number;
};

/** Tokens of a bucket and group, each once, that have the same price: `price` is its place in the query's list. */
export type CountedUsage = Group & { bucket: number; price?: number; count: number; usage: TokenUsage };

/**
 * Latencies are counted in bins that grow by four percent, and a percentile is the mean of the bin it lies in: exact
 * where a bin holds one, and off by less than two percent elsewhere, without sorting a million of them.
 */
const BIN = "case when c.latency_ms is not null then floor(ln(greatest(c.latency_ms, 0.001)) * 25)::int end";

const PERCENTILES = [
  ["p50", 0.5],
  ["p95", 0.95],
  ["p99", 0.99],
] as const;

/** See `Store.countByTime`. */
export async function countByTime(
  database: Database,
  query: StatsQuery,
): Promise<{ calls: CountedCalls[]; usage: CountedUsage[] }> {
  const [calls, usage] = await Promise.all([
    database.query(...callsStatement(query)),
    database.query(...usageStatement(query)),
  ]);
  if (calls.length > query.limit || usage.length > query.limit) throw tooMany(query.limit);
  return { calls: calls.map(readCounted), usage: usage.map(readUsage) };
}

function tooMany(limit: number): AppError {
  const message = `makes more than ${limit} buckets of groups: narrow the range or the filter, or widen the granularity`;
  return new AppError("invalid", `group_by ${message}`, { errors: [{ path: "group_by", message }] });
}

type Statement = [text: string, values: unknown[]];

/** Counts and percentiles, by bucket and group, and by group over all buckets. */
function callsStatement(query: StatsQuery): Statement {
  const parameters = new Parameters();
  const { bucket, from, columns } = counted(query, parameters);
  const groups = query.groupBy.map((name) => `, ${name}`).join("");
  const text = `
    with counted as (
      select ${bucket} as bucket ${columns}, ${BIN} as bin, count(*) as calls,
        count(*) filter (where c.failed) as errors, count(c.latency_ms) as ended, sum(c.latency_ms) as latency_ms
      ${from} group by bucket ${groups}, bin),
    bins as (
      select bucket ${groups}, bin, sum(calls) as calls, sum(errors) as errors, sum(ended) as ended,
        sum(latency_ms) / nullif(sum(ended), 0) as mean
      from counted group by grouping sets ((bucket ${groups}, bin), (bin ${groups}))),
    ranked as (
      select *, sum(ended) over (partition by bucket ${groups} order by bin) as up_to,
        sum(ended) over (partition by bucket ${groups}) as ended_in_all
      from bins)
    select bucket ${groups}, sum(calls)::bigint as count, sum(errors)::bigint as errors,
      ${PERCENTILES.map(([name, share]) => `min(mean) filter (where up_to >= ${share} * ended_in_all) as ${name}`).join(", ")}
    from ranked group by bucket ${groups} limit ${parameters.add(query.limit + 1, "bigint")}`;
  return [text, parameters.values];
}

/** Tokens, each once, by bucket, group and what prices them. */
function usageStatement(query: StatsQuery): Statement {
  const parameters = new Parameters();
  const { bucket, from, columns } = counted(query, parameters, joinPrices(query.prices, parameters));
  const groups = query.groupBy.map((name) => `, c.${name}`).join("");
  const text = `
    select ${bucket} as bucket ${columns}, priced.place, count(*) as count,
      ${PRICED_TOKENS}, sum(c.total_tokens) as total_tokens, sum(c.reasoning_tokens) as reasoning_tokens
    ${from} and ${countsOnce("c")} group by bucket ${groups}, priced.place
    limit ${parameters.add(query.limit + 1, "bigint")}`;
  return [text, parameters.values];
}

/** The bucket of call `c`, what is grouped by, and where the calls come from. */
function counted({ start, end, starts, groupBy, ...query }: StatsQuery, parameters: Parameters, join = "") {
  const project = parameters.add(query.project_id, "text");
  const fields = callFields(project, "all");
  const conditions = [
    ...selection(query, fields, project, parameters),
    `c.started_at >= ${parameters.add(start, "timestamptz")}`,
    `c.started_at < ${parameters.add(end, "timestamptz")}`,
  ];
  return {
    bucket: `width_bucket(c.started_at, ${parameters.add(starts, "timestamptz[]")}) - 1`,
    columns: groupBy.map((name) => `, c.${name}`).join(""),
    from: `from calls c ${fields.usesPayload() ? PAYLOAD_JOIN : ""} ${join} where ${conditions.join(" and ")}`,
  };
}

function readCounted(row: Row): CountedCalls {
  return {
    bucket: optionalNumber(row, "bucket"),
    ...readGroup(row),
    count: requiredNumber(row, "count"),
    errors: requiredNumber(row, "errors"),
    latency_p50_ms: optionalNumber(row, "p50"),
    latency_p95_ms: optionalNumber(row, "p95"),
    latency_p99_ms: optionalNumber(row, "p99"),
  };
}

function readUsage(row: Row): CountedUsage {
  return {
    bucket: requiredNumber(row, "bucket"),
    ...readGroup(row),
    price: optionalNumber(row, "place"),
    count: requiredNumber(row, "count"),
    usage: usageOf(row) ?? {},
  };
}

function readGroup(row: Row): Group {
  return { op_name: optionalText(row, "op_name"), model: optionalText(row, "model") };
}
