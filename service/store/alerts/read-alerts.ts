import { type Alert, type AlertsQuery, ALERT_STATES, alertDefinition, channelFormat } from "@/lib/contract/alerts";
import { parseJson } from "@/lib/json/slice";
import { slicePlan } from "@/lib/json/slice-plan";
import { readClock } from "@/service/store/connections/clock";
import type { Connection, Database } from "@/service/store/connections/database";
import { type Row, optionalNumber, optionalText, requiredNumber, requiredText } from "@/service/store/sql/row";
import type { AlertKey, StoredAlert, StoredChannel } from "./alerts-store";

const PLAN = slicePlan(alertDefinition);

/** The time by the database's clock, which all replicas share. */
export async function alertTime(database: Database): Promise<string> {
  return readClock(database.control);
}

/** The alerts of a project, by name. */
export async function listAlerts(database: Database, { project_id, limit, offset }: AlertsQuery): Promise<Alert[]> {
  // There are few, and names are part of the definition.
  const [rows, channels] = await Promise.all([
    database.query(`${COLUMNS} where a.project_id = $1`, [project_id]),
    database.query(`${CHANNELS} order by c.place`, [project_id]),
  ]);
  const all = rows.map((row) => readRow(row, channelsOf(channels, requiredText(row, "id"))));
  const byName = all.toSorted((a, b) => compare(a.name, b.name) || compare(a.id, b.id));
  const from = offset ?? 0;
  return byName.slice(from, limit === undefined || limit === null ? undefined : from + limit);
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** An alert as people see it; undefined if there is none. */
export async function readAlert(connection: Connection, { project_id, id }: AlertKey): Promise<Alert | undefined> {
  const [row] = await connection.query(`${COLUMNS} where a.project_id = $1 and a.id = $2::uuid`, [project_id, id]);
  return row && readRow(row, await readChannels(connection, { project_id, id }));
}

/** An alert as the service uses it, with its secrets, locked until the end of the transaction; undefined if there is none. */
export async function lockAlert(
  connection: Connection,
  { project_id, id }: AlertKey,
): Promise<StoredAlert | undefined> {
  const [row] = await connection.query(`${COLUMNS} where a.project_id = $1 and a.id = $2::uuid for update`, [
    project_id,
    id,
  ]);
  return row && { ...readStored(row), channels: await readChannels(connection, { project_id, id }) };
}

export async function readChannels(connection: Connection, { project_id, id }: AlertKey): Promise<StoredChannel[]> {
  const rows = await connection.query(`${CHANNELS} and c.alert_id = $2::uuid order by c.place`, [project_id, id]);
  return rows.map(readChannel);
}

const COLUMNS = `select a.project_id, a.id::text, a.definition, a.revision, a.created_by, a.created_at, a.updated_at,
    a.needs_owner, a.stopped_for, a.muted_until, a.next_end, a.state, a.state_since, a.evaluated_to, a.value, a.baseline, a.reason
  from alerts a`;
const CHANNELS = `select c.alert_id::text, c.id::text, c.format, c.url, c.secret, c.sealed_receiver from alert_channels c
  where c.project_id = $1`;

const channelsOf = (rows: readonly Row[], alertId: string) =>
  rows.filter((row) => row.alert_id === alertId).map(readChannel);

export function readChannel(row: Row): StoredChannel {
  return {
    id: requiredText(row, "id"),
    format: channelFormat.parse(row.format),
    url: requiredText(row, "url"),
    secret: optionalText(row, "secret"),
    sealedReceiver: optionalText(row, "sealed_receiver"),
  };
}

export function readStored(row: Row): Omit<StoredAlert, "channels"> {
  return {
    project_id: requiredText(row, "project_id"),
    id: requiredText(row, "id"),
    revision: requiredNumber(row, "revision"),
    definition: alertDefinition.parse(parseJson(requiredText(row, "definition"), PLAN)),
    nextEnd: requiredText(row, "next_end"),
    evaluatedTo: optionalText(row, "evaluated_to"),
  };
}

export const readState = (row: Row) => ALERT_STATES.find((state) => state === row.state);

function readRow(row: Row, channels: readonly StoredChannel[]): Alert {
  const { project_id, id, definition, evaluatedTo } = readStored(row);
  return {
    project_id,
    id,
    ...definition,
    channels: channels.map((channel) => ({
      id: channel.id,
      format: channel.format,
      origin: new URL(channel.url).origin,
    })),
    created_by: requiredText(row, "created_by"),
    created_at: requiredText(row, "created_at"),
    updated_at: requiredText(row, "updated_at"),
    needs_owner: row.needs_owner === true || undefined,
    stopped_for: optionalText(row, "stopped_for"),
    muted_until: optionalText(row, "muted_until"),
    state: readState(row),
    state_since: optionalText(row, "state_since"),
    evaluated_to: evaluatedTo,
    value: optionalNumber(row, "value"),
    baseline: optionalNumber(row, "baseline"),
    reason: optionalText(row, "reason"),
  };
}
