import type pg from "pg";
import { optionalText, requiredText, typeParsers, type Row } from "@/service/store/sql/row";

/** What is stored sealed: the secrets of model servers, and the tokens of people's sessions. */
type SealedColumn = "sealed_key" | "sealed_headers" | "sealed_tokens";

/** The same value, sealed anew; undefined if it cannot be opened. */
export type Reseal = (sealed: string, of: { id: string; column: SealedColumn }) => string | undefined;

/** How many servers are sealed anew, and the names of those that could not be; the same of sessions, which then ended. */
export type Resealed = { servers: number; left: string[]; sessions: number; ended: number };

const OF_SERVERS: readonly SealedColumn[] = ["sealed_key", "sealed_headers"];

/**
 * Seals everything that is stored sealed anew, in one transaction. The revision of a model server stays: nothing that
 * admins see has changed.
 */
export async function resealAll(client: pg.Client, reseal: Reseal): Promise<Resealed> {
  await client.query("begin");
  try {
    // Nobody seals with the earlier secret meanwhile.
    await client.query("lock table model_servers, person_sessions in share row exclusive mode");
    const resealed = { ...(await resealServers(client, reseal)), ...(await resealSessions(client, reseal)) };
    await client.query("commit");
    return resealed;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

async function resealServers(client: pg.Client, reseal: Reseal): Promise<Pick<Resealed, "servers" | "left">> {
  const resealed = { servers: 0, left: [] as string[] };
  const text = "select id, name, sealed_key, sealed_headers from model_servers order by name for update";
  for (const row of await rowsOf(client, text)) {
    const id = requiredText(row, "id");
    const values = OF_SERVERS.map((column) => {
      const sealed = optionalText(row, column);
      return { sealed, anew: sealed === undefined ? undefined : reseal(sealed, { id, column }) };
    });
    if (values.every(({ sealed }) => sealed === undefined)) continue;
    if (values.some(({ sealed, anew }) => sealed !== undefined && anew === undefined))
      resealed.left.push(requiredText(row, "name"));
    else resealed.servers += 1;
    const kept = values.map(({ sealed, anew }) => anew ?? sealed ?? null);
    await client.query("update model_servers set sealed_key = $2, sealed_headers = $3 where id = $1::uuid", [
      id,
      ...kept,
    ]);
  }
  return resealed;
}

/** A session whose tokens cannot be opened could not be checked any more, so it ends. */
async function resealSessions(client: pg.Client, reseal: Reseal): Promise<Pick<Resealed, "sessions" | "ended">> {
  const resealed = { sessions: 0, ended: 0 };
  const text = "select id, sealed_tokens from person_sessions where expires_at > clock_timestamp() for update";
  for (const row of await rowsOf(client, text)) {
    const id = requiredText(row, "id");
    const anew = reseal(requiredText(row, "sealed_tokens"), { id, column: "sealed_tokens" });
    if (anew === undefined) {
      await client.query("delete from person_sessions where id = $1", [id]);
      resealed.ended += 1;
    } else {
      await client.query("update person_sessions set sealed_tokens = $2 where id = $1", [id, anew]);
      resealed.sessions += 1;
    }
  }
  return resealed;
}

async function rowsOf(client: pg.Client, text: string): Promise<Row[]> {
  return (await client.query<Row>({ text, types: typeParsers })).rows;
}
