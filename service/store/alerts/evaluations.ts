import { toStorableText } from "@/lib/json/decode";
import { LOST_CLAIMS, LOST_TWICE } from "@/service/store/connections/held-rows";
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

/**
 * Claims an alert that is due, for as long as evaluating a window may take; undefined if another process has. One of which a
 * claim has ended without a result is left out if `suspects` says so, and stopped after the second such claim, because its
 * process may have ended: see `HeldRows`.
 */
export async function claimAlert(
  database: Database,
  key: AlertKey,
  now: string,
  holder: string,
  suspects: "too" | "not" = "too",
): Promise<DueAlert | undefined> {
  const due = [key.project_id, key.id, now, holder];
  const [row] = await database.query(CLAIM, [...due, suspects === "too"]);
  if (!row) {
    await database.query(STOP, [...due, `${LOST_TWICE} Change it, then resume it`]);
    return undefined;
  }
  return {
    ...readStored(row),
    ...readProgress(row),
    channels: await readChannels(database, key),
    failures: requiredNumber(row, "failures"),
    isSuspect: requiredNumber(row, "claims") > 1,
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
    `update alerts set failures = failures + 1, due_at = $5::timestamptz, claims = 0
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
    from alerts t where t.due_at <= $1::timestamptz and t.stopped_for is null) due
  order by place, due_at, id limit $2::int`;

const CLAIM = `
  update alerts set due_at = $3::timestamptz + interval '${LEASE_SECONDS} seconds', claimed_by = $4,
    claims = case when claimed_by = $4 then greatest(claims, 1) else claims + 1 end
  where project_id = $1 and id = $2::uuid and due_at <= $3::timestamptz and stopped_for is null
    and (claims = 0 or claimed_by = $4 or (claims < ${LOST_CLAIMS} and $5::bool))
  returning project_id, id::text, definition, revision, next_end, evaluated_to, state, breaches, fired_at, is_notified,
    failures, muted_until, claims`;

const STOP = `
  update alerts set stopped_for = $5, claims = 0
  where project_id = $1 and id = $2::uuid and due_at <= $3::timestamptz and stopped_for is null
    and claims >= ${LOST_CLAIMS} and claimed_by <> $4`;

const RECORD = `
  update alerts set next_end = $5::timestamptz, due_at = $6::timestamptz, failures = 0, claims = 0,
    state_since = case when state is distinct from $7 then $4::timestamptz else state_since end, state = $7,
    breaches = $8::int, fired_at = $9::timestamptz, is_notified = $10::bool,
    evaluated_to = case when $11::bool then $4::timestamptz else evaluated_to end,
    value = case when $11::bool then $12::float8 else value end,
    baseline = case when $11::bool then $13::float8 else baseline end,
    reason = case when $11::bool then $14 else reason end
  where project_id = $1 and id = $2::uuid and revision = $3::int and next_end = $4::timestamptz
  returning id`;
