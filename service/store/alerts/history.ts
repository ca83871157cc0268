import {
  type AlertDelivery,
  type AlertEvent,
  type AlertHistoryQuery,
  DELIVERY_STATUSES,
  alertEvent,
} from "@/lib/contract/alerts";
import { ALERT_EVENTS_KEPT } from "@/lib/contract/limits";
import { toStorableText } from "@/lib/json/decode";
import type { Connection, Database } from "@/service/store/connections/database";
import { type Row, optionalNumber, optionalText, requiredNumber, requiredText } from "@/service/store/sql/row";
import { textArray } from "@/service/store/sql/text-array";
import type { AlertKey, NewEvent } from "./alerts-store";

const DEFAULT_EVENTS = 100;

/** The events of an alert with their notifications, newest first. */
export async function alertHistory(database: Database, query: AlertHistoryQuery): Promise<AlertEvent[]> {
  const { project_id, id, limit, before } = query;
  const events = await database.query(EVENTS, [project_id, id, before ?? null, limit ?? DEFAULT_EVENTS]);
  const oldest = events.at(-1);
  if (!oldest) return [];
  const sent = await database.query(DELIVERIES, [project_id, id, requiredText(oldest, "window_end"), before ?? null]);
  return events.map((row) => ({
    ...readEvent(row),
    deliveries: sent.filter((one) => isOf(one, row)).map(readDelivery),
  }));
}

const isOf = (delivery: Row, event: Row) => delivery.window_end === event.window_end && delivery.kind === event.kind;

function readEvent(row: Row): Omit<AlertEvent, "deliveries"> {
  return {
    kind: alertEvent.shape.kind.parse(row.kind),
    window_start: requiredText(row, "window_start"),
    window_end: requiredText(row, "window_end"),
    value: optionalNumber(row, "value"),
    baseline: optionalNumber(row, "baseline"),
    reason: optionalText(row, "reason"),
    muted: row.is_muted === true,
    windows: optionalNumber(row, "windows"),
  };
}

function readDelivery(row: Row): AlertDelivery {
  const status = DELIVERY_STATUSES.find((known) => known === row.status) ?? "pending";
  return {
    id: webhookId(requiredText(row, "id")),
    channel_id: requiredText(row, "channel_id"),
    status,
    attempts: requiredNumber(row, "attempts"),
    attempted_at: optionalText(row, "attempted_at"),
    next_attempt_at: status === "pending" ? optionalText(row, "next_attempt_at") : undefined,
    response_status: optionalNumber(row, "response_status"),
    error: optionalText(row, "error"),
  };
}

/** The id of a notification for its receiver. */
export const webhookId = (id: string) => `msg_${id.replaceAll("-", "")}`;

/**
 * Writes an event and its notifications, in the caller's transaction; false if the alert has that event already. Removes
 * the oldest events beyond `ALERT_EVENTS_KEPT`.
 */
export async function insertEvent(
  connection: Connection,
  { project_id, id }: AlertKey,
  event: NewEvent,
  now: string,
): Promise<boolean> {
  const inserted = await connection.query(INSERT_EVENT, [
    project_id,
    id,
    event.windowEnd,
    event.kind,
    event.windowStart,
    event.value ?? null,
    event.baseline ?? null,
    event.reason === undefined ? null : toStorableText(event.reason),
    event.isMuted,
    event.windows ?? null,
  ]);
  if (inserted.length === 0) return false;
  const { deliveries } = event;
  if (deliveries.length > 0)
    await connection.query(INSERT_DELIVERIES, [
      project_id,
      id,
      event.windowEnd,
      event.kind,
      now,
      deliveries.map((delivery) => delivery.id),
      deliveries.map(({ channelId }) => channelId),
      textArray(deliveries.map(({ body }) => toStorableText(body))),
    ]);
  const [last] = await connection.query(LAST_KEPT, [project_id, id, ALERT_EVENTS_KEPT - 1]);
  if (last)
    for (const table of ["alert_deliveries", "alert_events"])
      await connection.query(
        `delete from ${table} where project_id = $1 and alert_id = $2::uuid and window_end < $3::timestamptz`,
        [project_id, id, requiredText(last, "window_end")],
      );
  return true;
}

const INSERT_EVENT = `
  insert into alert_events (project_id, alert_id, window_end, kind, window_start, value, baseline, reason, is_muted, windows)
  values ($1, $2::uuid, $3::timestamptz, $4, $5::timestamptz, $6::float8, $7::float8, $8, $9::bool, $10::int)
  on conflict (project_id, alert_id, window_end, kind) do nothing returning kind`;

const INSERT_DELIVERIES = `
  insert into alert_deliveries (project_id, alert_id, window_end, kind, next_attempt_at, id, channel_id, body)
  select $1::text, $2::uuid, $3::timestamptz, $4::text, $5::timestamptz, id, channel_id, body
  from unnest($6::uuid[], $7::uuid[], $8::text[]) as added (id, channel_id, body)`;

const LAST_KEPT = `
  select window_end from alert_events where project_id = $1 and alert_id = $2::uuid
  order by window_end desc offset $3::int limit 1`;

const EVENTS = `
  select kind, window_start, window_end, value, baseline, reason, is_muted, windows from alert_events
  where project_id = $1 and alert_id = $2::uuid and ($3::timestamptz is null or window_end < $3::timestamptz)
  order by window_end desc, kind limit $4::int`;

const DELIVERIES = `
  select id::text, window_end, kind, channel_id::text, status, attempts, attempted_at, next_attempt_at, response_status,
    error
  from alert_deliveries
  where project_id = $1 and alert_id = $2::uuid and window_end >= $3::timestamptz
    and ($4::timestamptz is null or window_end < $4::timestamptz)
  order by id`;
