import type { CallsQuery } from "@/lib/contract/calls";
import { PAYLOAD_JOIN, callFields } from "./columns";
import { selection } from "./list-calls";
import type { Database } from "@/service/store/connections/database";
import { Parameters } from "@/service/store/sql/parameters";
import { optionalNumber, optionalText, requiredNumber } from "@/service/store/sql/row";
import { findCandidates } from "@/service/store/search/candidates";
import { countOfProject } from "@/service/store/statistics/stale-hours";

type CountQuery = Pick<CallsQuery, "project_id" | "filter" | "query" | "limit"> & { totalStorageSize: boolean };

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

/** `latest` changes with every write, and with the clock for two seconds after the last one. */
export async function countCalls(
  database: Database,
  query: CountQuery,
): Promise<{ count: number; latest?: string; total_storage_size_bytes?: number }> {
  if (isOfAll(query)) return countAll(database, query.project_id);
  const parameters = new Parameters();
  const project = parameters.add(query.project_id, "text");
  const fields = callFields(project, typeof query.limit === "number" ? "first" : "all");
  const candidates = await findCandidates(database.scans, query);
  const conditions = selection(query, fields, project, parameters, candidates);
  const join = fields.usesPayload() || query.totalStorageSize ? PAYLOAD_JOIN : "";
  const counted = `select ${query.totalStorageSize ? "p.bytes" : ""} from calls c ${join}
    where ${conditions.join(" and ")} limit ${parameters.add(query.limit ?? null, "bigint")}`;
  const size = query.totalStorageSize ? ", coalesce(sum(bytes), 0)::bigint as size" : "";
  const [latest, counts] = await Promise.all([
    database.query(LATEST, [query.project_id]),
    database.scans.query(`select count(*) as count ${size} from (${counted}) counted`, parameters.values),
  ]);
  return {
    count: requiredNumber(counts[0] ?? {}, "count"),
    latest: optionalText(latest[0] ?? {}, "latest"),
    total_storage_size_bytes: optionalNumber(counts[0] ?? {}, "size"),
  };
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
