import { setTimeout as pause } from "node:timers/promises";
import type { Connection, Database } from "@/service/store/connections/database";
import { requiredNumber, requiredText } from "@/service/store/sql/row";
import { promptAbove } from "@/service/store/costs/call-prices";
import { CELL_COLUMNS, cellsOf } from "./rollup-cells";

// Any constant that is the same in every replica.
const LOCK = 76_807_171;
/** Number of projects per round, and of marks of each: more than the transactions between two rounds. */
const PROJECTS = 100;
const MARKS = 20_000;
/** An hour with more groups is not rolled up, because it would have almost as many cells as calls. */
const GROUPS = 1_000;
const POLL_MS = 20;
/** A transaction that runs for longer keeps the hours stale until it has ended. */
const GIVE_UP_AFTER_MS = 30_000;

type StaleHour = { projectId: string; startsAt: string; marks: string[] };

/**
 * Rolls up the hours whose calls have changed, so that `countByTime` and counts need not read them one by one. Hours
 * that are not rolled up yet are still counted. Stops when the signal aborts, or if another replica is doing it. Returns
 * whether there was one.
 *
 * Rolls an hour up in three steps: read its marks; wait for the end of all transactions that ran at that moment, since
 * one of them may not have seen a parent or child that a mark is about; then remove the marks and read the hour in one
 * transaction. Anything written after the marks were read has new marks.
 */
export async function rollUpCalls(database: Database, signal: AbortSignal): Promise<boolean> {
  const projects = await staleProjects(database);
  let hasWorked = false;
  const failures: unknown[] = [];
  for (let from = 0; from < projects.length; from += PROJECTS) {
    const hours: StaleHour[] = [];
    for (const projectId of projects.slice(from, from + PROJECTS))
      hours.push(...(await staleHours(database, projectId)));
    if (!(await allEnded(database, signal))) break;
    for (const hour of hours) {
      if (signal.aborted) return hasWorked;
      // A project that takes too long does not delay the others.
      const mine = await database
        .transaction((connection) => rollUpHour(connection, hour))
        .catch((error: unknown) => failures.push(error) > 0);
      if (!mine) return hasWorked;
      hasWorked = true;
    }
  }
  if (failures.length > 0) throw failures[0];
  return hasWorked;
}

async function staleProjects(database: Database): Promise<string[]> {
  const rows = await database.query(`select p.project_id from projects p where exists (
    select from stale_call_hours s where s.project_id = p.project_id and not s.too_many)`);
  return rows.map((row) => requiredText(row, "project_id"));
}

async function staleHours(database: Database, projectId: string): Promise<StaleHour[]> {
  const rows = await database.query(
    `select starts_at, string_agg(id::text, ' ') as marks
     from (select starts_at, id from stale_call_hours where project_id = $1 and not too_many
       order by starts_at limit $2) marks
     group by starts_at order by starts_at`,
    [projectId, MARKS],
  );
  return rows.map((row) => ({
    projectId,
    startsAt: requiredText(row, "starts_at"),
    marks: requiredText(row, "marks").split(" "),
  }));
}

/** Waits for all transactions that are writing now; false if one takes too long. */
async function allEnded(database: Database, signal: AbortSignal): Promise<boolean> {
  const [row = {}] = await database.query("select pg_snapshot_xmax(pg_current_snapshot())::text as next");
  const next = requiredText(row, "next");
  const since = performance.now();
  while (!signal.aborted && performance.now() - since < GIVE_UP_AFTER_MS) {
    const ended = await database.query("select 1 where pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8", [next]);
    if (ended.length > 0) return true;
    await pause(POLL_MS);
  }
  return false;
}

/** False if another replica is rolling up. */
async function rollUpHour(connection: Connection, { projectId, startsAt, marks }: StaleHour): Promise<boolean> {
  const free = await connection.query("select 1 where pg_try_advisory_xact_lock($1)", [LOCK]);
  if (free.length === 0) return false;
  // It need not survive a crash: the marks are then back too, and the work is repeated.
  await connection.query("set local synchronous_commit = off");
  const hour = [projectId, startsAt];
  const removed = await connection.query(REMOVE_MARKS, [...hour, marks]);
  if (removed.length === 0) return true;
  await connection.query(REMOVE_CELLS, hour);
  const [stored = {}] = await connection.query(STORE_CELLS, [...hour, GROUPS + 1]);
  if (requiredNumber(stored, "cells") <= GROUPS) return true;
  await connection.query(REMOVE_CELLS, hour);
  await connection.query(LEAVE_STALE, hour);
  return true;
}

const REMOVE_MARKS = {
  name: "remove_stale_marks",
  text: `delete from stale_call_hours where project_id = $1 and starts_at = $2
    and (too_many or id = any($3::uuid[])) returning 1`,
};

const REMOVE_CELLS = {
  name: "remove_cells",
  text: "delete from call_hours where project_id = $1 and starts_at = $2",
};

const HOUR_KEYS = "op_name, model, service_tier, above_tokens";

const STORE_CELLS = {
  name: "store_cells",
  text: `
  with stored as (
    insert into call_hours (project_id, starts_at, place, ${HOUR_KEYS}, ${CELL_COLUMNS.join(", ")})
    select $1, $2::timestamptz, row_number() over (), ${HOUR_KEYS}, ${CELL_COLUMNS.join(", ")}
    from (${cellsOf(
      `from calls c where c.project_id = $1 and c.visible
        and c.started_at >= $2::timestamptz and c.started_at < $2::timestamptz + interval '1 hour'`,
      [
        { name: "op_name", sql: "c.op_name" },
        { name: "model", sql: "c.model" },
        { name: "service_tier", sql: "c.service_tier" },
        { name: "above_tokens", sql: promptAbove("c") },
      ],
    )} limit $3) cells
    returning 1)
  select count(*) as cells from stored`,
};

const LEAVE_STALE = {
  name: "leave_hour_stale",
  text: "insert into stale_call_hours (project_id, starts_at, too_many) values ($1, $2, true)",
};
