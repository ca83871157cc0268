import type pg from "pg";
import { optionalText, requiredText, typeParsers, type Row } from "@/service/store/sql/row";

/** Where sealed values are stored, and what names a row to people. */
const SEALED = [
  { table: "model_servers", columns: ["sealed_key", "sealed_headers"], name: "name" },
  { table: "training_runners", columns: ["sealed_secrets"], name: "'the training runner'" },
] as const;

type SealedTable = (typeof SEALED)[number]["table"];
export type SealedColumn = (typeof SEALED)[number]["columns"][number];

/** The same value, sealed anew; undefined if it cannot be opened. */
export type Reseal = (sealed: string, of: { id: string; column: SealedColumn }) => string | undefined;

/** How many rows of each table are sealed anew, and the names of those that could not be. */
export type Resealed = { counts: Record<SealedTable, number>; left: string[] };

/**
 * Seals the secrets of all model servers and training runners anew, in one transaction. Their revisions stay: nothing that
 * admins see has changed.
 */
export async function resealStored(client: pg.Client, reseal: Reseal): Promise<Resealed> {
  await client.query("begin");
  try {
    const resealed: Resealed = { counts: { model_servers: 0, training_runners: 0 }, left: [] };
    for (const sealed of SEALED) await resealTable(client, sealed, reseal, resealed);
    await client.query("commit");
    return resealed;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

async function resealTable(
  client: pg.Client,
  { table, columns, name }: (typeof SEALED)[number],
  reseal: Reseal,
  resealed: Resealed,
): Promise<void> {
  // Nobody seals with the earlier secret meanwhile.
  await client.query(`lock table ${table} in share row exclusive mode`);
  const text = `select id, ${name} as name, ${columns.join(", ")} from ${table} order by 2, 1 for update`;
  const { rows } = await client.query<Row>({ text, types: typeParsers });
  for (const row of rows) {
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
