import { type Thread, type ThreadsQuery, type ThreadsStatsQuery, threadField } from "@/lib/contract/threads";
import type { Pricing } from "@/service/store/costs/call-costs";
import { type FoundCalls, findCandidates } from "@/service/store/search/candidates";
import type { Database } from "@/service/store/connections/database";
import { Parameters } from "@/service/store/sql/parameters";
import { type Row, optionalNumber, requiredNumber, requiredText } from "@/service/store/sql/row";
import { type Listing, readList, rowBatches } from "@/service/store/connections/row-batches";
import { type SortResolver, orderBy, sortOf } from "@/service/store/sql/sort";
import type { SqlValue } from "@/service/store/sql/sql-value";
import { threadsOfCalls } from "./thread-calls";
import { callsWithParents, IS_TURN } from "./thread-turns";
import { ThreadSums } from "./thread-sums";

/** What determines costs, if the query depends on them. */
interface Priced {
  pricing?: Pricing;
}

const UPDATED_AT = "greatest(c.started_at, c.ended_at)";

const threadsOf = (project: string) => `select c.thread_id, count(*) as turn_count, min(c.started_at) as start_time,
  max(${UPDATED_AT}) as last_updated,
  (array_agg(c.id order by c.started_at, c.id))[1] as first_turn_id,
  (array_agg(c.id order by ${UPDATED_AT} desc, c.id desc))[1] as last_turn_id,
  percentile_disc(0.5) within group (order by c.latency_ms) as p50_turn_duration_ms,
  percentile_disc(0.99) within group (order by c.latency_ms) as p99_turn_duration_ms
  ${callsWithParents(project)}`;

/** Batches of conversations in the given order; stops the query when the signal aborts. */
export async function* listThreads(
  database: Database,
  query: ThreadsQuery & Priced,
  signal: AbortSignal,
): AsyncGenerator<Thread[]> {
  const listing = listingOf(query, await findCandidates(database.scans, searched(query)));
  yield* readList(database, listing, signal, async function* (connection) {
    for await (const rows of rowBatches(connection, listing)) yield rows.map(readThread);
  });
}

/** The number of conversations that a list of them has in all. */
export async function countThreads(database: Database, query: ThreadsStatsQuery & Priced): Promise<{ count: number }> {
  const parameters = new Parameters();
  const sums = new ThreadSums(query, parameters);
  const threads = selectedThreads(query, parameters, sums, await findCandidates(database.scans, searched(query)));
  const [row = {}] = await database.scans.query(threads("count(*) as count"), parameters.values);
  return { count: requiredNumber(row, "count") };
}

/** Calls are searched for whatever threads are chosen. */
const searched = ({ project_id, query }: ThreadsStatsQuery) => ({ project_id, query });

function listingOf(query: ThreadsQuery & Priced, candidates: FoundCalls): Listing {
  const { sort_by, limit, offset } = query;
  const parameters = new Parameters();
  const sums = new ThreadSums(query, parameters);
  const threads = selectedThreads(query, parameters, sums, candidates);
  const resolve: SortResolver = (path) => resolveField(path) ?? sums.resolve(path);
  const { keys } = sortOf(sort_by?.length ? sort_by : DEFAULT_SORT, resolve, parameters);
  const text = `${threads("t.*")} ${orderBy(keys)}
    limit ${parameters.add(limit ?? null, "bigint")} offset ${parameters.add(offset ?? 0, "bigint")}`;
  return { text, values: parameters.values, wide: false, limit: limit ?? undefined };
}

/**
 * The query of some columns of the selected threads `t`, with those of their sums that are used until it is written;
 * `candidates` include all calls that match the query.
 */
function selectedThreads(
  { project_id, filter, query, pricing }: ThreadsStatsQuery & Priced,
  parameters: Parameters,
  sums: ThreadSums,
  candidates: FoundCalls,
): (columns: string) => string {
  const project = parameters.add(project_id, "text");
  const of = [`c.project_id = ${project}`, "c.visible", "c.thread_id is not null", IS_TURN];
  if (filter?.thread_ids) of.push(`c.thread_id = any(${parameters.add(filter.thread_ids, "text[]")})`);
  if (query) of.push(`c.thread_id in (${threadsOfCalls({ query, pricing, candidates }, project, parameters)})`);
  const threads = `${threadsOf(project)} where ${of.join(" and ")} group by c.thread_id`;
  const { after_datetime: after, before_datetime: before, min_turns: least, max_turns: most } = filter ?? {};
  const within = ["true"];
  if (after) within.push(`t.start_time > ${parameters.add(after, "timestamptz")}`);
  if (before) within.push(`t.last_updated < ${parameters.add(before, "timestamptz")}`);
  if (least) within.push(`t.turn_count >= ${parameters.add(least, "bigint")}`);
  if (most) within.push(`t.turn_count <= ${parameters.add(most, "bigint")}`);
  const limited = `select * from (${threads}) t where ${within.join(" and ")}`;
  const conditions = sums.conditions(filter);
  return (
    columns,
  ) => `with recursive t as materialized (${limited})${sums.tables(project, "in (select thread_id from t)")}
    select ${columns} from t ${sums.joins()} where ${["true", ...conditions].join(" and ")}`;
}

const DEFAULT_SORT = [{ field: "last_updated", direction: "desc" as const }];

/** Ties are broken by the thread's id. */
const resolveField = (path: string): SqlValue | undefined => {
  const field = path === "id" ? "thread_id" : threadField.options.find((name) => name === path);
  return field && { sql: `t.${field}`, type: "text" };
};

function readThread(row: Row): Thread {
  return {
    thread_id: requiredText(row, "thread_id"),
    turn_count: requiredNumber(row, "turn_count"),
    start_time: requiredText(row, "start_time"),
    last_updated: requiredText(row, "last_updated"),
    first_turn_id: requiredText(row, "first_turn_id"),
    last_turn_id: requiredText(row, "last_turn_id"),
    p50_turn_duration_ms: optionalNumber(row, "p50_turn_duration_ms"),
    p99_turn_duration_ms: optionalNumber(row, "p99_turn_duration_ms"),
  };
}
