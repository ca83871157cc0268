import { addAudit, endAudit } from "@/service/store/audit/write-audit";
import { readClock } from "@/service/store/connections/clock";
import type { Connection, Database } from "@/service/store/connections/database";
import { type Claimed, HeldRows } from "@/service/store/connections/held-rows";
import { type Row, optionalText, requiredText } from "@/service/store/sql/row";
import { daysBefore } from "./next-run";
import type { BegunExpiry, ExpiryRun } from "./retention-store";
import { outcomeOf, readSettings, schedule } from "./settings";

/** The author of what runs delete, in the audit log. */
const AUTHOR = "retention";

const HELD = new HeldRows<ExpiryRun>({
  table: "retention_runs",
  isOpen: (now) => `status in ('waiting', 'running') and due_at <= ${now}`,
  columns: "project_id, id::text",
  read: (row) => ({ project_id: requiredText(row, "project_id"), id: requiredText(row, "id") }),
  leaveAlone: { set: "problem = $4", isResumed: false },
});

/** Claims a run that is due and that no process holds; undefined if there is none. */
export async function takeExpiry(
  database: Database,
  holder: string,
  suspects?: "too" | "not",
): Promise<Claimed<ExpiryRun> | undefined> {
  return HELD.take(database, holder, suspects);
}

/** Notes that the work on it goes on: see `HeldRows`. */
export async function goOnWithExpiry(database: Database, holder: string, key: ExpiryRun): Promise<void> {
  await HELD.goOn(database, holder, key);
}

/** Renews the lease on a run; undefined if another process has it, or it was stopped or erased, which is final. */
export async function renewExpiry(database: Database, holder: string, run: ExpiryRun): Promise<object | undefined> {
  return HELD.renew(database, holder, run);
}

/** Lets another process claim the run at once. */
export async function releaseExpiry(database: Database, holder: string, run: ExpiryRun): Promise<void> {
  await HELD.release(database, holder, run);
}

const LOCK = {
  name: "retention_lock_run",
  text: `
  select status, cutoff, after_start::text, after_id from retention_runs
  where project_id = $1 and id = $2::uuid and held_by = $3 and status in ('waiting', 'running') for update`,
};

/** Locks a run until the transaction ends; undefined if this process does not have it, or it was stopped or erased. */
export async function lockRun(connection: Connection, holder: string, run: ExpiryRun): Promise<Row | undefined> {
  const [row] = await connection.query(LOCK, [run.project_id, run.id, holder]);
  return row;
}

const LOCK_SETTINGS = {
  name: "retention_lock_settings",
  text: "select 1 from projects where project_id = $1 for no key update",
};

const BEGIN = {
  name: "retention_begin",
  text: `
  update retention_runs set status = 'running', started_at = $3::timestamptz, cutoff = $4::timestamptz,
    after_start = '-infinity', after_id = ''
  where project_id = $1 and id = $2::uuid`,
};

/**
 * Begins or resumes a run of this process, with the settings that it applies; the first time with its audit record.
 * Undefined if there is nothing to do any more.
 */
export async function beginExpiry(
  database: Database,
  holder: string,
  { project_id, id }: ExpiryRun,
): Promise<BegunExpiry | undefined> {
  return database.transaction(async (connection) => {
    await connection.query(LOCK_SETTINGS, [project_id]);
    const run = await lockRun(connection, holder, { project_id, id });
    const { keep_days, keep_queued, keep_in_tables, keep_annotated } = await readSettings(connection, project_id);
    if (!run || keep_days === null) return undefined;
    const retention = { keep_days, keep_queued, keep_in_tables, keep_annotated };
    const begun = optionalText(run, "cutoff");
    if (begun !== undefined) return { project_id, id, retention, cutoff: begun };
    const now = await readClock(connection);
    const cutoff = daysBefore(now, keep_days);
    await connection.query(BEGIN, [project_id, id, now, cutoff]);
    const target = { keep_days: String(keep_days) };
    await addAudit(connection, { id, kind: "change", action: "retention expire", project_id, owner: AUTHOR, target });
    return { project_id, id, retention, cutoff };
  });
}

const FINISH = {
  name: "retention_finish",
  text: `
  update retention_runs set status = 'done', ended_at = $4::timestamptz, held_by = null, held_until = null
  where project_id = $1 and id = $2::uuid and held_by = $3 and status = 'running' returning traces, calls, kept`,
};

const FORGET_EARLIER = {
  name: "retention_forget_earlier",
  text: "delete from retention_runs where project_id = $1 and id <> $2::uuid and status in ('done', 'stopped')",
};

/** Ends a run that has deleted everything, completes its audit record and schedules the next one. */
export async function finishExpiry(database: Database, holder: string, { project_id, id }: ExpiryRun): Promise<void> {
  await database.transaction(async (connection) => {
    // In the order in which a change of the settings locks them.
    await connection.query(LOCK_SETTINGS, [project_id]);
    const [row] = await connection.query(FINISH, [project_id, id, holder, await readClock(connection)]);
    if (!row) return;
    await connection.query(FORGET_EARLIER, [project_id, id]);
    await endAudit(connection, id, outcomeOf(row));
    await schedule(connection, project_id, (await readSettings(connection, project_id)).keep_days);
  });
}

/** Whether a run was erased with its project. */
export async function isExpiryErased(database: Database, { project_id, id }: ExpiryRun): Promise<boolean> {
  const text = "select 1 from retention_runs where project_id = $1 and id = $2::uuid";
  return (await database.query({ name: "retention_is_erased", text }, [project_id, id])).length === 0;
}
