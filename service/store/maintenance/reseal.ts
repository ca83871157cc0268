import type pg from "pg";
import { optionalText, requiredText, typeParsers, type Row } from "@/service/store/sql/row";

/** Where sealed values are stored that people have entered, and what names a row to them. */
const ENTERED = [
  { table: "model_servers", columns: ["sealed_key", "sealed_headers"], name: "name" },
  { table: "training_runners", columns: ["sealed_secrets"], name: "'the training runner'" },
  { table: "alert_channels", columns: ["sealed_receiver"], name: "'alerts of ' || project_id" },
] as const;

type EnteredTable = (typeof ENTERED)[number]["table"];
export type SealedColumn = (typeof ENTERED)[number]["columns"][number] | "sealed_tokens";

/** The same value, sealed anew; undefined if it cannot be opened. */
export type Reseal = (sealed: string, of: { id: string; column: SealedColumn }) => string | undefined;

/**
 * How many rows of each table are sealed anew; the names of those that could not be, and how many sessions ended because
 * their tokens could not be.
 */
export type Resealed = { counts: Record<EnteredTable | "person_sessions", number>; left: string[]; ended: number };

/**
 * Seals everything that is stored sealed anew, in one transaction. Revisions stay: nothing that admins see has changed.
 */
export async function resealStored(client: pg.Client, reseal: Reseal): Promise<Resealed> {
  await client.query("begin");
  try {
    const counts = { model_servers: 0, training_runners: 0, alert_channels: 0, person_sessions: 0 };
    const resealed: Resealed = { counts, left: [], ended: 0 };
    for (const sealed of ENTERED) await resealEntered(client, sealed, reseal, resealed);
    await resealSessions(client, reseal, resealed);
    await client.query("commit");
    return resealed;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

async function resealEntered(
  client: pg.Client,
  { table, columns, name }: (typeof ENTERED)[number],
  reseal: Reseal,
  resealed: Resealed,
): Promise<void> {
  const text = `select id, ${name} as name, ${columns.join(", ")} from ${table} order by 2, 1`;
  for (const row of await lockedRows(client, table, text)) {
    const id = requiredText(row, "id");
    const values = columns.map((column) => {
      const sealed = optionalText(row, column);
      return { sealed, anew: sealed === undefined ? undefined : reseal(sealed, { id, column }) };
    });
    if (values.every(({ sealed }) => sealed === undefined)) continue;
    if (values.some(({ sealed, anew }) => sealed !== undefined && anew === undefined))
      resealed.left.push(requiredText(row, "name"));
    else resealed.counts[table] += 1;
    const kept = values.map(({ sealed, anew }) => anew ?? sealed ?? null);
    const assigned = columns.map((column, index) => `${column} = $${index + 2}`).join(", ");
    await client.query(`update ${table} set ${assigned} where id = $1::uuid`, [id, ...kept]);
  }
}

/** A session whose tokens cannot be opened could not be checked any more, so it ends. */
async function resealSessions(client: pg.Client, reseal: Reseal, resealed: Resealed): Promise<void> {
  const text = "select id, sealed_tokens from person_sessions where expires_at > clock_timestamp()";
  for (const row of await lockedRows(client, "person_sessions", text)) {
    const id = requiredText(row, "id");
    const anew = reseal(requiredText(row, "sealed_tokens"), { id, column: "sealed_tokens" });
    if (anew === undefined) {
      await client.query("delete from person_sessions where id = $1", [id]);
      resealed.ended += 1;
    } else {
      await client.query("update person_sessions set sealed_tokens = $2 where id = $1", [id, anew]);
      resealed.counts.person_sessions += 1;
    }
  }
}

/** The rows of a table, which nobody changes and in which nobody seals with the earlier secret until the transaction ends. */
async function lockedRows(client: pg.Client, table: string, text: string): Promise<Row[]> {
  await client.query(`lock table ${table} in share row exclusive mode`);
  return (await client.query<Row>({ text, types: typeParsers })).rows;
}
