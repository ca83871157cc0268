import type { RowData } from "@tanstack/react-table";

import type { Table } from "./column";

/** Pixels of the column with the boxes that choose rows. */
export const selectPx = 32;

/** Where the pinned columns stay, as pixels from the left edge, by id. */
export function pinnedOffsets<Row extends RowData>(table: Table<Row>, startPx: number): ReadonlyMap<string, number> {
  const pinned = new Set(table.options.meta?.layout.pinned);
  const offsets = new Map<string, number>();
  let left = startPx;
  for (const column of table.getVisibleLeafColumns()) {
    if (!pinned.has(column.id)) break;
    offsets.set(column.id, left);
    left += column.getSize();
  }
  return offsets;
}

/** Keeps a cell visible above the scrolled ones, in the colour of its row. */
export const pinnedClass = "sticky z-2 self-stretch bg-inherit";
