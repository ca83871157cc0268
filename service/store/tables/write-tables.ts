import { AppError } from "@/lib/contract/app-error";
import type { JsonText } from "@/lib/json/text";
import { sortInTurns } from "@/lib/limit/turns";
import type { TableUpdate } from "@/lib/contract/tables";
import type { Connection, Database } from "@/service/store/connections/database";
import { oversizedName } from "@/service/store/sql/name-bytes";
import { ensureProjects } from "@/service/store/projects/projects";
import { type NewChunk, type Segment, type StoredChunk, chunksOf, tableDigest } from "./chunks";
import { eagerColumns, storeColumns, storeUnmade } from "./columns";
import { DigestedRows } from "./digest-rows";
import { TableDraft } from "./draft";
import { ERASED_ROW } from "./erased-row";
import { readChunk, readLayout } from "./layout";

/** Number of rows, and of characters of their values, that one statement inserts: the driver writes them in one piece. */
const INSERT_ROWS = 500;
const INSERT_CHARS = 256 * 1024;

/** Values by row digest. */
type NewRows = Map<string, JsonText>;

/** Creates the project on first write. */
export async function createTable(
  database: Database,
  projectId: string,
  rows: readonly JsonText[],
): Promise<{ digest: string; rowDigests: string[] }> {
  const message = oversizedName({ project_id: projectId });
  if (message) throw new AppError("invalid", message, { errors: [{ path: "table.project_id", message }] });
  const added = new DigestedRows();
  const rowDigests: string[] = [];
  for (const row of rows) rowDigests.push(await added.add(row));
  await ensureProjects(database, new Set([projectId]));
  return { digest: await storeTable(database, projectId, [rowDigests], added.values), rowDigests };
}

/**
 * Creates a table from another; shared rows are not copied. Returns one row digest per step: of the inserted or
 * removed row. Undefined if there is no base; throws `invalid` for a position outside the table.
 */
export async function updateTable(
  database: Database,
  projectId: string,
  baseDigest: string,
  updates: readonly TableUpdate[],
): Promise<{ digest: string; updatedRowDigests: string[] } | undefined> {
  const base = await readLayout(database, projectId, baseDigest);
  if (!base) return undefined;
  const newRows = new DigestedRows();
  const draft = new TableDraft(base.chunks, (chunk) => readChunk(database, projectId, chunk));
  const updatedRowDigests: string[] = [];
  for (const [place, { append, pop, insert }] of updates.entries()) {
    if (pop) updatedRowDigests.push(await draft.pop(pop.index, `updates[${place}].pop.index`));
    const added = append ?? insert;
    if (!added) continue;
    const digest = await newRows.add(added.row);
    updatedRowDigests.push(digest);
    if (insert) await draft.insert(insert.index, digest, `updates[${place}].insert.index`);
    else draft.append(digest);
  }
  return { digest: await storeTable(database, projectId, draft.segments, newRows.values), updatedRowDigests };
}

/**
 * Stores the new parts of a table in one transaction, everything in the order of its digest, so that transactions
 * cannot deadlock.
 */
async function storeTable(
  database: Database,
  projectId: string,
  segments: readonly Segment[],
  values: NewRows,
): Promise<string> {
  const chunks = await chunksOf(segments, (chunk) => readChunk(database, projectId, chunk));
  const digest = tableDigest(chunks);
  await database.transaction(async (connection) => {
    await insertRows(connection, projectId, values);
    await insertChunks(connection, projectId, chunks, values);
    await connection.query(INSERT_TABLE, [
      projectId,
      digest,
      chunks.map((chunk) => chunk.digest),
      chunks.map(({ count }) => count),
    ]);
  });
  return digest;
}

const INSERT_TABLE = `
  insert into tables (project_id, digest, chunks, counts) values ($1, $2, $3, $4)
  on conflict (project_id, digest) do nothing`;

async function insertRows(connection: Connection, projectId: string, values: NewRows): Promise<void> {
  const rows = await sortInTurns([...values], ([a], [b]) => (a < b ? -1 : 1));
  let batch: typeof rows = [];
  let chars = 0;
  const flush = async () => {
    if (batch.length === 0) return;
    await connection.query(INSERT_ROWS_SQL, [
      projectId,
      batch.map(([digest]) => digest),
      batch.map(([, val]) => val.text),
    ]);
    const sources = batch.flatMap(([, { text }]) => (NAMES_SOURCE.test(text) ? [text] : []));
    if (sources.length > 0) await connection.query(INSERT_SOURCES, [projectId, sources]);
    batch = [];
    chars = 0;
  };
  for (const row of rows) {
    batch.push(row);
    chars += row[1].text.length;
    if (batch.length >= INSERT_ROWS || chars >= INSERT_CHARS) await flush();
  }
  await flush();
}

// An erased row that is stored again is new data.
const INSERT_ROWS_SQL = `
  insert into table_rows as stored (project_id, digest, val)
  select $1, digest, val from unnest($2::text[], $3::text[]) as sent (digest, val)
  on conflict (project_id, digest) do update set val = excluded.val where stored.val = '${ERASED_ROW}'`;

/** Rows that may name what they were made from. */
const NAMES_SOURCE = /\/call\\?\/|source_trace_id/;

// The refs of calls in rows, and the source_trace_id of Langfuse's dataset items: retention keeps these traces. Slashes
// may be escaped in JSON.
const INSERT_SOURCES = String.raw`
  insert into table_sources (project_id, kind, id)
  select distinct $1::text, found.kind, found.id
  from unnest($2::text[]) as sent (val) cross join lateral (
      select 'call' as kind, replace(replace(replace(m[1], '%3A', ':'), '%2F', '/'), '%25', '%') as id
      from regexp_matches(replace(sent.val, '\/', '/'), '"(?:core|weave):///[^"/]+/[^"/]+/call/([^"/\\]+)["/]', 'g') as m
    union all
      select 'trace', m[1] from regexp_matches(sent.val, '"source_trace_id"\s*:\s*"([^"\\]+)"', 'g') as m) found
  order by 2, 3
  on conflict (project_id, kind, id) do nothing`;

async function insertChunks(
  connection: Connection,
  projectId: string,
  chunks: readonly (StoredChunk | NewChunk)[],
  values: NewRows,
): Promise<void> {
  const made = new Map(chunks.flatMap((chunk) => ("rows" in chunk ? [[chunk.digest, chunk]] : [])));
  for (const chunk of [...made.values()].sort((a, b) => (a.digest < b.digest ? -1 : 1))) {
    const inserted = await connection.query(INSERT_CHUNK, [projectId, chunk.digest, chunk.rows]);
    const rows = chunk.rows.map((row) => values.get(row)).filter((row) => row !== undefined);
    // A chunk that keeps rows of the base gets its columns when it is first sorted by.
    if (inserted.length === 0 || rows.length < chunk.count) continue;
    const { columns, unmade } = eagerColumns(chunk.digest, rows);
    await storeColumns(connection, projectId, columns);
    await storeUnmade(connection, projectId, chunk.digest, unmade);
  }
}

const INSERT_CHUNK = `
  insert into table_chunks (project_id, digest, row_digests) values ($1, $2, $3)
  on conflict (project_id, digest) do nothing returning digest`;
