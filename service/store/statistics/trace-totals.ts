import type { Connection, Database } from "@/service/store/connections/database";
import { requiredText } from "@/service/store/sql/row";
import { NOTE_FOR_SCORING } from "@/service/store/scoring/changed-traces";
import { textArray } from "@/service/store/sql/text-array";
import {
  ABOVE_FAILURES,
  MARK_OLD_TRACES,
  OLD_TRACES,
  REMOVE_MARKS,
  REMOVE_STORED,
  STORE,
  STORE_ABOVE_FAILURES,
} from "./trace-statements";

// Any constant that is the same in every replica.
const LOCK = 76_807_172;
/** Number of traces per transaction. */
const TRACES = 500;
/** Number of traces per transaction that are marked because they were stored before there were totals. */
const FILLED_TRACES = 5_000;

/**
 * Computes the totals of the traces whose calls have changed, so that lists, counts and statistics need not read those
 * calls. Traces without are still read. Stops when the signal aborts, or if another replica is doing it. Returns whether
 * there were any.
 *
 * Removes the marks of a trace and reads its calls in one transaction, in this order: a transaction that it does not see
 * leaves a mark.
 */
export async function totalTraces(database: Database, signal: AbortSignal): Promise<boolean> {
  const failures: unknown[] = [];
  const projects = await projectsWithWork(database);
  for (const projectId of projects)
    try {
      if (!(await totalProject(database, projectId, signal))) return true;
    } catch (error) {
      // A project that takes too long does not delay the others.
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
  return projects.length > 0;
}

async function projectsWithWork(database: Database): Promise<string[]> {
  const rows = await database.query(`select p.project_id from projects p
    where exists (select from stale_traces s where s.project_id = p.project_id)
      or exists (select from unfilled_traces f where f.project_id = p.project_id)`);
  return rows.map((row) => requiredText(row, "project_id"));
}

/** One round through the marked traces, in order; false if it must stop. */
async function totalProject(database: Database, projectId: string, signal: AbortSignal): Promise<boolean> {
  for (let isFilling = true; isFilling;) {
    isFilling = (await working(database, async (connection) => markOldTraces(connection, projectId))) ?? false;
    for (let after: string | undefined = ""; after !== undefined;) {
      if (signal.aborted) return false;
      const from: string = after;
      const done = await working(database, async (connection) => totalNext(connection, projectId, from));
      if (!done) return false;
      after = done.last;
    }
  }
  return true;
}

/** What `work` returns from a transaction; undefined if another replica is working. */
async function working<Result>(
  database: Database,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result | undefined> {
  return database.transaction(async (connection) => {
    const free = await connection.query("select 1 where pg_try_advisory_xact_lock($1)", [LOCK]);
    if (free.length === 0) return undefined;
    // It need not survive a crash: the marks are then back too, and the work is repeated.
    await connection.query("set local synchronous_commit = off");
    return work(connection);
  });
}

/** Marks some of the traces that were stored before there were totals; whether there may be more. */
async function markOldTraces(connection: Connection, projectId: string): Promise<boolean> {
  const rows = await connection.query(OLD_TRACES, [projectId, FILLED_TRACES]);
  const old = rows.map((row) => requiredText(row, "trace_id"));
  const last = old.at(-1);
  if (last === undefined) {
    await connection.query("delete from unfilled_traces where project_id = $1", [projectId]);
    return false;
  }
  await connection.query(MARK_OLD_TRACES, [projectId, textArray(old)]);
  await connection.query("update unfilled_traces set filled_to = $2 where project_id = $1", [projectId, last]);
  return true;
}

/** Computes the totals of the next marked traces after a trace; `last` is the last of them, undefined at the end. */
async function totalNext(connection: Connection, projectId: string, after: string): Promise<{ last?: string }> {
  const next = await connection.query(
    "select distinct trace_id from stale_traces where project_id = $1 and trace_id > $2 order by trace_id limit $3",
    [projectId, after, TRACES],
  );
  const traces = next.map((row) => requiredText(row, "trace_id"));
  const last = traces.at(-1);
  if (last === undefined) return {};
  const values = [projectId, textArray(traces)];
  const changed = (await connection.query(REMOVE_MARKS, values)).map((row) => requiredText(row, "trace_id"));
  for (const statement of [...REMOVE_STORED, ...STORE]) await connection.query(statement, values);
  if (changed.length > 0) await connection.query(NOTE_FOR_SCORING, [projectId, textArray(changed)]);
  const above = await connection.query(ABOVE_FAILURES, values);
  if (above.length > 0)
    await connection.query(STORE_ABOVE_FAILURES, [
      projectId,
      ...["id", "trace_id"].map((column) => textArray(above.map((row) => requiredText(row, column)))),
    ]);
  return { last };
}
