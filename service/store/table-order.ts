import { AppError } from "@/lib/contract/app-error";
import type { SortBy } from "@/lib/contract/calls";
import { fieldPath } from "@/lib/contract/expression";
import type { Connection } from "./database";
import { oversizedName } from "./name-bytes";
import { Parameters } from "./parameters";
import { optionalText, requiredText } from "./row";
import { cellAt, columnPath, storeColumns } from "./table-columns";
import type { TableLayout } from "./table-layout";
import { range, readRows } from "./table-rows";

/** A column's kinds of values in the table, in the order in which they sort. */
const KINDS = ["numbers", "strings", "others"] as const;

/** One sort field, as the database has it. */
interface SortColumn {
  path: string;
  direction: "asc" | "desc";
  kinds: readonly (typeof KINDS)[number][];
}

/**
 * The positions of a table's rows in the order of a sort: numbers before strings before the rest, missing last, in both
 * directions; ties in the table's own order. Throws `invalid` for a field that is no dotted path.
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
    if (!names || path === undefined || problem) throw invalid(`sort_by[${place}].field`, problem ?? "");
    await makeColumns(connection, projectId, layout, path, names);
    columns.push({ path, direction, kinds: await kindsOf(connection, projectId, layout, path) });
  }
  return sortPositions(connection, projectId, layout, columns);
}

function invalid(path: string, message: string): AppError {
  return new AppError("invalid", `${path}: ${message}`, { errors: [{ path, message }] });
}

/** Makes the columns of the chunks that have none at this path yet. */
async function makeColumns(
  connection: Connection,
  projectId: string,
  layout: TableLayout,
  path: string,
  names: readonly string[],
): Promise<void> {
  const chunks = layout.chunks.map(({ digest }) => digest);
  const there = await connection.query(
    "select chunk from table_columns where project_id = $1 and path = $2 and chunk = any($3::text[])",
    [projectId, path, chunks],
  );
  const made = new Set(there.map((row) => requiredText(row, "chunk")));
  for (const [place, { digest, count }] of layout.chunks.entries()) {
    if (made.has(digest)) continue;
    made.add(digest);
    const cells = [];
    for await (const rows of readRows(connection, projectId, layout, range(layout.starts[place] ?? 0, count)))
      cells.push(...rows.map(({ val }) => cellAt(val, names)));
    await storeColumns(connection, projectId, [{ chunk: digest, path, cells }]);
  }
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

async function sortPositions(
  connection: Connection,
  projectId: string,
  layout: TableLayout,
  columns: readonly SortColumn[],
): Promise<Uint32Array> {
  const parameters = new Parameters();
  const project = parameters.add(projectId, "text");
  const chunks = parameters.add(
    layout.chunks.map(({ digest }) => digest),
    "text[]",
  );
  const starts = parameters.add(layout.starts.map(String), "text[]");
  const counts = parameters.add(
    layout.chunks.map(({ count }) => String(count)),
    "text[]",
  );
  const cells = columns.flatMap(({ kinds, direction }, place) =>
    kinds.map((kind) => ({ name: `${kind}${place}`, source: `c${place}.${kind}`, direction })),
  );
  const joins = columns.map(
    ({ path, kinds }, place) => `left join lateral (
      select ${kinds.join(", ") || "1"} from table_columns
      where project_id = ${project} and chunk = chunks.chunk and path = ${parameters.add(path, "text")} limit 1
    ) c${place} on true`,
  );
  // The filler gives a row to each position, also where a chunk has no value at all.
  const [row] = await connection.query(
    `select array_to_string(array_agg(position order by ${[
      ...cells.map(({ name, direction }) => `${name} ${direction} nulls last`),
      "position",
    ].join(", ")}), ',') as positions
     from (
       select chunks.start::bigint + cells.at - 1 as position ${cells.map(({ name }) => `, cells.${name}`).join("")}
       from unnest(${chunks}, ${starts}, ${counts}) as chunks (chunk, start, count)
       ${joins.join(" ")}
       cross join lateral unnest(array_fill(true, array[chunks.count::int])
         ${cells.map(({ source }) => `, ${source}`).join("")}) with ordinality
         as cells (filler ${cells.map(({ name }) => `, ${name}`).join("")}, at)) sorted`,
    parameters.values,
  );
  return parsePositions(optionalText(row ?? {}, "positions") ?? "", layout.count);
}

/** `3,1,2` as numbers, without making a string of each. */
function parsePositions(text: string, count: number): Uint32Array {
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
