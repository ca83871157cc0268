import { removeCalls, REMOVED_COLUMNS } from "@/service/store/calls/remove-calls";
import type { Connection, Database } from "@/service/store/connections/database";
import { refOfCall } from "@/service/store/feedback/subject";
import { Parameters } from "@/service/store/sql/parameters";
import { type Row, requiredText } from "@/service/store/sql/row";
import { textArray } from "@/service/store/sql/text-array";
import { isKept, judgeTraces } from "./judge-traces";
import type { BegunExpiry } from "./retention-store";
import { lockRun } from "./runs";

/** Calls whose traces are judged at once. */
const WALK = 1_000;

// In the order in which batches of writes lock them, so that the two cannot deadlock.
const LOCK_CALLS = `
  select ${REMOVED_COLUMNS} from calls c
  where c.project_id = $1::text and c.trace_id = any($2::text[]) and c.visible order by c.id for update`;

const ADVANCE = {
  name: "retention_advance",
  text: `
  update retention_runs set after_start = coalesce($3::timestamptz, after_start), after_id = coalesce($4::text, after_id),
    traces = traces + $5::bigint, calls = calls + $6::bigint, kept = kept + $7::bigint
  where project_id = $1 and id = $2::uuid`,
};

/**
 * Deletes the next old traces of a project with their calls and feedback, in one transaction that also notes it in the
 * run, so that it goes on from there whichever process continues. Returns whether there may be more; undefined if this
 * process does not have the run any more.
 */
export async function expireTraces(
  database: Database,
  holder: string,
  run: BegunExpiry,
): Promise<{ hasMore: boolean } | undefined> {
  const { project_id: projectId, cutoff, retention: exceptions } = run;
  return database.transaction(async (connection) => {
    const held = await lockRun(connection, holder, run);
    if (!held) return undefined;
    const after = { start: requiredText(held, "after_start"), id: requiredText(held, "after_id") };
    const { traces, next } = await judgeTraces(connection, { projectId, cutoff, after, exceptions, walk: WALK });
    const expired = traces.filter((trace) => !isKept(trace));
    const rows = expired.length === 0 ? [] : await connection.query(LOCK_CALLS, [projectId, idsOf(expired)]);
    if (rows.length > 0) {
      await removeFeedback(connection, projectId, rows);
      await removeCalls(connection, projectId, rows);
    }
    const kept = traces.length - expired.length;
    const place = [next?.start ?? null, next?.id ?? null];
    await connection.query(ADVANCE, [projectId, run.id, ...place, expired.length, rows.length, kept]);
    return { hasMore: next !== undefined };
  });
}

const idsOf = (traces: readonly { traceId: string }[]) => textArray(traces.map(({ traceId }) => traceId));

async function removeFeedback(connection: Connection, projectId: string, rows: readonly Row[]): Promise<void> {
  const parameters = new Parameters();
  const project = parameters.add(projectId, "text");
  const ids = parameters.add(
    rows.map((row) => requiredText(row, "id")),
    "text[]",
  );
  const ref = refOfCall(projectId, "u.id", parameters);
  await connection.query(
    `delete from feedback f where f.project_id = ${project} and f.core_ref in (
       select ${ref} from unnest(${ids}) as u (id))`,
    parameters.values,
  );
}
