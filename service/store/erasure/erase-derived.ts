import { callRef, threadRef } from "@/lib/contract/refs";
import type { Database } from "@/service/store/connections/database";
import { type Row, requiredText } from "@/service/store/sql/row";
import { textArray } from "@/service/store/sql/text-array";
import { ERASED_ROW } from "@/service/store/tables/erased-row";
import { type AreErased, queuesWithCalls, rowsOfCalls, withoutCalls } from "./derived-data";
import { eraseFeedback } from "./erase-calls";
import { PAYLOADS, digestsIn, noteFiles, shortDigest } from "./referenced-files";
import { type ErasureKey, addItems, itemPages, knownItems } from "./items";
import { inRange, keyPages } from "./pages";

const idsOf = (rows: readonly Row[]) => rows.map((row) => requiredText(row, "id"));

/** Which calls and traces an erasure has erased. */
export const erasedBy =
  (database: Database, key: ErasureKey): AreErased =>
  async (ids) => {
    if (ids.length === 0) return new Set();
    const known = await Promise.all((["calls", "traces"] as const).map((kind) => knownItems(database, key, kind, ids)));
    return new Set(known.flatMap((some) => [...some]));
  };

// Rows are shared by tables, and tables by chunks: none gets another digest.
const REDACT_ROWS = `
  update table_rows r set val = '${ERASED_ROW}' where r.project_id = $1 and r.digest = any($2::text[])`;

const REMOVE_COLUMNS = `
  delete from table_columns c where c.project_id = $1 and c.chunk in (
    select k.digest from table_chunks k where k.project_id = $1 and k.row_digests && $2::text[])`;

const RESULTS_OF_ROWS = `
  select e.call_id as id from experiment_rows e
  where e.project_id = $1 and e.row_digest = any($2::text[]) and e.call_id is not null`;

const EVALUATED = `
  select distinct p.id from call_payloads p
  cross join lateral regexp_matches(p.inputs, '/id/([0-9A-Za-z]{43})', 'g') as named (row)
  join erased_items i on i.project_id = $1 and i.erasure_id = $2::uuid and i.kind = 'table_rows' and i.id = named.row[1]
  where p.project_id = $1 and ${inRange("p.id", "$3", "$4")} and position('/id/' in p.inputs) > 0`;

// What rows of tables were made from.
const FORGET_SOURCES = `
  delete from table_sources s where s.project_id = $1 and s.kind = $3 and s.id = any($2::text[])`;

/**
 * Replaces the values of rows of tables that were made of erased calls, and notes the calls in which experiments used
 * them; returns the number of rows.
 */
export async function eraseRows(database: Database, key: ErasureKey, signal: AbortSignal): Promise<number> {
  let erased = 0;
  for await (const digests of rowsOfCalls(database, key.project_id, erasedBy(database, key))) {
    signal.throwIfAborted();
    if (digests.length === 0) continue;
    erased += digests.length;
    await database.transaction(async (connection) => {
      const values = [key.project_id, textArray(digests.toSorted())];
      await noteFiles(connection, key, { table: "table_rows", id: "digest", text: "t.val" }, digests);
      await connection.query(REDACT_ROWS, values);
      await connection.query(REMOVE_COLUMNS, values);
      await addItems(connection, key, "table_rows", digests);
      await addItems(connection, key, "derived", idsOf(await connection.query(RESULTS_OF_ROWS, values)));
    });
  }
  if (erased === 0) return 0;
  for await (const { after, to } of keyPages(database, key.project_id, { table: "call_payloads", key: "id" })) {
    signal.throwIfAborted();
    await addItems(
      database,
      key,
      "derived",
      idsOf(await database.query(EVALUATED, [key.project_id, key.id, after, to])),
    );
  }
  return erased;
}

/** Takes erased calls out of all versions of annotation queues; the versions keep their digests. */
export async function eraseFromQueues(database: Database, key: ErasureKey): Promise<void> {
  for await (const version of queuesWithCalls(database, key.project_id, erasedBy(database, key))) {
    const { val } = withoutCalls(version);
    const at = [key.project_id, version.objectId, version.digest];
    await database.transaction(async (connection) => {
      await connection.query(
        "update object_values set val = $4 where project_id = $1 and object_id = $2 and digest = $3",
        [...at, val],
      );
      await connection.query(
        "update objects set size_bytes = $4::bigint where project_id = $1 and object_id = $2 and digest = $3",
        [...at, Buffer.byteLength(val)],
      );
      const places = [...version.erased].map((call) => `${version.objectId}/${version.digest}/${call}`);
      await addItems(connection, key, "queue_calls", places);
    });
  }
}

/** Removes what is left of erased traces, and of threads without other calls. */
export async function eraseLeftovers(database: Database, key: ErasureKey): Promise<void> {
  const project = key.project_id;
  for await (const traces of itemPages(database, key, "traces"))
    await database.transaction(async (connection) => {
      const values = [project, textArray(traces)];
      for (const table of ["trace_totals", "trace_usage", "calls_above_failures", "scoring_traces"])
        await connection.query(`delete from ${table} where project_id = $1 and trace_id = any($2::text[])`, values);
      const records = await connection.query(
        "delete from span_records r where r.project_id = $1 and r.trace_id = any($2::text[]) returning r.id::text",
        values,
      );
      await addItems(connection, key, "log_records", idsOf(records));
      await connection.query(FORGET_SOURCES, [...values, "trace"]);
      // Scores of a trace are on its ID until its root arrives.
      await eraseFeedback(connection, key, { refs: traces.map((id) => callRef(project, id)) });
    });
  for await (const calls of itemPages(database, key, "calls"))
    await database.transaction(async (connection) => {
      const values = [project, textArray(calls)];
      await connection.query(FORGET_SOURCES, [...values, "call"]);
      const rejected = await connection.query(
        "delete from refusals r where r.project_id = $1 and r.call_id = any($2::text[]) returning r.id::text",
        values,
      );
      await addItems(connection, key, "rejected_items", idsOf(rejected));
      await eraseFeedback(connection, key, { refs: calls.map((id) => callRef(project, id)) });
    });
  for await (const threads of itemPages(database, key, "threads"))
    await database.transaction(async (connection) => {
      const rows = await connection.query(
        `select t.id from unnest($2::text[]) as t (id)
         where not exists (select from calls c where c.project_id = $1 and c.thread_id = t.id)`,
        [project, textArray(threads)],
      );
      const empty = idsOf(rows);
      await connection.query("delete from scoring_threads where project_id = $1 and thread_id = any($2::text[])", [
        project,
        textArray(empty),
      ]);
      await eraseFeedback(connection, key, { refs: empty.map((id) => threadRef(project, id)) });
    });
}

/** Where files are referred to. */
const REFERRING = [
  PAYLOADS,
  { table: "feedback", id: "id", text: "t.payload" },
  { table: "table_rows", id: "digest", text: "t.val" },
  { table: "object_values", id: "digest", text: "t.val" },
];

/** Removes the files to which only erased calls referred. */
export async function eraseFiles(database: Database, key: ErasureKey, signal: AbortSignal): Promise<void> {
  const project = key.project_id;
  const candidates: string[] = [];
  for await (const ids of itemPages(database, key, "referenced_files")) candidates.push(...ids);
  if (candidates.length === 0) return;
  const kept = new Set<string>();
  for (const { table, id, text } of REFERRING)
    for await (const { after, to } of keyPages(database, project, { table, key: id })) {
      signal.throwIfAborted();
      const rows = await database.query(
        `select distinct i.id from ${table} t cross join lateral (${digestsIn(text)}) found
         join erased_items i on i.project_id = $1 and i.erasure_id = $2::uuid and i.kind = 'referenced_files'
           and ${shortDigest("i.id")} = found.digest
         where t.project_id = $1 and ${inRange(`t.${id}`, "$3", "$4")}`,
        [project, key.id, after, to],
      );
      for (const found of idsOf(rows)) kept.add(found);
    }
  for (const file of candidates.filter((digest) => !kept.has(digest)))
    await database.transaction(async (connection) => {
      const removed = await connection.query(
        "delete from files where project_id = $1 and digest = $2 returning digest as id",
        [project, file],
      );
      await connection.query("delete from file_parts where project_id = $1 and digest = $2", [project, file]);
      await addItems(connection, key, "files", idsOf(removed));
    });
}
