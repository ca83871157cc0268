import type { Connection } from "@/service/store/connections/database";
import { requiredText } from "@/service/store/sql/row";
import type { StoredChunk } from "./chunks";

/** The chunks of a table, and the position at which each starts. */
export interface TableLayout {
  chunks: readonly StoredChunk[];
  starts: readonly number[];
  count: number;
}

/** Undefined if there is no such table. */
export async function readLayout(
  connection: Connection,
  projectId: string,
  digest: string,
): Promise<TableLayout | undefined> {
  const [row] = await connection.query(
    `select array_to_string(chunks, ',') as chunks, array_to_string(counts, ',') as counts
     from tables where project_id = $1 and digest = $2`,
    [projectId, digest],
  );
  if (!row) return undefined;
  const counts = listOf(requiredText(row, "counts")).map(Number);
  const starts: number[] = [];
  let count = 0;
  for (const rows of counts) {
    starts.push(count);
    count += rows;
  }
  const digests = listOf(requiredText(row, "chunks"));
  const chunks = digests.map((chunk, place) => ({
    digest: chunk,
    count: counts[place] ?? 0,
    // The last chunk may have been ended by the end of the table.
    whole: place < digests.length - 1,
  }));
  return { chunks, starts, count };
}

/** The index of the chunk that contains a position. */
export function chunkAt({ starts }: TableLayout, position: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= position) low = middle;
    else high = middle;
  }
  return low;
}

/** The row digests of a stored chunk. */
export async function readChunk(connection: Connection, projectId: string, digest: string): Promise<string[]> {
  const [row] = await connection.query(
    "select array_to_string(row_digests, ',') as rows from table_chunks where project_id = $1 and digest = $2",
    [projectId, digest],
  );
  return listOf(requiredText(row ?? {}, "rows"));
}

/** Digests and numbers contain no comma. */
function listOf(text: string): string[] {
  return text === "" ? [] : text.split(",");
}
