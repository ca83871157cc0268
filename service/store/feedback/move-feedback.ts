import { callRef } from "@/lib/contract/refs";
import { isRoot } from "@/service/store/calls/roots";
import type { Database } from "@/service/store/connections/database";
import { requiredText } from "@/service/store/sql/row";

const FIND = {
  name: "find_feedback_of_traces",
  text: `
  select coalesce(f.trace_id, sent.trace_id) as trace_id
  from unnest($2::text[], $3::text[]) as sent (ref, trace_id)
  join feedback f on f.project_id = $1 and f.core_ref = sent.ref
  union
  select f.trace_id from feedback f where f.project_id = $1 and f.trace_id = any($3::text[])`,
};

// A call whose ID is that of its trace is a subject of its own. A call whose parent has not arrived is the root until then.
const ROOTS = `
  select distinct on (c.trace_id) c.trace_id, c.id from calls c
  where c.project_id = $1 and c.trace_id = any($2::text[]) and c.visible and (c.parent_id is null or c.orphan)
    and ${isRoot("$1", "c")}
    and not exists (select from calls same where same.project_id = $1 and same.id = c.trace_id)
  order by c.trace_id, c.parent_id is not null, c.started_at, c.id`;

// Locked in one order, so that two such updates cannot deadlock.
const MOVE = `
  with moved as (
    select f.id, roots.core_ref, roots.trace_id from feedback f
    join unnest($2::text[], $3::text[], $4::text[]) as roots (trace_id, trace_ref, core_ref)
      on roots.trace_ref = f.core_ref or (roots.trace_id = f.trace_id and roots.core_ref <> f.core_ref)
    where f.project_id = $1 order by f.id for update of f)
  update feedback f set core_ref = moved.core_ref, trace_id = moved.trace_id
  from moved where f.project_id = $1 and f.id = moved.id`;

/**
 * Feedback about a trace as a whole refers to a call with the trace's ID until the root is known; this moves it to the
 * root, and on to the call above if that arrives later. Must run after the root is committed, and after the feedback is:
 * of the two writers, the later one moves it.
 */
export async function moveFeedbackToRoots(
  database: Database,
  projectId: string,
  traceIds: readonly string[],
): Promise<void> {
  const refOf = (traceId: string) => callRef(projectId, traceId);
  const found = await database.query(FIND, [projectId, traceIds.map(refOf), traceIds]);
  if (found.length === 0) return;
  const roots = await database.query(ROOTS, [projectId, found.map((row) => requiredText(row, "trace_id"))]);
  if (roots.length === 0) return;
  const traces = roots.map((row) => requiredText(row, "trace_id"));
  const rootIds = roots.map((row) => requiredText(row, "id"));
  await database.query(MOVE, [projectId, traces, traces.map(refOf), rootIds.map(refOf)]);
}
