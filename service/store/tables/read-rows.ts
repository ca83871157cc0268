import { AppError } from "@/lib/contract/app-error";
import type { SortBy } from "@/lib/contract/calls";
import type { JsonText } from "@/lib/json/text";
import type { TableQuery, TableRow } from "@/lib/contract/tables";
import type { Connection, Database } from "@/service/store/connections/database";
import { OrderCache } from "./order-cache";
import { requiredNumber, requiredText } from "@/service/store/sql/row";
import { type TableLayout, readChunk, readLayout } from "./layout";
import { orderOf } from "./order";
import { type Positions, range, readRows } from "./rows";
import type { RowKey } from "./tables-store";

/** Maximum number of rows of a page that is read without a cursor. */
const SHORT_ROWS = 1000;

const orders = new WeakMap<Database["pools"], OrderCache>();

/** Batches of rows in the given order. Throws `not_found` if there is no such table. */
export async function* listTableRows(
  database: Database,
  query: TableQuery,
  signal: AbortSignal,
): AsyncGenerator<TableRow[]> {
  const { project_id, digest } = query;
  const layout = await readLayout(database, project_id, digest);
  if (!layout) throw new AppError("not_found", `There is no table ${digest} in project ${project_id}`);
  const selection = await positionsOf(database, query, layout);
  const from = Math.min(query.offset ?? 0, selection.length);
  const length = Math.min(query.limit ?? selection.length, selection.length - from);
  const positions: Positions = { length, at: (place) => selection.at(from + place) };
  yield* database.session({ signal, long: length > SHORT_ROWS }, (connection) =>
    readRows(connection, project_id, layout, positions),
  );
}

async function positionsOf(
  database: Database,
  { project_id, digest, filter, sort_by }: TableQuery,
  layout: TableLayout,
): Promise<Positions> {
  const digests = filter?.row_digests ?? undefined;
  const found = digests && (await findRows(database, project_id, layout, digests));
  const matching = found?.map(({ position }) => position);
  if (!sort_by?.length) return matching ? onList(matching) : range(0, layout.count);
  const order = await sortedPositions(database, project_id, digest, layout, sort_by);
  if (!matching) return onList(order);
  const among = new Set(matching);
  return onList(order.filter((position) => among.has(position)));
}

function onList(positions: ArrayLike<number>): Positions {
  return { length: positions.length, at: (place) => positions[place] ?? 0 };
}

/** At most `most` rows, distributed evenly over the table, in batches of bounded size and no particular order. */
export async function* sampleTableRows(
  database: Database,
  projectId: string,
  digest: string,
  most: number,
): AsyncGenerator<TableRow[]> {
  const layout = await readLayout(database, projectId, digest);
  if (!layout) throw new AppError("not_found", `There is no table ${digest} in project ${projectId}`);
  yield* readRows(database.scans, projectId, layout, spread(layout.count, most));
}

/**
 * At most this many positions: one in each of as many equal parts, at an aperiodic offset, since rows may be periodic.
 * Ordered so that any first part of them is also distributed over the table.
 */
function spread(count: number, most: number): Positions {
  if (count <= most) return range(0, count);
  const step = coprime(Math.round(most * GOLDEN), most);
  const at = (place: number) => {
    const part = (place * step) % most;
    return Math.min(count - 1, Math.floor(((part + ((part * GOLDEN) % 1)) * count) / most));
  };
  return { length: most, at };
}

/** Multiples of it fill the range from 0 to 1 evenly and never repeat. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

function coprime(from: number, to: number): number {
  return greatestDivisor(from, to) === 1 ? from : coprime(from + 1, to);
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

async function sortedPositions(
  database: Database,
  projectId: string,
  digest: string,
  layout: TableLayout,
  sortBy: SortBy,
): Promise<Uint32Array> {
  const cache = orders.get(database.pools) ?? new OrderCache();
  orders.set(database.pools, cache);
  return cache.get(JSON.stringify([projectId, digest, sortBy]), () =>
    orderOf(database.shared().scans, projectId, layout, sortBy),
  );
}

/** The positions of rows with these digests, in the table's order; one row may occur many times. */
async function findRows(
  connection: Connection,
  projectId: string,
  layout: TableLayout,
  digests: readonly string[],
): Promise<{ digest: string; position: number }[]> {
  if (digests.length === 0) return [];
  const rows = await connection.query(FIND, [
    projectId,
    layout.chunks.map(({ digest }) => digest),
    layout.starts,
    [...new Set(digests)],
  ]);
  return rows.map((row) => ({ digest: requiredText(row, "digest"), position: requiredNumber(row, "position") }));
}

const FIND = `
  select e.digest, c.start + e.at - 1 as position
  from unnest($2::text[], $3::bigint[]) as c (chunk, start)
  cross join lateral (
    select row_digests from table_chunks where project_id = $1 and digest = c.chunk limit 1) k
  cross join lateral unnest(k.row_digests) with ordinality as e (digest, at)
  where e.digest = any($4::text[])
  order by position`;

/** Counts the rows, or those with the given digests, including copies. Undefined if there is no such table. */
export async function countTableRows(
  database: Database,
  projectId: string,
  digest: string,
  rowDigests?: readonly string[] | null,
): Promise<number | undefined> {
  if (rowDigests) {
    const layout = await readLayout(database, projectId, digest);
    return layout && (await findRows(database, projectId, layout, rowDigests)).length;
  }
  const [row] = await database.query(
    `select (select coalesce(sum(count), 0)::bigint from unnest(counts) as c (count)) as count
     from tables where project_id = $1 and digest = $2`,
    [projectId, digest],
  );
  return row && requiredNumber(row, "count");
}

/** The digests of all rows of a table in its order, copies included; undefined if there is no such table. */
export async function readRowDigests(
  database: Database,
  projectId: string,
  digest: string,
): Promise<string[] | undefined> {
  const layout = await readLayout(database, projectId, digest);
  if (!layout) return undefined;
  const digests: string[][] = [];
  for (const chunk of layout.chunks) digests.push(await readChunk(database, projectId, chunk.digest));
  return digests.flat();
}

/** The values of rows of a table, in the order of their keys; undefined if there is none. */
export async function readTableValues(
  database: Database,
  projectId: string,
  digest: string,
  keys: readonly RowKey[],
): Promise<(JsonText | undefined)[]> {
  const layout = await readLayout(database, projectId, digest);
  if (!layout) return keys.map(() => undefined);
  const digests = keys.flatMap((key) => ("digest" in key ? [key.digest] : []));
  const found = await findRows(database, projectId, layout, digests);
  const placeOf = new Map(found.map(({ digest: row, position }) => [row, position]));
  const keyPositions = keys.map((key) => ("digest" in key ? placeOf.get(key.digest) : key.index));
  const positions = [...new Set(keyPositions)]
    .filter((position) => position !== undefined)
    .filter((position) => position < layout.count);
  const values = new Map<number | undefined, JsonText>();
  for await (const rows of readRows(database, projectId, layout, onList(positions)))
    for (const row of rows) values.set(row.original_index, row.val);
  return keyPositions.map((position) => values.get(position));
}
