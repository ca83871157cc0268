import { toStorableText } from "@/lib/json/decode";
import type { Database } from "@/service/store/connections/database";
import { type Row, optionalText, requiredNumber, requiredText } from "@/service/store/sql/row";
import type { AlertKey, AlertProgress, DueAlert, Evaluation, Schedule, StoredAlert } from "./alerts-store";
import { insertEvent } from "./history";
import { readChannels, readState, readStored } from "./read-alerts";

/** Longer than evaluating a window takes; after that, another process may begin again. */
const LEASE_SECONDS = 60;

/** Alerts of all projects with a window to be evaluated: first one of each project, then the second of each; at most `count`. */
export async function dueAlerts(database: Database, now: string, count: number): Promise<AlertKey[]> {
  const rows = await database.query(DUE, [now, count]);
  return rows.map((row) => ({ project_id: requiredText(row, "project_id"), id: requiredText(row, "id") }));
}

/** Claims an alert that is due, for as long as evaluating a window may take; undefined if another process has. */
export async function claimAlert(database: Database, key: AlertKey, now: string): Promise<DueAlert | undefined> {
  const [row] = await database.query(CLAIM, [key.project_id, key.id, now]);
  if (!row) return undefined;
  return {
    ...readStored(row),
    ...readProgress(row),
    channels: await readChannels(database, key),
    failures: requiredNumber(row, "failures"),
    mutedUntil: optionalText(row, "muted_until"),
  };
}

function readProgress(row: Row): AlertProgress {
  return {
    state: readState(row),
    breaches: requiredNumber(row, "breaches"),
    firedAt: optionalText(row, "fired_at"),
    isNotified: row.is_notified === true,
  };
}

/** Leaves the window to be evaluated later, because that failed. */
export async function delayAlert(database: Database, alert: DueAlert, dueAt: string): Promise<void> {
  await database.query(
    `update alerts set failures = failures + 1, due_at = $5::timestamptz
     where project_id = $1 and id = $2::uuid and revision = $3::int and next_end = $4::timestamptz`,
    [...claimed(alert), dueAt],
  );
}

/**
 * Stores what evaluating the next window led to, its event and the notifications, all or nothing. False if another
 * process has done so, or the alert has changed.
 */
export async function recordEvaluation(
  database: Database,
  alert: StoredAlert,
  { progress, result, event, nextEnd, dueAt }: Evaluation,
  now: string,
): Promise<boolean> {
  return database.transaction(async (connection) => {
    const recorded = await connection.query(RECORD, [
      ...claimed(alert),
      nextEnd,
      dueAt,
      progress.state ?? null,
      progress.breaches,
      progress.firedAt ?? null,
      progress.isNotified,
      result !== undefined,
      result?.value ?? null,
      result?.baseline ?? null,
      result?.reason === undefined ? null : toStorableText(result.reason),
    ]);
    if (recorded.length === 0) return false;
    if (event) await insertEvent(connection, alert, event, now);
    return true;
  });
}

/** The alert as it was claimed: its definition, and the window. */
const claimed = ({
  project_id,
  id,
  revision,
  nextEnd,
}: AlertKey & Pick<StoredAlert, "revision"> & Pick<Schedule, "nextEnd">) => [project_id, id, revision, nextEnd];

const DUE = `
  select project_id, id from (
    select t.project_id, t.id::text as id, t.due_at,
      row_number() over (partition by t.project_id order by t.due_at, t.id) as place
    from alerts t where t.due_at <= $1::timestamptz) due
  order by place, due_at, id limit $2::int`;

const CLAIM = `
  update alerts set due_at = $3::timestamptz + interval '${LEASE_SECONDS} seconds'
  where project_id = $1 and id = $2::uuid and due_at <= $3::timestamptz
  returning project_id, id::text, definition, revision, next_end, evaluated_to, state, breaches, fired_at, is_notified,
    failures, muted_until`;

const RECORD = `
  update alerts set next_end = $5::timestamptz, due_at = $6::timestamptz, failures = 0,
    state_since = case when state is distinct from $7 then $4::timestamptz else state_since end, state = $7,
    breaches = $8::int, fired_at = $9::timestamptz, is_notified = $10::bool,
    evaluated_to = case when $11::bool then $4::timestamptz else evaluated_to end,
    value = case when $11::bool then $12::float8 else value end,
    baseline = case when $11::bool then $13::float8 else baseline end,
    reason = case when $11::bool then $14 else reason end
  where project_id = $1 and id = $2::uuid and revision = $3::int and next_end = $4::timestamptz
  returning id`;
