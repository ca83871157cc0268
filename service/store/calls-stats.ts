import type { StatsGroup, TimeStatsQuery } from "@/lib/contract/call-stats";
import type { TokenUsage } from "@/lib/contract/calls";
import { PAYLOAD_JOIN, callFields } from "./call-columns";
import { PRICED_TOKENS, type PricedSpan, joinPrices } from "./call-prices";
import { TOKEN_COUNTS, countsOnce, usageOf } from "./call-usage";
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
 * Latencies are counted in bins that grow by two percent, and a percentile is the mean of the bin it lies in: exact
 * where a bin holds one, and off by less than one percent elsewhere, without sorting a million of them.
 */
const BIN = "case when c.latency_ms is not null then floor(ln(greatest(c.latency_ms, 0.001)) * 50)::int end";

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
  const rows = await database.query(...statement(query));
  return {
    calls: rows.filter(({ part }) => part === "calls").map(readCounted),
    usage: rows.filter(({ part }) => part === "usage").map(readUsage),
  };
}

function statement({ start, end, starts, prices, groupBy, ...query }: StatsQuery): [text: string, values: unknown[]] {
  const parameters = new Parameters();
  const project = parameters.add(query.project_id, "text");
  const fields = callFields(project, "all");
  const conditions = [
    ...selection(query, fields, project, parameters),
    `c.started_at >= ${parameters.add(start, "timestamptz")}`,
    `c.started_at < ${parameters.add(end, "timestamptz")}`,
  ];
  const bucket = `width_bucket(c.started_at, ${parameters.add(starts, "text[]")}::timestamptz[]) - 1`;
  const groups = groupBy.map((name) => `, ${name}`).join("");
  const selected = groupBy.map((name) => `, c.${name}`).join("");
  const text = `
    with counted as materialized (
      select ${bucket} as bucket ${selected}, ${BIN} as bin, ${countsOnce("c")} as once, priced.place,
        count(*) as calls, count(c.exception) as errors, count(c.latency_ms) as ended, sum(c.latency_ms) as latency_ms,
        ${PRICED_TOKENS}, sum(c.total_tokens) as total_tokens, sum(c.reasoning_tokens) as reasoning_tokens
      from calls c ${fields.usesPayload() ? PAYLOAD_JOIN : ""} ${joinPrices(prices, parameters)}
      where ${conditions.join(" and ")}
      group by bucket ${selected}, bin, once, priced.place),
    bins as (
      select bucket ${groups}, bin, sum(calls) as calls, sum(errors) as errors, sum(ended) as ended,
        sum(latency_ms) / nullif(sum(ended), 0) as mean
      from counted group by grouping sets ((bucket ${groups}, bin), (bin ${groups}))),
    ranked as (
      select *, sum(ended) over (partition by bucket ${groups} order by bin) as up_to,
        sum(ended) over (partition by bucket ${groups}) as ended_in_all
      from bins)
    select 'calls' as part, bucket, ${columns(groupBy)}, null::bigint as place,
      sum(calls)::bigint as count, sum(errors)::bigint as errors,
      ${PERCENTILES.map(([name, share]) => `min(mean) filter (where up_to >= ${share} * ended_in_all) as ${name}`).join(", ")},
      ${TOKEN_COUNTS.map((count) => `null::double precision as ${count}`).join(", ")}
    from ranked group by bucket ${groups}
    union all
    select 'usage', bucket, ${columns(groupBy)}, place, sum(calls)::bigint, null,
      ${PERCENTILES.map(() => "null").join(", ")}, ${TOKEN_COUNTS.map((count) => `sum(${count})`).join(", ")}
    from counted where once group by bucket, place ${groups}`;
  return [text, parameters.values];
}

function columns(groupBy: readonly StatsGroup[]): string {
  return (["op_name", "model"] as const)
    .map((name) => (groupBy.includes(name) ? name : `null::text as ${name}`))
    .join(", ");
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
