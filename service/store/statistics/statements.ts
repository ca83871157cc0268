import type { StatsGroup, TimeStatsQuery } from "@/lib/contract/call-stats";
import { PAYLOAD_JOIN, callFields } from "@/service/store/calls/columns";
import { type PricedSpan, joinPrices } from "@/service/store/costs/call-prices";
import { selection } from "@/service/store/calls/list-calls";
import { filterConditions } from "@/service/store/calls/filter";
import { Parameters } from "@/service/store/sql/parameters";
import { CELL_COLUMNS, type CellKey, cellsOf } from "./rollup-cells";

/** The calls to be counted, the starts of the buckets (normalized, in order), and the prices over time. */
export type StatsQuery = Pick<TimeStatsQuery, "project_id" | "filter" | "query"> & {
  start: string;
  end: string;
  starts: readonly string[];
  prices: readonly PricedSpan[];
  /** The calls that can match, if the text index limits them. */
  candidates?: readonly string[];
  groupBy: readonly StatsGroup[];
  /** All calls of the traces of the selected calls. */
  wholeTraces?: boolean;
  /** Maximum number of group buckets in the answer; more throw `invalid`. */
  limit: number;
};

type Bound = [text: string, values: unknown[]];

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
  if (query.wholeTraces) return [scanTraces(query)];
  if (!hasCells(query) || cuts.length > hours / 2) return [scanCalls(query)];
  return windowsOf(query).map((window) => readCells(window, cuts));
}

/** Whether cells distinguish the selected calls. */
function hasCells({ filter, query }: StatsQuery): boolean {
  const usedKeys = Object.entries(filter ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return !query && usedKeys.every(([key]) => key === "op_names");
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

/** The selected calls of the range, as `from` and `where`, each with the given joins. */
function selectedCalls(query: StatsQuery, project: string, parameters: Parameters) {
  const fields = callFields(project, "all");
  const conditions = [
    ...selection(query, fields, project, parameters, query.candidates),
    `c.started_at >= ${parameters.add(query.start, "timestamptz")}`,
    `c.started_at < ${parameters.add(query.end, "timestamptz")}`,
  ];
  return (join: string) =>
    `from calls c ${fields.usesPayload() ? PAYLOAD_JOIN : ""} ${join} where ${conditions.join(" and ")}`;
}

/** All calls of the traces of the selected ones; a trace is counted at the time of its first selected call. */
function scanTraces(query: StatsQuery): Bound {
  const parameters = new Parameters();
  const project = parameters.add(query.project_id, "text");
  const selected = selectedCalls(query, project, parameters);
  const from = `from (select c.trace_id, min(c.started_at) as began ${selected("")} group by c.trace_id) selected_traces
    join calls c on c.project_id = ${project} and c.trace_id = selected_traces.trace_id and c.visible
    ${joinPrices(query.prices, parameters)}`;
  const keys = keysOf(query, parameters, "selected_traces.began");
  return [scannedCells(query, from, keys, parameters), parameters.values];
}

/** All calls of the range, one by one. */
function scanCalls(query: StatsQuery): Bound {
  const parameters = new Parameters();
  const project = parameters.add(query.project_id, "text");
  const from = selectedCalls(query, project, parameters)(joinPrices(query.prices, parameters));
  return [scannedCells(query, from, keysOf(query, parameters), parameters), parameters.values];
}

/** The cells of whole hours, and of the calls of stale or partial hours. */
function readCells(query: StatsQuery, cuts: readonly string[]): Bound {
  const parameters = new Parameters();
  const project = parameters.add(query.project_id, "text");
  const [start, end] = [parameters.add(query.start, "timestamptz"), parameters.add(query.end, "timestamptz")];
  const from = parameters.add(hourOf(query.start), "timestamptz");
  const condition = ["true", ...(query.filter ? filterConditions(query.filter, project, parameters) : [])].join(
    " and ",
  );
  const prices = joinPrices(query.prices, parameters);
  const keys = keysOf(query, parameters);
  const rolled = `select ${keys.map(({ name, sql }) => `${sql} as ${name}`).join(", ")}, ${SHOWN}, false as scanned
    from (
      select h.*, h.starts_at as started_at from call_hours h
      where h.project_id = ${project} and h.starts_at >= ${from} and h.starts_at < ${end}
        and h.starts_at not in (select starts_at from unclear)) c
    ${prices} where ${condition}`;
  const scanned = `from unclear cross join lateral (
      select * from calls
      where project_id = ${project} and visible and started_at >= greatest(unclear.starts_at, ${start})
        and started_at < least(unclear.starts_at + interval '1 hour', ${end})) c
    ${prices} where ${condition}`;
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
  return `select ${keys.map(({ name }) => name).join(", ")}, ${SHOWN}, true as scanned
    from (${cellsOf(from, keys)} limit ${parameters.add(limit + 1, "bigint")}) cells`;
}

function keysOf({ starts, groupBy }: StatsQuery, parameters: Parameters, time = "c.started_at"): CellKey[] {
  return [
    { name: "bucket", sql: `width_bucket(${time}, ${parameters.add(starts, "timestamptz[]")}) - 1` },
    { name: "place", sql: "priced.place" },
    ...groupBy.map((name) => ({ name, sql: `c.${name}` })),
  ];
}
