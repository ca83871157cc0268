import { AppError } from "@/lib/contract/app-error";
import type { Alert } from "@/lib/contract/alerts";
import { ALERTS_PER_PROJECT } from "@/lib/contract/limits";
import { writeJson } from "@/lib/json/text";
import { toStorableText } from "@/lib/json/decode";
import type { Connection, Database } from "@/service/store/connections/database";
import { ensureProjects } from "@/service/store/projects/projects";
import { requiredNumber } from "@/service/store/sql/row";
import { textArray } from "@/service/store/sql/text-array";
import type { AlertKey, NewAlert, Schedule, StoredAlert, StoredChannel } from "./alerts-store";
import { lockAlert, readAlert } from "./read-alerts";

/** Creates the project if it does not exist. Throws `invalid` if the project has the most alerts that it may have. */
export async function createAlert(database: Database, alert: NewAlert, now: string): Promise<Alert> {
  const { project_id, id, definition, channels, created_by, schedule } = alert;
  await ensureProjects(database, new Set([project_id]));
  return database.transaction(async (connection) => {
    await connection.query(INSERT, [
      project_id,
      id,
      definitionText(definition),
      created_by,
      now,
      schedule.nextEnd,
      schedule.dueAt,
    ]);
    const [row = {}] = await connection.query("select count(*) as alerts from alerts where project_id = $1", [
      project_id,
    ]);
    if (requiredNumber(row, "alerts") > ALERTS_PER_PROJECT)
      throw new AppError("invalid", `A project can have at most ${ALERTS_PER_PROJECT} alerts`);
    await insertChannels(connection, alert, channels);
    return found(await readAlert(connection, alert));
  });
}

/**
 * Changes the definition and the channels, by the stored ones; undefined if there is no such alert. What is being
 * evaluated by the earlier ones is not stored any more. `onBefore` gets it as it was.
 */
export async function updateAlert(
  database: Database,
  key: AlertKey,
  change: (stored: StoredAlert) => Pick<StoredAlert, "definition" | "channels"> & { schedule: Schedule },
  now: string,
  onBefore: (before: Alert | undefined) => void = () => {},
): Promise<Alert | undefined> {
  return database.transaction(async (connection) => {
    const stored = await lockAlert(connection, key);
    if (!stored) return undefined;
    onBefore(await readAlert(connection, key));
    const { definition, channels, schedule } = change(stored);
    await connection.query(UPDATE, [
      key.project_id,
      key.id,
      definitionText(definition),
      now,
      schedule.nextEnd,
      schedule.dueAt,
    ]);
    await connection.query(DELETE_CHANNELS, [key.project_id, key.id]);
    await insertChannels(connection, key, channels);
    return readAlert(connection, key);
  });
}

/** Whether there was one. */
export async function deleteAlert(database: Database, { project_id, id }: AlertKey): Promise<boolean> {
  return database.transaction(async (connection) => {
    const deleted = await connection.query("delete from alerts where project_id = $1 and id = $2::uuid returning id", [
      project_id,
      id,
    ]);
    for (const table of ["alert_channels", "alert_events", "alert_deliveries"])
      await connection.query(`delete from ${table} where project_id = $1 and alert_id = $2::uuid`, [project_id, id]);
    return deleted.length > 0;
  });
}

/** Mutes it until a time, or no longer; undefined if there is no such alert. */
export async function muteAlert(
  database: Database,
  key: AlertKey,
  until: string | null,
  onBefore: (before: Alert | undefined) => void = () => {},
): Promise<Alert | undefined> {
  return database.transaction(async (connection) => {
    if (!(await lockAlert(connection, key))) return undefined;
    onBefore(await readAlert(connection, key));
    await connection.query("update alerts set muted_until = $3::timestamptz where project_id = $1 and id = $2::uuid", [
      key.project_id,
      key.id,
      until,
    ]);
    return readAlert(connection, key);
  });
}

const definitionText = (definition: StoredAlert["definition"]) => toStorableText(writeJson(definition));

async function insertChannels(
  connection: Connection,
  { project_id, id }: AlertKey,
  channels: readonly StoredChannel[],
): Promise<void> {
  if (channels.length === 0) return;
  await connection.query(INSERT_CHANNELS, [
    project_id,
    id,
    channels.map((channel) => channel.id),
    textArray(channels.map(({ format }) => format)),
    textArray(channels.map(({ url }) => url)),
    textArray(channels.map(({ secret }) => secret)),
    textArray(channels.map(({ sealedReceiver }) => sealedReceiver)),
  ]);
}

function found<Item>(item: Item | undefined): Item {
  if (item === undefined) throw new TypeError("a row that was written cannot be read");
  return item;
}

const INSERT = `
  insert into alerts (project_id, id, definition, created_by, created_at, updated_at, next_end, due_at)
  values ($1, $2::uuid, $3, $4, $5::timestamptz, $5::timestamptz, $6::timestamptz, $7::timestamptz)`;

const UPDATE = `
  update alerts set definition = $3, revision = revision + 1, updated_at = $4::timestamptz, breaches = 0, failures = 0,
    next_end = $5::timestamptz, due_at = $6::timestamptz
  where project_id = $1 and id = $2::uuid`;

const DELETE_CHANNELS = "delete from alert_channels where project_id = $1 and alert_id = $2::uuid";

const INSERT_CHANNELS = `
  insert into alert_channels (project_id, alert_id, id, place, format, url, secret, sealed_receiver)
  select $1::text, $2::uuid, id, place, format, url, secret, sealed
  from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[])
    with ordinality as added (id, format, url, secret, sealed, place)`;
