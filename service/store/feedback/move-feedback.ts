import { callRef } from "@/lib/contract/refs";
import type { Database } from "@/service/store/connections/database";
import { requiredText } from "@/service/store/sql/row";

const FIND = {
  name: "find_feedback_of_traces",
  text: "select distinct core_ref from feedback where project_id = $1 and core_ref = any($2::text[])",
};

// A call whose ID is that of its trace is a subject of its own.
const ROOTS = `
  select distinct on (c.trace_id) c.trace_id, c.id from calls c
  where c.project_id = $1 and c.trace_id = any($2::text[]) and c.visible and c.parent_id is null
    and not exists (select from calls same where same.project_id = $1 and same.id = c.trace_id)
  order by c.trace_id, c.started_at, c.id`;

// Locked in one order, so that two such updates cannot deadlock.
const MOVE = `
  with moved as (
    select f.id, roots.core_ref from feedback f
    join unnest($2::text[], $3::text[]) as roots (trace_ref, core_ref) on roots.trace_ref = f.core_ref
    where f.project_id = $1 order by f.id for update of f)
  update feedback f set core_ref = moved.core_ref from moved where f.project_id = $1 and f.id = moved.id`;

/**
 * Feedback about a trace as a whole refers to a call with the trace's ID until the root is known; this moves it to the
 * root. Must run after the root is committed, and after the feedback is: of the two writers, the later one moves it.
 */
export async function moveFeedbackToRoots(
  database: Database,
  projectId: string,
  traceIds: readonly string[],
): Promise<void> {
  const refs = new Map(traceIds.map((id) => [callRef(projectId, id), id]));
  const waiting = await database.query(FIND, [projectId, [...refs.keys()]]);
  if (waiting.length === 0) return;
  const waitingIds = waiting.map((row) => refs.get(requiredText(row, "core_ref")));
  const roots = await database.query(ROOTS, [projectId, waitingIds]);
  if (roots.length === 0) return;
  await database.query(MOVE, [
    projectId,
    roots.map((row) => callRef(projectId, requiredText(row, "trace_id"))),
    roots.map((row) => callRef(projectId, requiredText(row, "id"))),
  ]);
}
