import { toStorableText } from "@/lib/json/decode";
import type { Database } from "@/service/store/connections/database";
import { requiredNumber, requiredText } from "@/service/store/sql/row";
import type { AlertKey, DeliveryKey, DeliveryOutcome, DueDelivery, NewEvent, StoredAlert } from "./alerts-store";
import { insertEvent } from "./history";
import { lockAlert, readChannel } from "./read-alerts";

/** Longer than an attempt takes; after that, another process may send it again. */
const LEASE_SECONDS = 30;

/** Notifications of all projects that are to be sent, those that have waited longest first; few of each project. */
export async function dueDeliveries(
  database: Database,
  now: string,
  { count, ofProject }: { count: number; ofProject: number },
): Promise<DeliveryKey[]> {
  const rows = await database.query(DUE, [now, count, ofProject]);
  return rows.map((row) => ({ project_id: requiredText(row, "project_id"), id: requiredText(row, "id") }));
}

/**
 * Claims a notification for as long as an attempt may take; undefined if another process has, or its channel was
 * removed, with which it is given up.
 */
export async function claimDelivery(
  database: Database,
  { project_id, id }: DeliveryKey,
  now: string,
): Promise<DueDelivery | undefined> {
  const [row] = await database.query(CLAIM, [project_id, id, now]);
  if (!row) return undefined;
  const channel = [project_id, requiredText(row, "channel_id")];
  const [found] = await database.query(CHANNEL, channel);
  const attempt = requiredNumber(row, "attempts");
  if (found) return { project_id, id, attempt, body: requiredText(row, "body"), channel: readChannel(found) };
  const outcome = { isDelivered: false, at: now, error: "The channel was removed" };
  await settleDelivery(database, { project_id, id, attempt }, outcome);
  return undefined;
}

/** Stores what became of an attempt, unless a later one has begun. */
export async function settleDelivery(
  database: Database,
  { project_id, id, attempt }: DeliveryKey & Pick<DueDelivery, "attempt">,
  { isDelivered, at, responseStatus, error, retryAt }: DeliveryOutcome,
): Promise<void> {
  const status = isDelivered ? "delivered" : retryAt === undefined ? "failed" : "pending";
  await database.query(SETTLE, [
    project_id,
    id,
    attempt,
    status,
    at,
    retryAt ?? at,
    responseStatus ?? null,
    error === undefined ? null : toStorableText(error),
  ]);
}

/**
 * Writes a test and the notifications that `eventOf` makes of the alert as it is stored; undefined if there is no such
 * alert.
 */
export async function recordTest(
  database: Database,
  key: AlertKey,
  eventOf: (alert: StoredAlert) => NewEvent,
  now: string,
): Promise<NewEvent | undefined> {
  return database.transaction(async (connection) => {
    const alert = await lockAlert(connection, key);
    if (!alert) return undefined;
    const event = eventOf(alert);
    await insertEvent(connection, key, event, now);
    return event;
  });
}

const DUE = `
  select project_id, id from (
    select t.project_id, t.id::text as id, t.next_attempt_at,
      row_number() over (partition by t.project_id order by t.next_attempt_at, t.id) as place
    from alert_deliveries t where t.status = 'pending' and t.next_attempt_at <= $1::timestamptz) due
  where place <= $3::int order by next_attempt_at, id limit $2::int`;

const CLAIM = `
  update alert_deliveries set attempts = attempts + 1, attempted_at = $3::timestamptz,
    next_attempt_at = $3::timestamptz + interval '${LEASE_SECONDS} seconds'
  where project_id = $1 and id = $2::uuid and status = 'pending' and next_attempt_at <= $3::timestamptz
  returning channel_id::text, body, attempts`;

const CHANNEL = `select id::text, format, url, secret, sealed_receiver from alert_channels where project_id = $1 and id = $2::uuid`;

const SETTLE = `
  update alert_deliveries set status = $4, attempted_at = $5::timestamptz, next_attempt_at = $6::timestamptz,
    response_status = $7::int, error = $8
  where project_id = $1 and id = $2::uuid and attempts = $3::int and status = 'pending'`;
