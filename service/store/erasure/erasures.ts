import {
  type Erasure,
  type ErasureReceipt,
  type ErasedCounts,
  ERASED_KINDS,
  erasureReceipt,
} from "@/lib/contract/erasure";
import { readClock } from "@/service/store/connections/clock";
import type { Connection, Database } from "@/service/store/connections/database";
import { type Claimed, HeldRows } from "@/service/store/connections/held-rows";
import { ensureProjects } from "@/service/store/projects/projects";
import { type Row, optionalText, requiredText } from "@/service/store/sql/row";
import { type ErasureKey, countItems } from "./items";

export type NewErasure = ErasureKey & { user_id: string; user_hash: string; created_by: string };

/** An erasure that a process holds. */
export type HeldErasure = ErasureKey & { user_id: string };

/** The most that are listed. */
const LISTED = 1_000;

const COLUMNS = `project_id, id::text, user_hash, status, failure, receipt, created_by, created_at, started_at, ended_at`;

const CREATE = `
  insert into erasures (project_id, id, user_id, user_hash, created_by, created_at)
  values ($1, $2::uuid, $3, $4, $5, $6::timestamptz)
  on conflict (project_id, user_hash) where status <> 'done' do nothing`;

const READ_OPEN = `select ${COLUMNS} from erasures where project_id = $1 and user_hash = $2 and status <> 'done'`;

/** Stores an erasure to be carried out, or returns the one of the same user that has not ended. */
export async function createErasure(database: Database, erasure: NewErasure): Promise<Erasure> {
  const { project_id, id, user_id, user_hash, created_by } = erasure;
  await ensureProjects(database, new Set([project_id]));
  return database.transaction(async (connection) => {
    await connection.query(CREATE, [project_id, id, user_id, user_hash, created_by, await readClock(connection)]);
    const [row] = await connection.query(READ_OPEN, [project_id, user_hash]);
    if (!row) throw new TypeError("an erasure that was stored is missing");
    return readErasure(connection, row);
  });
}

const LIST = `
  select ${COLUMNS} from erasures where project_id = $1 and ($2::text is null or user_hash = $2)
  order by created_at desc, id desc limit ${LISTED}`;

/** The erasures of a project, or those of one user, newest first. */
export async function listErasures(
  database: Database,
  projectId: string,
  userHash: string | undefined,
): Promise<Erasure[]> {
  const rows = await database.query(LIST, [projectId, userHash ?? null]);
  return Promise.all(rows.map((row) => readErasure(database, row)));
}

async function readErasure(connection: Connection, row: Row): Promise<Erasure> {
  const key = { project_id: requiredText(row, "project_id"), id: requiredText(row, "id") };
  const status = requiredText(row, "status") === "done" ? "done" : row.status === "running" ? "running" : "queued";
  const receipt = optionalText(row, "receipt");
  return {
    ...key,
    status,
    user_hash: requiredText(row, "user_hash"),
    created_by: requiredText(row, "created_by"),
    created_at: requiredText(row, "created_at"),
    started_at: optionalText(row, "started_at"),
    ended_at: optionalText(row, "ended_at"),
    failure: optionalText(row, "failure"),
    ...(status === "running" && { progress: await erasedCounts(connection, key) }),
    ...(receipt !== undefined && { receipt: erasureReceipt.parse(JSON.parse(receipt)) }),
  };
}

/** What an erasure has erased so far. */
export async function erasedCounts(connection: Connection, key: ErasureKey): Promise<ErasedCounts> {
  const counts = await countItems(connection, key);
  const [traces, calls, feedback, table_rows, queue_calls, files, log_records, rejected_items] = ERASED_KINDS.map(
    (kind) => counts.get(kind) ?? 0,
  );
  return erasureReceipt.shape.counts.parse({
    traces,
    calls,
    feedback,
    table_rows,
    queue_calls,
    files,
    log_records,
    rejected_items,
  });
}

const HELD = new HeldRows<HeldErasure>({
  table: "erasures",
  isOpen: () => "status <> 'done'",
  columns: "e.project_id, e.id::text, e.user_id",
  read: (row) => ({
    project_id: requiredText(row, "project_id"),
    id: requiredText(row, "id"),
    user_id: requiredText(row, "user_id"),
  }),
  leaveAlone: { set: "failure = $4", isResumed: false },
});

/** Claims an erasure that has not ended and which no process holds; undefined if there is none. */
export async function takeErasure(
  database: Database,
  holder: string,
  suspects?: "too" | "not",
): Promise<Claimed<HeldErasure> | undefined> {
  return HELD.take(database, holder, suspects);
}

/** Notes that the work on it goes on: see `HeldRows`. */
export async function goOnWithErasure(database: Database, holder: string, key: ErasureKey): Promise<void> {
  await HELD.goOn(database, holder, key);
}

/** Renews the lease on an erasure; undefined if another process has it, which is final. */
export async function renewErasure(
  database: Database,
  holder: string,
  key: ErasureKey,
): Promise<{ isHeld: true } | undefined> {
  return (await HELD.renew(database, holder, key)) && { isHeld: true };
}

/** Lets another process claim the erasure at once. */
export async function releaseErasure(database: Database, holder: string, key: ErasureKey): Promise<void> {
  await HELD.release(database, holder, key);
}

/** Stores that a held erasure is being carried out, or why it does not go on. */
export async function noteErasure(
  database: Database,
  holder: string,
  { project_id, id }: ErasureKey,
  failure?: string,
): Promise<void> {
  await database.query(
    `update erasures set status = 'running', started_at = coalesce(started_at, $4::timestamptz), failure = $5
     where project_id = $1 and id = $2::uuid and held_by = $3 and status <> 'done'`,
    [project_id, id, holder, await readClock(database), failure ?? null],
  );
}

/** Ends a held erasure: its receipt is stored, and the id of the user is not kept. False if another process has it. */
export async function finishErasure(
  database: Database,
  holder: string,
  { project_id, id }: ErasureKey,
  receipt: ErasureReceipt,
): Promise<boolean> {
  return database.transaction(async (connection) => {
    const rows = await connection.query(
      `update erasures set status = 'done', user_id = null, failure = null, receipt = $4, ended_at = $5::timestamptz
       where project_id = $1 and id = $2::uuid and held_by = $3 and status <> 'done' returning id`,
      [project_id, id, holder, JSON.stringify(receipt), await readClock(connection)],
    );
    if (rows.length === 0) return false;
    await connection.query("delete from erased_items where project_id = $1 and erasure_id = $2::uuid", [
      project_id,
      id,
    ]);
    return true;
  });
}
