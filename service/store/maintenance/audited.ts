import type pg from "pg";
import { v7 as uuidV7 } from "uuid";
import type { AuditDetails } from "@/lib/contract/audit";
import { addAudit, endAudit } from "@/service/store/audit/write-audit";
import type { NewAuditRecord } from "@/service/store/audit/audit-store";
import { connectionOf } from "./connection";

/** What a command of an administrator does. */
export type Command = Pick<NewAuditRecord, "kind" | "action" | "project_id" | "target">;

const END = { ok: { status: 200, outcome: "ok" }, failed: { status: 500, outcome: "failed" } };

/**
 * Runs a command between writing its audit record and the outcome, with the number if it returns one. A database without the
 * table, which an older version of Loupe left, has no record of it.
 */
export async function audited<Result>(
  client: pg.Client,
  command: Command,
  run: () => Promise<Result>,
): Promise<Result> {
  if (!(await hasAudit(client))) return run();
  const record = { id: uuidV7(), ...command };
  await addAudit(connectionOf(client), record);
  try {
    const result = await run();
    const details: AuditDetails = typeof result === "number" ? { rows: String(result) } : {};
    await endAudit(connectionOf(client), record.id, { ...END.ok, result: details });
    return result;
  } catch (error) {
    await fail(client, record.id).catch(() => undefined);
    throw error;
  }
}

/** If the connection is what failed, the record has no outcome. */
async function fail(client: pg.Client, id: string): Promise<void> {
  await client.query("rollback");
  await endAudit(connectionOf(client), id, { ...END.failed, result: {} });
}

/** Adds the record of a restore, after it: before, the database is empty. */
export async function auditRestore(client: pg.Client, command: Command): Promise<void> {
  await addAudit(connectionOf(client), { id: uuidV7(), ...command }, { ...END.ok, result: {} });
}

async function hasAudit(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query("select 1 where to_regclass('audit_records') is not null");
  return rowCount !== 0;
}
