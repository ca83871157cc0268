import type { Database } from "@/service/store/connections/database";
import { ENOUGH } from "@/service/store/search/index-project";
import { optionalNumber, optionalText, requiredNumber } from "@/service/store/sql/row";

/** What waits for the process in the background, of all projects, and the age of what an operator relies on. */
export type Backlog = {
  /** Calls that are to be indexed now, and for how long the first of them has waited, in seconds; fewer calls of a project wait for others. */
  textIndex: { calls: number; seconds: number };
  /** Traces whose totals are to be computed. */
  traces: number;
  /** When the last backup that succeeded began, by `loupe admin backup`; undefined if there was none. */
  lastBackupAt: string | undefined;
};

/** Reads whole queues, which are short unless work lags behind. */
export async function readBacklog(database: Database): Promise<Backlog> {
  const [index = {}] = await database.scans.query(TEXT_INDEX, [ENOUGH.calls, ENOUGH.chars]);
  const [traces = {}] = await database.scans.query(TRACES);
  const [backup = {}] = await database.scans.query(LAST_BACKUP);
  return {
    textIndex: { calls: requiredNumber(index, "calls"), seconds: optionalNumber(index, "seconds") ?? 0 },
    traces: requiredNumber(traces, "traces"),
    lastBackupAt: optionalText(backup, "at"),
  };
}

const TEXT_INDEX = {
  name: "backlog_text_index",
  text: `
  select coalesce(sum(calls), 0)::bigint as calls,
    greatest(0, extract(epoch from clock_timestamp() - min(oldest)))::float8 as seconds
  from (
    select sum(cardinality(calls)) as calls, min(queued_at) as oldest from search_queue group by project_id
    having sum(cardinality(calls)) >= $1 or sum(chars) >= $2) behind`,
};

const TRACES = { name: "backlog_traces", text: "select count(*) as traces from stale_traces" };

const LAST_BACKUP = {
  name: "last_backup",
  text: `select at from audit_records where kind = 'export' and action = 'admin backup' and outcome = 'ok'
    order by at desc limit 1`,
};
