import type pg from "pg";
import { optionalText, requiredText, typeParsers, type Row } from "@/service/store/sql/row";

/** A secret of a stored model server. */
type SealedColumn = "sealed_key" | "sealed_headers";

/** The same value, sealed anew; undefined if it cannot be opened. */
export type Reseal = (sealed: string, of: { id: string; column: SealedColumn }) => string | undefined;

/** How many servers are sealed anew, and the names of those that could not be. */
export type Resealed = { servers: number; left: string[] };

const COLUMNS: readonly SealedColumn[] = ["sealed_key", "sealed_headers"];

/**
 * Seals the secrets of all model servers anew, in one transaction. Their revision stays: nothing that admins see has
 * changed.
 */
export async function resealModelServers(client: pg.Client, reseal: Reseal): Promise<Resealed> {
  await client.query("begin");
  try {
    // Nobody seals with the earlier secret meanwhile.
    await client.query("lock table model_servers in share row exclusive mode");
    const text = "select id, name, sealed_key, sealed_headers from model_servers order by name for update";
    const { rows } = await client.query<Row>({ text, types: typeParsers });
    const resealed: Resealed = { servers: 0, left: [] };
    for (const row of rows) {
      const id = requiredText(row, "id");
      const values = COLUMNS.map((column) => {
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
    await client.query("commit");
    return resealed;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
