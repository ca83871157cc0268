import { callIdOf, callRef } from "@/lib/contract/refs";
import { markWhatCounts } from "@/service/store/calls/count-once";
import type { Connection, Database } from "@/service/store/connections/database";
import { type Row, optionalText, requiredNumber, requiredText } from "@/service/store/sql/row";
import { textArray } from "@/service/store/sql/text-array";
import { ChangedCalls } from "@/service/store/statistics/stale-hours";
import { PAYLOADS, noteFiles } from "./referenced-files";
import { type ErasureKey, addItems, itemPages } from "./items";
import { inRange, keyPages } from "./pages";

/** The ids of the calls in which a judge was asked about a call that waited to be scored, or was. */
export type VerdictsOf = (scoringCallId: string, attempts: number) => string[];

type Erasing = { database: Database; key: ErasureKey; verdictsOf: VerdictsOf };

const OF_TRACES = `
  select c.id from calls c where c.project_id = $1 and ${inRange("c.id", "$3", "$4")} and exists (
    select from erased_items i
    where i.project_id = $1 and i.erasure_id = $2::uuid and i.kind = 'traces' and i.id = c.trace_id)`;

/** Erases the stored calls of the erased traces, also deleted ones; returns their number. */
export async function eraseTraces(
  database: Database,
  key: ErasureKey,
  verdictsOf: VerdictsOf,
  signal: AbortSignal,
): Promise<number> {
  let erased = 0;
  for await (const { after, to } of keyPages(database, key.project_id, { table: "calls", key: "id" })) {
    signal.throwIfAborted();
    const rows = await database.query(OF_TRACES, [key.project_id, key.id, after, to]);
    erased += await eraseCalls({ database, key, verdictsOf }, idsOf(rows));
  }
  return erased;
}

// Without "visible", so that deleted calls are found too.
const BELOW = `
  with recursive below (id) as (
      select id collate "C" from unnest($2::text[]) as sought (id)
    union
      select child.id from below join calls child on child.project_id = $1::text and child.parent_id = below.id)
  select c.id from calls c where c.project_id = $1::text and c.id in (select id from below)`;

/** Erases calls that were derived from erased ones, with the calls below them; returns their number. */
export async function eraseDerived(
  database: Database,
  key: ErasureKey,
  verdictsOf: VerdictsOf,
  signal: AbortSignal,
): Promise<number> {
  let erased = 0;
  for await (const ids of itemPages(database, key, "derived")) {
    signal.throwIfAborted();
    const stored = await database.query("select id from calls c where c.project_id = $1 and c.id = any($2::text[])", [
      key.project_id,
      textArray(ids),
    ]);
    if (stored.length === 0) continue;
    const rows = await database.query(BELOW, [key.project_id, textArray(idsOf(stored))]);
    erased += await eraseCalls({ database, key, verdictsOf }, idsOf(rows));
  }
  return erased;
}

/** Erases some calls, with everything that belongs to them; returns how many of them were stored. */
export async function eraseCalls({ database, key, verdictsOf }: Erasing, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const project = key.project_id;
  const erased = await database.transaction(async (connection) => {
    // In the order in which writers lock them.
    await connection.query("select id from scoring_rules where project_id = $1 order by id for update", [project]);
    const rows = await connection.query(
      `select c.id, c.started_at, c.parent_id, c.trace_id, c.thread_id from calls c
       where c.project_id = $1 and c.id = any($2::text[]) order by c.id for update`,
      [project, textArray(ids)],
    );
    const calls = idsOf(rows);
    await noteFiles(connection, key, PAYLOADS, calls);
    await addItems(connection, key, "calls", calls);
    await addItems(
      connection,
      key,
      "threads",
      rows.flatMap((row) => optionalText(row, "thread_id") ?? []),
    );
    await new ChangedCalls().addRows(rows).markStale(connection, project);
    for (const table of ["call_payloads", "calls", "calls_above_failures"])
      await connection.query(`delete from ${table} where project_id = $1::text and id = any($2::text[])`, [
        project,
        textArray(calls),
      ]);
    await eraseScores(connection, key, calls, verdictsOf);
    return rows;
  });
  const parents = erased.flatMap((row) => optionalText(row, "parent_id") ?? []);
  if (parents.length > 0) await markWhatCounts(database, project, { ids: [...new Set(parents)] });
  return erased.length;
}

const idsOf = (rows: readonly Row[]) => rows.map((row) => requiredText(row, "id"));

/** Removes feedback on calls and what waits to be scored of them, and notes the calls in which judges were asked. */
async function eraseScores(
  connection: Connection,
  key: ErasureKey,
  calls: readonly string[],
  verdictsOf: VerdictsOf,
): Promise<void> {
  await eraseFeedback(connection, key, { refs: calls.map((id) => callRef(key.project_id, id)) });
  const scored = await connection.query(
    `delete from scoring_calls s where s.project_id = $1 and s.call_id = any($2::text[])
     returning s.id::text, s.rule_id::text, s.status, s.attempt`,
    [key.project_id, textArray(calls)],
  );
  const verdicts = scored.flatMap((row) => verdictsOf(requiredText(row, "id"), requiredNumber(row, "attempt")));
  await addItems(connection, key, "derived", verdicts);
  for (const rule of new Set(scored.map((row) => requiredText(row, "rule_id")))) {
    const count = (status: string) =>
      scored.filter((row) => row.rule_id === rule && requiredText(row, "status") === status).length;
    await connection.query(
      `update scoring_rules set waiting = waiting - $3::int, sent = sent - $4::int, scored = scored - $5::int,
         failed = failed - $6::int where project_id = $1 and id = $2::uuid`,
      [key.project_id, rule, ...["waiting", "sent", "scored", "failed"].map(count)],
    );
  }
}

/** Removes feedback by its ids, or by what it is on. */
export async function eraseFeedback(
  connection: Connection,
  key: ErasureKey,
  { ids, refs }: { ids?: readonly string[]; refs?: readonly string[] },
): Promise<number> {
  const rows = await connection.query(
    `delete from feedback f where f.project_id = $1 and f.${ids ? "id" : "core_ref"} = any($2::text[])
     returning f.id, case when f.runnable_ref is not null then f.call_ref end as call_ref`,
    [key.project_id, textArray(ids ?? refs ?? [])],
  );
  await addItems(connection, key, "feedback", idsOf(rows));
  // The call of a scorer contains what it scored.
  const scorers = rows.flatMap((row) => callIdOf(optionalText(row, "call_ref")) ?? []);
  await addItems(connection, key, "derived", scorers);
  return rows.length;
}
