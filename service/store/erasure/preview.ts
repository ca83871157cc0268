import type { ErasurePreview } from "@/lib/contract/erasure";
import { callRef } from "@/lib/contract/refs";
import type { Connection, Database } from "@/service/store/connections/database";
import { requiredNumber, requiredText } from "@/service/store/sql/row";
import { textArray } from "@/service/store/sql/text-array";
import { type AreErased, queuesWithCalls, rowsOfCalls } from "./derived-data";
import { callsOfUser, feedbackOfUser } from "./find-user";
import { UserMatch } from "./user-match";

/** For how long calls are read, in milliseconds, and how many traces are kept in memory. */
const READING_MS = 8_000;
const MOST_TRACES = 50_000;

/** Counts what an erasure would remove; reads calls for a limited time. */
export async function previewErasure({ scans }: Database, projectId: string, userId: string): Promise<ErasurePreview> {
  const user = new UserMatch(userId);
  const until = performance.now() + READING_MS;
  const traces = new Set<string>();
  const untraced = new Set<string>();
  let isComplete = true;
  for await (const found of callsOfUser(scans, projectId, user)) {
    for (const { id, traceId } of found)
      if (traceId === undefined) untraced.add(id);
      else traces.add(traceId);
    if (performance.now() < until && traces.size < MOST_TRACES) continue;
    isComplete = false;
    break;
  }
  const calls = await callsOf(scans, projectId, [...traces]);
  const all = new Set([...calls, ...untraced]);
  const areErased: AreErased = async (ids) => new Set(ids.filter((id) => all.has(id) || traces.has(id)));
  let rows = 0;
  for await (const found of rowsOfCalls(scans, projectId, areErased)) rows += found.length;
  let queued = 0;
  for await (const { erased } of queuesWithCalls(scans, projectId, areErased)) queued += erased.size;
  const feedback = new Set<string>();
  for await (const ids of feedbackOfUser(scans, projectId, user)) for (const id of ids) feedback.add(id);
  return {
    counts: {
      traces: traces.size,
      calls: all.size,
      feedback: feedback.size + (await feedbackOn(scans, projectId, [...all, ...traces], feedback)),
      table_rows: rows,
      queue_calls: queued,
    },
    is_complete: isComplete,
  };
}

async function callsOf(connection: Connection, projectId: string, traces: readonly string[]): Promise<string[]> {
  if (traces.length === 0) return [];
  const rows = await connection.query(
    "select id from calls c where c.project_id = $1 and c.trace_id = any($2::text[])",
    [projectId, textArray(traces)],
  );
  return rows.map((row) => requiredText(row, "id"));
}

/** The number of records on some calls that are not among known ones. */
async function feedbackOn(
  connection: Connection,
  projectId: string,
  calls: readonly string[],
  known: ReadonlySet<string>,
): Promise<number> {
  if (calls.length === 0) return 0;
  const [row = {}] = await connection.query(
    `select count(*) as count from feedback f
     where f.project_id = $1 and f.core_ref = any($2::text[]) and f.id <> all(coalesce($3::text[], '{}'))`,
    [projectId, textArray(calls.map((id) => callRef(projectId, id))), textArray([...known])],
  );
  return requiredNumber(row, "count");
}
