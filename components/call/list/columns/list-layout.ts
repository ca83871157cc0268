import { type ColumnLayout, orderedIds, unchangedLayout } from "@/components/data-table/column-layout";
import type { CallRow } from "@/lib/contract/calls";

import { callColumns } from "./columns";

type Layout = [ColumnLayout, (layout: ColumnLayout) => void];

/** The default order of the columns when layouts without an order were stored. */
const EARLIER_ORDER =
  "status name started latency tokens cost model kind user thread feedback input output id preview".split(" ");

/** Optional columns that are shown by default if a row has a value. */
const FILLED_COLUMNS: readonly { id: string; valueOf: (row: CallRow) => string | undefined }[] = [
  { id: "user", valueOf: ({ overview }) => overview?.user_id },
  { id: "thread", valueOf: ({ thread_id: thread }) => thread },
];

/** A layout as it was when it was stored: one with changes but without an order had the default order of that time. */
export function storedLayout(stored: ColumnLayout): ColumnLayout {
  return isUnchanged(stored) || stored.order.length > 0 ? stored : { ...stored, order: EARLIER_ORDER };
}

/**
 * The layout that rows are shown in: until the user changes the columns, those that have values in the rows are added.
 * Changed layouts have an order, so that they stay as they are.
 */
export function filledLayout([layout, setLayout]: Layout, rows: readonly CallRow[]): Layout {
  if (!isUnchanged(layout)) return [layout, setLayout];
  const shown = FILLED_COLUMNS.filter(({ valueOf }) => rows.some((row) => valueOf(row))).map(({ id }) => id);
  const change = (next: ColumnLayout) => {
    const isResized = isUnchanged({ ...next, shown: [] }) && next.shown.join("\n") === shown.join("\n");
    if (next === unchangedLayout) setLayout(next);
    else if (isResized) setLayout({ ...layout, sizes: next.sizes });
    else
      setLayout({
        ...next,
        order: orderedIds(
          next,
          callColumns.map(({ id }) => id),
        ),
      });
  };
  return [{ ...layout, shown }, change];
}

/** Whether the columns are the default ones in their default order; their widths may have been changed. */
function isUnchanged({ hidden, shown, order, pinned }: ColumnLayout): boolean {
  return [hidden, shown, order, pinned].every((ids) => ids.length === 0);
}
