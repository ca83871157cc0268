import { invalidField } from "@/lib/contract/validate";
import type { SortBy } from "@/lib/contract/calls";
import { fieldPath } from "@/lib/contract/expression";
import type { Connection } from "@/service/store/connections/database";
import { oversizedName } from "@/service/store/sql/name-bytes";
import { optionalText, requiredText } from "@/service/store/sql/row";
import { type Unmade, cellAt, columnPath, mayHold, readUnmade, storeColumns } from "./columns";
import type { TableLayout } from "./layout";
import { range, readRows } from "./rows";

/** The kinds of values of a column in the table, in their sort order. */
const KINDS = ["numbers", "strings", "others"] as const;

/** One sort field in the database. */
interface SortColumn {
  path: string;
  direction: "asc" | "desc";
  kinds: readonly (typeof KINDS)[number][];
}

/**
 * The positions of a table's rows in sort order: numbers before strings before other values, missing values last, in
 * both directions; ties in the table's own order. Throws `invalid` for a field that is not a dotted path.
 */
export async function orderOf(
  connection: Connection,
  projectId: string,
  layout: TableLayout,
  sortBy: SortBy,
): Promise<Uint32Array> {
  const columns: SortColumn[] = [];
  for (const [place, { field, direction }] of sortBy.entries()) {
    const names = fieldPath(field);
    const path = names && columnPath(names);
    const problem = path === undefined ? "must be a dotted path" : oversizedName({ field: path });
    if (!names || path === undefined || problem) throw invalidField(`sort_by[${place}].field`, problem ?? "");
    await makeColumns(connection, projectId, layout, path, names);
    columns.push({ path, direction, kinds: await kindsOf(connection, projectId, layout, path) });
  }
  return sortPositions(connection, projectId, layout, columns);
}

/** Creates the missing columns of the chunks that may have a value at this path. */
async function makeColumns(
  connection: Connection,
  projectId: string,
  layout: TableLayout,
  path: string,
  names: readonly string[],
): Promise<void> {
  const made = await chunksWith(connection, projectId, layout, path);
  const without = layout.chunks.flatMap(({ digest }) => (made.has(digest) ? [] : [digest]));
  const unmade = without.length > 0 ? await readUnmade(connection, projectId, without) : new Map<string, Unmade>();
  for (const [place, { digest, count }] of layout.chunks.entries()) {
    const known = unmade.get(digest);
    if (made.has(digest) || (known && !mayHold(known, names))) continue;
    made.add(digest);
    const cells = [];
    for await (const rows of readRows(connection, projectId, layout, range(layout.starts[place] ?? 0, count)))
      cells.push(...rows.map(({ val }) => cellAt(val, names)));
    await storeColumns(connection, projectId, [{ chunk: digest, path, cells }]);
  }
}

async function chunksWith(
  connection: Connection,
  projectId: string,
  layout: TableLayout,
  path: string,
): Promise<Set<string>> {
  const rows = await connection.query(
    "select chunk from table_columns where project_id = $1 and path = $2 and chunk = any($3::text[])",
    [projectId, path, layout.chunks.map(({ digest }) => digest)],
  );
  return new Set(rows.map((row) => requiredText(row, "chunk")));
}

async function kindsOf(
  connection: Connection,
  projectId: string,
  layout: TableLayout,
  path: string,
): Promise<SortColumn["kinds"]> {
  const [row] = await connection.query(
    `select ${KINDS.map((kind) => `bool_or(${kind} is not null) as ${kind}`).join(", ")} from table_columns
     where project_id = $1 and path = $2 and chunk = any($3::text[])`,
    [projectId, path, layout.chunks.map(({ digest }) => digest)],
  );
  return KINDS.filter((kind) => row?.[kind] === true);
}

/** The parameter that holds the first column's path. */
const FIRST_PATH = 5;

async function sortPositions(
  connection: Connection,
  projectId: string,
  layout: TableLayout,
  columns: readonly SortColumn[],
): Promise<Uint32Array> {
  const cells = columns.flatMap(({ kinds, direction }, place) =>
    kinds.map((kind) => ({ name: `${kind}${place}`, source: `c${place}.${kind}`, direction })),
  );
  const keys = [...cells.map(({ name, direction }) => `${name} ${direction} nulls last`), "position"];
  const joins = columns.map(
    ({ kinds }, place) => `left join lateral (
      select ${kinds.join(", ") || "1"} from table_columns
      where project_id = $1 and chunk = chunks.chunk and path = $${FIRST_PATH + place} limit 1) c${place} on true`,
  );
  // The filler adds a row for each position, even if a chunk has no value at all.
  const [row] = await connection.query(
    `select array_to_string(array_agg(position order by ${keys.join(", ")}), ',') as positions from (
       select chunks.start + cells.at::int - 1 as position ${cells.map(({ name }) => `, cells.${name}`).join("")}
       from unnest($2::text[], $3::int[], $4::int[]) as chunks (chunk, start, count)
       ${joins.join(" ")}
       cross join lateral unnest(array_fill(true, array[chunks.count]) ${cells.map(({ source }) => `, ${source}`).join("")})
         with ordinality as cells (filler ${cells.map(({ name }) => `, ${name}`).join("")}, at)) sorted`,
    [
      projectId,
      layout.chunks.map(({ digest }) => digest),
      layout.starts,
      layout.chunks.map(({ count }) => count),
      ...columns.map(({ path }) => path),
    ],
  );
  return parsePositions(optionalText(row ?? {}, "positions") ?? "", layout.count);
}

/** Parses `3,1,2` into numbers, without a string for each. */
export function parsePositions(text: string, count: number): Uint32Array {
  const positions = new Uint32Array(count);
  let value = 0;
  let place = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COMMA) {
      positions[place] = value;
      place += 1;
      value = 0;
    } else value = value * 10 + code - ZERO;
  }
  if (text !== "") positions[place] = value;
  return positions;
}

const COMMA = 44;
const ZERO = 48;
