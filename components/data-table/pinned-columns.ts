import { columnPx, type Table } from "./column";

/** Width of the selection column, pixels. */
export const selectPx = 32;

/** The position of each pinned column, as pixels from the left edge, by id. */
export function pinnedOffsets<Row>(table: Table<Row>, startPx: number): ReadonlyMap<string, number> {
  const pinned = new Set(table.layout.pinned);
  const offsets = new Map<string, number>();
  let left = startPx;
  for (const column of table.shown) {
    if (!pinned.has(column.id)) break;
    offsets.set(column.id, left);
    left += columnPx(table, column);
  }
  return offsets;
}

/** Keeps a cell above the scrolled ones, in the color of its row. */
export const pinnedClass = "sticky z-2 self-stretch bg-inherit";
