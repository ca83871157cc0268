import type { RowData } from "@tanstack/react-table";

import type { Table } from "./column";

/** Moves a column among the visible ones by a number of places, within the pinned or the other columns. */
export function moveColumn<Row extends RowData>(table: Table<Row>, id: string, step: number): void {
  const shown = table.getVisibleLeafColumns();
  const at = shown.findIndex((column) => column.id === id);
  const [moved, other] = [shown[at], shown[at + step]];
  if (!moved || !other || moved.getIsPinned() !== other.getIsPinned()) return;
  const ids = idsOf(table);
  arrange(table, ids.filter((one) => one !== id).toSpliced(ids.indexOf(other.id), 0, id), pinnedIn(table));
}

/** Moves a column before another; it becomes pinned if that one is. */
export function moveBefore<Row extends RowData>(table: Table<Row>, id: string, before: string): void {
  if (id === before) return;
  const others = idsOf(table).filter((one) => one !== id);
  const pinned = pinnedIn(table);
  if (pinned.has(before)) pinned.add(id);
  else pinned.delete(id);
  arrange(table, others.toSpliced(others.indexOf(before), 0, id), pinned);
}

function arrange<Row extends RowData>(table: Table<Row>, order: readonly string[], pinned: ReadonlySet<string>): void {
  table.setColumnOrder([...order]);
  table.setColumnPinning({ start: order.filter((id) => pinned.has(id)), end: [] });
}

function idsOf<Row extends RowData>(table: Table<Row>): string[] {
  return table.getAllLeafColumns().map(({ id }) => id);
}

function pinnedIn<Row extends RowData>(table: Table<Row>): Set<string> {
  return new Set(table.state.columnPinning.start);
}
