import { AppError } from "@/lib/contract/app-error";
import type { RetentionState } from "@/lib/contract/retention";
import { v7 as uuidV7 } from "uuid";
import { endAudit } from "@/service/store/audit/write-audit";
import { readClock } from "@/service/store/connections/clock";
import type { Connection, Database } from "@/service/store/connections/database";
import { ensureProjects } from "@/service/store/projects/projects";
import { type Row, optionalNumber, optionalText, requiredNumber, requiredText } from "@/service/store/sql/row";
import { nextRunAt } from "./next-run";
import type { NewRetention } from "./retention-store";

type Settings = Omit<RetentionState, "next_run_at" | "running" | "problem" | "last_run">;

const COLUMNS = `keep_days, keep_queued, keep_in_tables, keep_annotated, retention_version, retention_changed_by,
  retention_changed_at`;

const READ = { name: "read_retention", text: `select ${COLUMNS} from projects where project_id = $1` };

const NEVER_SET: Settings = {
  keep_days: null,
  keep_queued: true,
  keep_in_tables: true,
  keep_annotated: true,
  version: 0,
};

/** The settings of a project; of one that does not exist yet, those that keep everything. */
export async function readSettings(connection: Connection, projectId: string): Promise<Settings> {
  const [row] = await connection.query(READ, [projectId]);
  return row ? settingsOf(row) : NEVER_SET;
}

function settingsOf(row: Row): Settings {
  const is = (column: string) => row[column] === true;
  return {
    keep_days: optionalNumber(row, "keep_days") ?? null,
    keep_queued: is("keep_queued"),
    keep_in_tables: is("keep_in_tables"),
    keep_annotated: is("keep_annotated"),
    version: requiredNumber(row, "retention_version"),
    changed_by: optionalText(row, "retention_changed_by"),
    changed_at: optionalText(row, "retention_changed_at"),
  };
}

const READ_RUNS = {
  name: "read_retention_runs",
  text: `
  select status, due_at, started_at, ended_at, traces, calls, kept, problem from retention_runs
  where project_id = $1 order by ended_at nulls first`,
};

/** The settings of a project, its next run or the one that is deleting, and its last run. */
export async function readRetention(database: Database, projectId: string): Promise<RetentionState> {
  const settings = await readSettings(database, projectId);
  const rows = await database.query(READ_RUNS, [projectId]);
  const waiting = rows.find(({ status }) => status === "waiting");
  const running = rows.find(({ status }) => status === "running");
  const last = rows.findLast((row) => row.status === "done" || row.status === "stopped");
  return {
    ...settings,
    next_run_at: waiting && requiredText(waiting, "due_at"),
    running: running && countsOf(running),
    problem: optionalText(running ?? waiting ?? {}, "problem"),
    last_run: last && {
      ...countsOf(last),
      ended_at: requiredText(last, "ended_at"),
      status: last.status === "stopped" ? "stopped" : "done",
    },
  };
}

function countsOf(row: Row) {
  return {
    started_at: requiredText(row, "started_at"),
    traces: requiredNumber(row, "traces"),
    calls: requiredNumber(row, "calls"),
    kept: requiredNumber(row, "kept"),
  };
}

const SET = {
  name: "set_retention",
  text: `
  update projects set keep_days = $3::int, keep_queued = $4::boolean, keep_in_tables = $5::boolean,
    keep_annotated = $6::boolean, retention_version = retention_version + 1, retention_changed_by = $7,
    retention_changed_at = $8::timestamptz
  where project_id = $1::text and retention_version = $2::bigint returning retention_version`,
};

const FORGET_WAITING = {
  name: "retention_forget_waiting",
  text: "delete from retention_runs where project_id = $1 and status = 'waiting'",
};

const STOP_RUNNING = {
  name: "retention_stop_running",
  text: `
  update retention_runs set status = 'stopped', ended_at = $2::timestamptz, held_by = null, held_until = null
  where project_id = $1 and status = 'running' returning id::text, traces, calls, kept`,
};

const SCHEDULE = {
  name: "retention_schedule",
  text: `
  insert into retention_runs (project_id, id, created_at, due_at)
  values ($1, $2::uuid, $3::timestamptz, $4::timestamptz)`,
};

/**
 * Replaces the settings of a project, which is created if it does not exist, schedules its next run by them, and stops
 * one that is deleting by others. Throws `conflict` if there is a later version, unless it is from the same request, which
 * was repeated.
 */
export async function setRetention(
  database: Database,
  { project_id, replaces, changed_by, ...retention }: NewRetention,
): Promise<RetentionState> {
  await ensureProjects(database, new Set([project_id]));
  const { keep_days, keep_queued, keep_in_tables, keep_annotated } = retention;
  const values = [keep_days, keep_queued, keep_in_tables, keep_annotated];
  const isSet = await database.transaction(async (connection) => {
    const now = await readClock(connection);
    const [row] = await connection.query(SET, [project_id, replaces, ...values, changed_by, now]);
    if (!row) return false;
    await connection.query(FORGET_WAITING, [project_id]);
    for (const stopped of await connection.query(STOP_RUNNING, [project_id, now]))
      await endAudit(connection, requiredText(stopped, "id"), outcomeOf(stopped));
    await schedule(connection, project_id, keep_days);
    return true;
  });
  const stored = await readRetention(database, project_id);
  const storedValues = [stored.keep_days, stored.keep_queued, stored.keep_in_tables, stored.keep_annotated];
  const isSame = stored.version === replaces + 1 && JSON.stringify(storedValues) === JSON.stringify(values);
  if (!isSet && !isSame)
    throw new AppError("conflict", "The retention has been changed in the meantime; read it again");
  return stored;
}

/** Schedules the next run of a project, in the transaction that has locked its settings; none if all is kept. */
export async function schedule(connection: Connection, projectId: string, keepDays: number | null): Promise<void> {
  if (keepDays === null) return;
  const now = await readClock(connection);
  await connection.query(SCHEDULE, [projectId, uuidV7(), now, nextRunAt(now)]);
}

/** The outcome of a run for the audit log. */
export function outcomeOf(row: Row) {
  const count = (column: string) => String(requiredNumber(row, column));
  return {
    status: 200,
    outcome: "ok",
    result: { traces: count("traces"), calls: count("calls"), kept: count("kept") },
  };
}
