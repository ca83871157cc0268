import { TABLE_DIFF_BYTES, TABLE_DIFF_ROWS } from "@/lib/contract/limits";
import type { TableDiff, TableDiffQuery, TableRow } from "@/lib/contract/tables";
import type { Connection, Database } from "@/service/store/connections/database";
import { OrderCache } from "./order-cache";
import { optionalText, requiredNumber } from "@/service/store/sql/row";
import { type TableLayout, readLayout } from "./layout";
import { parsePositions } from "./order";
import { type Positions, readRows } from "./rows";

const diffs = new WeakMap<Database["pools"], OrderCache>();

/** Undefined if one of the two does not exist. */
export async function diffTables(database: Database, query: TableDiffQuery): Promise<TableDiff | undefined> {
  const { project_id, base_digest, digest } = query;
  const [base, other] = await Promise.all([
    readLayout(database, project_id, base_digest),
    readLayout(database, project_id, digest),
  ]);
  if (!base || !other) return undefined;
  const cache = diffs.get(database.pools) ?? new OrderCache();
  diffs.set(database.pools, cache);
  const key = JSON.stringify([project_id, base_digest, digest]);
  const changes = await cache.get(key, () => readChanges(database.shared().scans, project_id, base, other));
  const added = changes.reduce((sum, change) => sum + (change & 1), 0);
  const removed = changes.length - added;
  const from = query.offset ?? 0;
  const shown = changes.subarray(from, from + (query.limit ?? TABLE_DIFF_ROWS));
  const rows = await readShown(database, project_id, [base, other], shown);
  return { same: base.count - removed, removed, added, rows };
}

/** For each row that only the base has, twice its position; for each that only the other has, that plus one; sorted. */
async function readChanges(
  connection: Connection,
  projectId: string,
  base: TableLayout,
  other: TableLayout,
): Promise<Uint32Array> {
  const [left, right] = unshared(base, other);
  if (left.chunks.length + right.chunks.length === 0) return new Uint32Array();
  const [row] = await connection.query(CHANGES, [projectId, left.chunks, left.starts, right.chunks, right.starts]);
  const text = optionalText(row ?? {}, "changes") ?? "";
  return parsePositions(text, requiredNumber(row ?? {}, "count"));
}

interface Chunks {
  chunks: string[];
  starts: number[];
}

/** The chunks of each table that the other does not have: shared chunks contain the same rows. */
function unshared(base: TableLayout, other: TableLayout): [Chunks, Chunks] {
  const shared = new Map<string, number>();
  for (const { digest } of base.chunks) shared.set(digest, (shared.get(digest) ?? 0) + 1);
  const right = chunksWithout(other, (digest) => {
    const left = shared.get(digest) ?? 0;
    shared.set(digest, left - 1);
    return left > 0;
  });
  // Copies of a chunk that the base has more often than the other table.
  const left = chunksWithout(base, (digest) => {
    const more = shared.get(digest) ?? 0;
    shared.set(digest, more - 1);
    return more <= 0;
  });
  return [left, right];
}

function chunksWithout({ chunks, starts }: TableLayout, isShared: (digest: string) => boolean): Chunks {
  const places = chunks.flatMap(({ digest }, place) => (isShared(digest) ? [] : [place]));
  return {
    chunks: places.map((place) => chunks[place]?.digest ?? ""),
    starts: places.map((place) => starts[place] ?? 0),
  };
}

/** The rows of some chunks, with duplicates numbered, so that copies are paired one to one. */
const rowsOf = (chunks: string, starts: string) => `
  select e.digest, c.start + e.at - 1 as position,
    row_number() over (partition by e.digest order by c.start + e.at) as copy
  from unnest(${chunks}::text[], ${starts}::bigint[]) as c (chunk, start)
  cross join lateral (
    select row_digests from table_chunks where project_id = $1 and digest = c.chunk limit 1) k
  cross join lateral unnest(k.row_digests) with ordinality as e (digest, at)`;

const CHANGES = `
  select array_to_string(array_agg(change order by change), ',') as changes, count(*)::bigint as count from (
    select case when b.digest is null then a.position * 2 else b.position * 2 + 1 end as change
    from (${rowsOf("$2", "$3")}) a full join (${rowsOf("$4", "$5")}) b using (digest, copy)
    where a.position is null or b.position is null) changed`;

/** The rows of some changes, until `TABLE_DIFF_BYTES` of them are read; at least one. */
async function readShown(
  database: Database,
  projectId: string,
  [base, other]: [TableLayout, TableLayout],
  shown: Uint32Array,
): Promise<TableDiff["rows"]> {
  const left = rowsAt(database, projectId, base, shown, 0);
  const right = rowsAt(database, projectId, other, shown, 1);
  const rows: TableDiff["rows"] = [];
  let bytes = 0;
  for (const change of shown) {
    if (bytes >= TABLE_DIFF_BYTES) break;
    const isAdded = (change & 1) === 1;
    const { value: row } = await (isAdded ? right : left).next();
    if (!row) break;
    rows.push({ ...row, change: isAdded ? "added" : "removed" });
    bytes += Buffer.byteLength(row.val.text);
  }
  return rows;
}

/** The rows at the positions of one side's changes, read on demand. */
async function* rowsAt(
  database: Database,
  projectId: string,
  layout: TableLayout,
  changes: Uint32Array,
  side: 0 | 1,
): AsyncGenerator<TableRow, undefined> {
  const own = changes.filter((change) => (change & 1) === side);
  const positions: Positions = { length: own.length, at: (place) => (own[place] ?? 0) >>> 1 };
  for await (const batch of readRows(database, projectId, layout, positions)) yield* batch;
}
