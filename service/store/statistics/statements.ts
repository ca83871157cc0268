import type { CountedFeedback, TimeStatsQuery } from "@/lib/contract/call-stats";
import { type CallFields, callFields } from "@/service/store/calls/columns";
import { type PricedSpan, joinPrices } from "@/service/store/costs/call-prices";
import type { Pricing } from "@/service/store/costs/call-costs";
import { selection } from "@/service/store/calls/list-calls";
import { filterConditions } from "@/service/store/calls/filter";
import { callsOf, reachOf } from "@/service/store/calls/roots";
import type { FoundCalls } from "@/service/store/search/candidates";
import { Parameters } from "@/service/store/sql/parameters";
import { type Grouping, groupColumns, groupValues, isRolled, largestGroups } from "./groups";
import { CELL_COLUMNS, type CellKey, cellsOf } from "./rollup-cells";

/** The calls to be counted, the starts of the buckets (normalized, in order), and the prices over time. */
export type StatsQuery = Pick<TimeStatsQuery, "project_id" | "filter" | "query"> &
  Grouping & {
    start: string;
    end: string;
    starts: readonly string[];
    prices: readonly PricedSpan[];
    /** What determines costs, if the query depends on them. */
    pricing?: Pricing;
    /** The calls that can match, as far as the text index limits them. */
    candidates?: FoundCalls;
    /** Number of groups to be counted separately, by default all. */
    groups?: number;
    /** All calls of the traces of the selected calls. */
    wholeTraces?: boolean;
    /** Counts traces too. */
    countTraces?: boolean;
    feedback?: CountedFeedback;
    /** Maximum number of group buckets in the answer; more throw `invalid`. */
    limit: number;
  };

/** A statement and its values. */
export type Bound = [text: string, values: unknown[]];

const HOUR_MS = 3_600_000;
/** Number of hours whose cells are read at a time. */
const WINDOW_HOURS = 168;
const HOUR_CHARS = "2026-11-20T08".length;
const SHOWN = CELL_COLUMNS.map((name) =>
  name === "latencies" ? "encode(latencies, 'base64') as latencies" : name,
).join(", ");

/**
 * The statements whose rows together are the cells of the answer: rolled-up hours where possible, otherwise calls. A
 * row from calls has `scanned`; a statement returns at most `limit` + 1 of those.
 */
export function statsStatements(query: StatsQuery): Bound[] {
  const cuts = cutHours(query);
  const hours = (Date.parse(query.end) - Date.parse(query.start)) / HOUR_MS;
  if (query.wholeTraces || !hasCells(query) || cuts.length > hours / 2) return [scanCalls(query)];
  return windowsOf(query).map((window) => readCells(window, cuts));
}

/** Whether cells distinguish the selected calls. */
function hasCells({ filter, query, groupBy }: StatsQuery): boolean {
  const usedKeys = Object.entries(filter ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return !query && groupBy.every(isRolled) && usedKeys.every(([key]) => key === "op_names");
}

/** The hours that are not completely in one bucket, or at one price. */
function cutHours({ start, end, starts, prices }: StatsQuery): string[] {
  const changes = prices.flatMap(({ from, to }) => [from, to ?? from]).filter((time) => time > start && time < end);
  const times = [start, end, ...starts, ...changes].filter((time) => hourOf(time) !== time);
  return [...new Set(times.map(hourOf))];
}

function hourOf(time: string): string {
  return `${time.slice(0, HOUR_CHARS)}:00:00.000000Z`;
}

function windowsOf(query: StatsQuery): StatsQuery[] {
  const windows: StatsQuery[] = [];
  let start = query.start;
  while (start < query.end) {
    const next = new Date(Date.parse(hourOf(start)) + WINDOW_HOURS * HOUR_MS);
    const end = next < new Date(query.end) ? hourOf(next.toISOString()) : query.end;
    windows.push({ ...query, start, end });
    start = end;
  }
  return windows;
}

/** The calls `c` to be counted, and their fields; when these are resolved, `from` has the joins, and the conditions. */
interface Source {
  fields: CallFields;
  /** The time that they are counted at. */
  time: string;
  from: (join: string) => string;
}

function countedCalls(query: StatsQuery, parameters: Parameters): Source {
  const project = parameters.add(query.project_id, "text");
  const fields = callFields(project, reachOf(query.filter), query.pricing);
  const conditions = selection(query, fields, project, parameters, query.candidates, [
    `c.started_at >= ${parameters.add(query.start, "timestamptz")}`,
    `c.started_at < ${parameters.add(query.end, "timestamptz")}`,
  ]).join(" and ");
  const from = (join: string) =>
    `from ${callsOf(project, query.filter)} c ${fields.joins()} ${join} where ${conditions}`;
  if (!query.wholeTraces) return { fields, time: "c.started_at", from };
  const selected = `select c.trace_id, min(c.started_at) as began ${from("")} group by c.trace_id`;
  const shown = callFields(project, "all", query.pricing);
  return {
    fields: shown,
    // Of the first selected call of the trace.
    time: "selected_traces.began",
    from: (join) => `from (${selected}) selected_traces
      join calls c on c.project_id = ${project} and c.trace_id = selected_traces.trace_id and c.visible
      ${shown.joins()} ${join}`,
  };
}

export const bucketOf = ({ starts }: StatsQuery, parameters: Parameters, time: string): CellKey => ({
  name: "bucket",
  sql: `width_bucket(${time}, ${parameters.add(starts, "timestamptz[]")}) - 1`,
});

const PRICE: CellKey = { name: "place", sql: "priced.place" };

/** All calls of the range, one by one. */
function scanCalls(query: StatsQuery): Bound {
  const parameters = new Parameters();
  const { fields, time, from } = countedCalls(query, parameters);
  const groups = groupColumns(query, fields, parameters);
  const keys = [bucketOf(query, parameters, time), PRICE, ...groups.keys];
  const priced = from(`${groups.join} ${joinPrices(query.prices, parameters)}`);
  return [scannedCells(query, priced, keys, parameters), parameters.values];
}

/** The number of different traces by bucket and group, and by group (without bucket). */
export function traceStatement(query: StatsQuery): Bound {
  const parameters = new Parameters();
  const { fields, time, from } = countedCalls(query, parameters);
  const groups = groupColumns(query, fields, parameters);
  const keys = [bucketOf(query, parameters, time), ...groups.keys];
  const text = `select ${namesOf(keys)}, count(distinct trace_id)::bigint as traces
    from (select ${selectKeys(keys)}, c.trace_id ${from(groups.join)}) counted ${bothSums(keys)}
    limit ${parameters.add(query.limit + 1, "bigint")}`;
  return [text, parameters.values];
}

/** The groups with the most calls. */
export function largestCallGroups(query: StatsQuery, count: number): Bound {
  const parameters = new Parameters();
  const { fields, from } = countedCalls(query, parameters);
  const values = groupValues(query.groupBy, fields, parameters);
  return [largestGroups(from(""), values, parameters.add(count, "bigint")), parameters.values];
}

export const namesOf = (keys: readonly CellKey[]) => keys.map(({ name }) => name).join(", ");
export const selectKeys = (keys: readonly CellKey[]) => keys.map(({ name, sql }) => `${sql} as ${name}`).join(", ");

/** Groups by all keys, and also by all but the first, the bucket, which is then null. */
export const bothSums = (keys: readonly CellKey[]) =>
  `group by grouping sets ((${namesOf(keys)}), (${namesOf(keys.slice(1))}))`;

/** The cells of whole hours, and of the calls of stale or partial hours. */
function readCells(query: StatsQuery, cuts: readonly string[]): Bound {
  const parameters = new Parameters();
  const project = parameters.add(query.project_id, "text");
  const [start, end] = [parameters.add(query.start, "timestamptz"), parameters.add(query.end, "timestamptz")];
  const from = parameters.add(hourOf(query.start), "timestamptz");
  const condition = ["true", ...(query.filter ? filterConditions(query.filter, project, parameters) : [])].join(
    " and ",
  );
  const groups = groupColumns(query, callFields(project, "all"), parameters);
  const joinsBy = (above?: string) => `${groups.join} ${joinPrices(query.prices, parameters, above)}`;
  const keys = [bucketOf(query, parameters, "c.started_at"), PRICE, ...groups.keys];
  const rolled = `select ${selectKeys(keys)}, ${SHOWN}, false as scanned
    from (
      select h.*, h.starts_at as started_at from call_hours h
      where h.project_id = ${project} and h.starts_at >= ${from} and h.starts_at < ${end}
        and h.starts_at not in (select starts_at from unclear)) c
    ${joinsBy("c.above_tokens")} where ${condition}`;
  const scanned = `from unclear cross join lateral (
      select * from calls
      where project_id = ${project} and visible and started_at >= greatest(unclear.starts_at, ${start})
        and started_at < least(unclear.starts_at + interval '1 hour', ${end})) c
    ${joinsBy()} where ${condition}`;
  const text = `
    with unclear as materialized (
      select s.starts_at from stale_call_hours s
      where s.project_id = ${project} and s.starts_at >= ${from} and s.starts_at < ${end}
      union
      select cut.starts_at from unnest(${parameters.add(cuts, "timestamptz[]")}) as cut (starts_at)
      where cut.starts_at >= ${from} and cut.starts_at < ${end})
    ${rolled} union all (${scannedCells(query, scanned, keys, parameters)})`;
  return [text, parameters.values];
}

function scannedCells({ limit }: StatsQuery, from: string, keys: readonly CellKey[], parameters: Parameters): string {
  return `select ${namesOf(keys)}, ${SHOWN}, true as scanned
    from (${cellsOf(from, keys)} limit ${parameters.add(limit + 1, "bigint")}) cells`;
}
