import type { Database } from "@/service/store/connections/database";
import { optionalText, requiredText } from "@/service/store/sql/row";
import type { AlertKey } from "./alerts-store";

/** A channel of any project whose receiver is stored in clear. */
type UnsealedChannel = AlertKey & { url: string; secret?: string };

/** Some of the channels that were stored before receivers were sealed. */
export async function unsealedChannels(database: Database, count: number): Promise<UnsealedChannel[]> {
  const rows = await database.query(UNSEALED, [count]);
  return rows.map((row) => ({
    project_id: requiredText(row, "project_id"),
    id: requiredText(row, "id"),
    url: requiredText(row, "url"),
    secret: optionalText(row, "secret"),
  }));
}

/** Replaces the receiver of a channel by the sealed one, unless another process has. */
export async function sealChannel(
  database: Database,
  { project_id, id }: AlertKey,
  { origin, sealed }: { origin: string; sealed: string },
): Promise<void> {
  await database.query(SEAL, [project_id, id, origin, sealed]);
}

const UNSEALED = `
  select t.project_id, t.id::text, t.url, t.secret from alert_channels t where t.sealed_receiver is null limit $1::int`;

const SEAL = `
  update alert_channels set url = $3, secret = null, sealed_receiver = $4
  where project_id = $1 and id = $2::uuid and sealed_receiver is null`;
