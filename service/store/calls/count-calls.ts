import type { CallsQuery } from "@/lib/contract/calls";
import { PAYLOAD_JOIN, callFields } from "./columns";
import { selection } from "./list-calls";
import { callsOf, reachOf } from "./roots";
import type { Database } from "@/service/store/connections/database";
import type { Pricing } from "@/service/store/costs/call-costs";
import { Parameters } from "@/service/store/sql/parameters";
import { optionalNumber, optionalText, requiredNumber } from "@/service/store/sql/row";
import { findCandidates } from "@/service/store/search/candidates";
import { indexedUntil } from "@/service/store/search/index-lag";
import { countOfProject } from "@/service/store/statistics/stale-hours";

/** The calls to be counted, with what determines costs if the query depends on them. */
type CountQuery = Pick<CallsQuery, "project_id" | "filter" | "query" | "limit"> & {
  pricing?: Pricing;
  totalStorageSize: boolean;
};

/**
 * A write has the time it was made, not the time it became visible, so one that is still committing may be older than
 * the newest. While that is possible the watermark moves with the clock, so that a reader polls again instead of
 * missing it.
 */
const LATEST = {
  name: "latest_write",
  text: `select case when latest > clock_timestamp() - interval '2 seconds' then clock_timestamp()
    else latest end as latest
  from (select max(updated_at) as latest from calls where project_id = $1) newest`,
};

/**
 * `latest` changes with every write, and with the clock for two seconds after the last one. `indexed_until` as
 * `indexedUntil` finds it.
 */
export async function countCalls(
  database: Database,
  query: CountQuery,
): Promise<{ count: number; latest?: string; indexed_until?: string; total_storage_size_bytes?: number }> {
  if (isOfAll(query)) return countAll(database, query.project_id);
  const [latest, indexed_until, counted] = await Promise.all([
    database.query(LATEST, [query.project_id]),
    indexedUntil(database, query),
    // A reader that only asks what else the answer says.
    query.limit === 0 ? { count: 0 } : countSelected(database, query),
  ]);
  return { ...counted, latest: optionalText(latest[0] ?? {}, "latest"), indexed_until };
}

async function countSelected(
  database: Database,
  query: CountQuery,
): Promise<{ count: number; total_storage_size_bytes?: number }> {
  const parameters = new Parameters();
  const project = parameters.add(query.project_id, "text");
  const isLimited = typeof query.limit === "number";
  const fields = callFields(project, isLimited ? "first" : reachOf(query.filter), query.pricing);
  const candidates = await findCandidates(database.scans, query);
  const conditions = selection(query, fields, project, parameters, candidates);
  const payloads = query.totalStorageSize && !fields.usesPayload() ? PAYLOAD_JOIN : "";
  const counted = `select ${query.totalStorageSize ? "p.bytes" : ""} from ${isLimited ? "calls" : callsOf(project, query.filter)} c ${payloads} ${fields.joins()}
    where ${conditions.join(" and ")} limit ${parameters.add(query.limit ?? null, "bigint")}`;
  const size = query.totalStorageSize ? ", coalesce(sum(bytes), 0)::bigint as size" : "";
  const statement = `select count(*) as count ${size} from (${counted}) counted`;
  const [row = {}] = await database.scans.query(statement, parameters.values);
  return { count: requiredNumber(row, "count"), total_storage_size_bytes: optionalNumber(row, "size") };
}

function isOfAll({ filter, query, limit, totalStorageSize }: CountQuery): boolean {
  const isWhole = !query && typeof limit !== "number" && !totalStorageSize;
  return isWhole && Object.values(filter ?? {}).every((value) => value === undefined);
}

const COUNT_ALL = { name: "count_all_calls", text: `select ${countOfProject("$1")} as count` };

async function countAll(database: Database, projectId: string): Promise<{ count: number; latest?: string }> {
  const [[latest = {}], [counts = {}]] = await Promise.all([
    database.query(LATEST, [projectId]),
    database.query(COUNT_ALL, [projectId]),
  ]);
  return { count: requiredNumber(counts, "count"), latest: optionalText(latest, "latest") };
}
