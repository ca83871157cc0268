import type { TableRow } from "@/lib/contract/tables";
import { JsonText } from "@/lib/json/text";
import type { Connection } from "@/service/store/connections/database";
import { requiredNumber, requiredText } from "@/service/store/sql/row";
import { type TableLayout, chunkAt } from "./layout";

/** Number of rows read at a time, and bytes of values after which a batch ends sooner. */
const BATCH_ROWS = 1000;
const BATCH_BYTES = 4 * 1024 * 1024;

/** Positions in a table, in the requested order. */
export interface Positions {
  length: number;
  at(place: number): number;
}

/** Every position from `first` on, in the table's own order. */
export function range(first: number, length: number): Positions {
  return { length, at: (place) => first + place };
}

/** Neighbours in one chunk, counted from 1 as in PostgreSQL. */
interface Run {
  chunk: string;
  first: number;
  last: number;
  position: number;
}

/** The rows at some positions, in batches of bounded size. */
export async function* readRows(
  connection: Connection,
  projectId: string,
  layout: TableLayout,
  positions: Positions,
): AsyncGenerator<TableRow[]> {
  for (let from = 0; from < positions.length;) {
    const rows = await readBatch(connection, projectId, runsOf(layout, positions, from));
    if (rows.length === 0) throw new TypeError("a row of a table is missing");
    yield rows;
    from += rows.length;
  }
}

function runsOf(layout: TableLayout, positions: Positions, from: number): Run[] {
  const runs: Run[] = [];
  const to = Math.min(positions.length, from + BATCH_ROWS);
  for (let place = from; place < to; place += 1) {
    const position = positions.at(place);
    const chunk = chunkAt(layout, position);
    const at = position - (layout.starts[chunk] ?? 0) + 1;
    const digest = layout.chunks[chunk]?.digest ?? "";
    const run = runs.at(-1);
    if (run && at > 1 && run.chunk === digest && run.last === at - 1) run.last = at;
    else runs.push({ chunk: digest, first: at, last: at, position });
  }
  return runs;
}

async function readBatch(connection: Connection, projectId: string, runs: readonly Run[]): Promise<TableRow[]> {
  const rows = await connection.query(READ, [
    projectId,
    runs.map(({ chunk }) => chunk),
    runs.map(({ first }) => first),
    runs.map(({ last }) => last),
    BATCH_BYTES,
  ]);
  return rows.map((row) => ({
    digest: requiredText(row, "digest"),
    val: new JsonText(requiredText(row, "val")),
    original_index: (runs[requiredNumber(row, "run") - 1]?.position ?? 0) + requiredNumber(row, "at") - 1,
  }));
}

// The limits make the planner use one key lookup per chunk and row; otherwise it would read all rows of the project.
const READ = `
  select run, at, digest, val from (
    select run.place as run, e.at, r.digest, r.val,
      sum(octet_length(r.val)) over (order by run.place, e.at) - octet_length(r.val) as before
    from unnest($2::text[], $3::int[], $4::int[]) with ordinality as run (chunk, first, last, place)
    cross join lateral (
      select row_digests[run.first:run.last] as row_digests from table_chunks
      where project_id = $1 and digest = run.chunk limit 1) k
    cross join lateral unnest(k.row_digests) with ordinality as e (digest, at)
    cross join lateral (
      select digest, val from table_rows where project_id = $1 and digest = e.digest limit 1) r) sized
  where before < $5
  order by run, at`;
