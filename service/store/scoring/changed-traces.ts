import type { Connection, Database } from "@/service/store/connections/database";
import { requiredText } from "@/service/store/sql/row";
import { textArray } from "@/service/store/sql/text-array";
import type { ScoringKey } from "./scoring-store";

/** Notes for the active rules of a project ($1) that calls of traces ($2) have come, once their totals are computed. */
export const NOTE_FOR_SCORING = {
  name: "note_for_scoring",
  text: `
  insert into scoring_traces (project_id, rule_id, trace_id)
  select $1::text, r.id, changed.trace_id from unnest($2::text[]) as changed (trace_id)
  cross join (select id from scoring_rules where project_id = $1::text and status = 'active') r`,
};

/** A trace with calls that a rule has not seen, by the ids of its notes. */
export type ChangedTrace = { traceId: string; notes: string[] };

/** The next traces with calls that a rule has not seen, in the order of their ids. */
export async function changedTraces(
  database: Database,
  { project_id, id }: ScoringKey,
  limit: number,
): Promise<ChangedTrace[]> {
  const rows = await database.query(CHANGED, [project_id, id, limit]);
  const traces = new Map<string, string[]>();
  for (const row of rows) {
    const traceId = requiredText(row, "trace_id");
    const notes = traces.get(traceId) ?? [];
    traces.set(traceId, notes);
    notes.push(requiredText(row, "id"));
  }
  return [...traces].map(([traceId, notes]) => ({ traceId, notes }));
}

const CHANGED = {
  name: "scoring_changed_traces",
  text: `
  select t.trace_id, t.id::text from scoring_traces t where t.project_id = $1 and t.rule_id = $2::uuid
  order by t.trace_id, t.id limit $3::bigint`,
};

/** Removes notes that were read: those that came afterwards stay. */
export async function removeNotes(
  connection: Connection,
  { project_id, id }: ScoringKey,
  traces: readonly ChangedTrace[],
): Promise<void> {
  const notes = traces.flatMap(({ traceId, notes: ids }) => ids.map((note) => [traceId, note] as const));
  await connection.query(REMOVE, [
    project_id,
    id,
    textArray(notes.map(([trace]) => trace)),
    textArray(notes.map(([, note]) => note)),
  ]);
}

const REMOVE = {
  name: "scoring_remove_notes",
  text: `
  delete from scoring_traces t using unnest($3::text[], $4::text[]) as seen (trace_id, id)
  where t.project_id = $1::text and t.rule_id = $2::uuid and t.trace_id = seen.trace_id and t.id = seen.id::uuid`,
};
