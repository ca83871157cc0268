"use client";

import {
  functionalUpdate,
  useTable,
  type ColumnDef,
  type ColumnVisibilityState,
  type RowData,
  type TableState,
} from "@tanstack/react-table";
import { useInsertionEffect, useMemo, useRef } from "react";

import { usePreference } from "@/components/ui/use-preference";

import {
  directionOf,
  features,
  type DataColumn,
  type DataColumns,
  type Features,
  type Sort,
  type Table,
} from "./column";
import {
  type ColumnLayout,
  formatLayout,
  isShown,
  limitedPx,
  orderedIds,
  parseLayout,
  showColumn,
  unchangedLayout,
} from "./column-layout";

/** The ids of rows selected for bulk actions. */
interface RowSelection {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
}

interface DataTableOptions<Row extends RowData> {
  /** Name of the stored layout. */
  id: string;
  /** The same array while the columns are the same. */
  columns: DataColumns<Row>;
  /** The loaded rows; none if the table asks for each row by its position. */
  rows?: readonly Row[];
  rowId?: (row: Row) => string;
  sort?: Sort;
  /** If set, headers sort. */
  onSortChange?: (sort: Sort) => void;
  /** If set, rows can be selected by checkbox, `x` and Shift. */
  selection?: RowSelection;
  /** Where the layout is kept, if not only in this browser. */
  layout?: [ColumnLayout, (layout: ColumnLayout) => void];
}

const noRows: readonly never[] = [];
const asStored = (stored: string) => stored;

/** The layout of a table as stored in this browser. */
export function useRememberedLayout(id: string): [ColumnLayout, (layout: ColumnLayout) => void] {
  const [stored, store] = usePreference<string>(`table:${id}`, "", asStored);
  const layout = useMemo(() => parseLayout(stored), [stored]);
  return [layout, (next) => store(formatLayout(next))];
}

/** A table's columns and rows in the user's layout: widths, order, hidden and pinned columns, sort and selection. */
export function useDataTable<Row extends RowData>({
  id,
  columns,
  rows = noRows,
  rowId,
  sort,
  onSortChange,
  selection,
  ...options
}: DataTableOptions<Row>): Table<Row> {
  const remembered = useRememberedLayout(id);
  const [layout, setLayout] = options.layout ?? remembered;
  // Moving a column among pinned ones changes two parts of the layout at once.
  const latest = useRef(layout);
  useInsertionEffect(() => {
    latest.current = layout;
  });
  const change = (part: Partial<ColumnLayout>) => {
    latest.current = { ...latest.current, ...part };
    setLayout(latest.current);
  };
  const definitions = useMemo(() => columns.map(definitionOf), [columns]);
  const columnVisibility = useMemo<ColumnVisibilityState>(
    () => Object.fromEntries(columns.map((column) => [column.id, isShown(layout, column.id, column.meta?.optional)])),
    [columns, layout],
  );
  // The library places pinned columns first in rows and headers, but not among all of its columns.
  const columnOrder = useMemo(
    () =>
      orderedIds(
        layout,
        columns.map((column) => column.id),
      ),
    [columns, layout],
  );
  const columnPinning = useMemo(() => ({ start: layout.pinned, end: [] }), [layout.pinned]);
  const ids = selection?.ids;
  const rowSelection = useMemo(() => selectionOf(ids ?? []), [ids]);
  const sorting = useMemo(
    () => (sort ? [{ id: sort.id, desc: sort.direction === "desc" }] : []),
    [sort?.id, sort?.direction], // oxlint-disable-line react/exhaustive-deps -- an equal sort is the same one
  );
  return useTable(
    {
      features,
      columns: definitions,
      data: rows,
      getRowId: rowId,
      state: {
        columnSizing: layout.sizes,
        columnOrder,
        columnPinning,
        columnVisibility,
        rowSelection,
        sorting,
      },
      onColumnSizingChange: (next) => {
        const sizes = Object.entries(functionalUpdate(next, latest.current.sizes));
        change({ sizes: Object.fromEntries(sizes.map(([column, px]) => [column, limitedPx(px)])) });
      },
      onColumnOrderChange: (next) => change({ order: functionalUpdate(next, columnOrder) }),
      onColumnPinningChange: (next) => {
        const before = { start: latest.current.pinned, end: [] };
        change({ pinned: functionalUpdate(next, before).start });
      },
      onColumnVisibilityChange: (next) => {
        const visible = functionalUpdate(next, columnVisibility);
        const changed = columns.filter((column) => visible[column.id] !== columnVisibility[column.id]);
        const shown = changed.reduce(
          (before, { id: column, meta }) =>
            showColumn(before, column, meta?.optional ?? false, visible[column] ?? true),
          latest.current,
        );
        change(shown);
      },
      // The row under the pointer follows at the end; until then only the widths of the grid do.
      columnResizeMode: "onEnd",
      enableRowSelection: selection !== undefined,
      onRowSelectionChange: (next) => {
        selection?.onChange(new Set(Object.keys(functionalUpdate(next, rowSelection))));
      },
      enableSorting: onSortChange !== undefined,
      enableMultiSort: false,
      enableSortingRemoval: false,
      manualSorting: true,
      onSortingChange: (next) => {
        const [first] = functionalUpdate(next, sorting);
        if (first) onSortChange?.({ id: first.id, direction: directionOf(first) });
      },
      meta: { resetLayout: () => setLayout(unchangedLayout) },
    },
    settledState,
  );
}

/** The state without the width of a column that is being dragged, which the grid alone follows. */
function settledState(state: TableState<Features>): Omit<TableState<Features>, "columnResizing"> {
  const { columnOrder, columnPinning, columnSizing, columnVisibility, rowSelection, sorting } = state;
  return { columnOrder, columnPinning, columnSizing, columnVisibility, rowSelection, sorting };
}

function definitionOf<Row extends RowData>({
  header,
  cell,
  meta,
  ...column
}: DataColumn<Row>): ColumnDef<Features, Row> {
  return {
    ...column,
    header,
    // The library sorts only by columns with values; the owner of the data knows what they are.
    accessorFn: (row) => row,
    cell: ({ row }) => cell(row.original),
    enableSorting: meta?.sort !== undefined,
    sortDescFirst: meta?.sort === "desc",
    enableResizing: !meta?.grow,
    meta,
  };
}

function selectionOf(ids: Iterable<string>): Record<string, true> {
  const selected: Record<string, true> = {};
  for (const id of ids) selected[id] = true;
  return selected;
}
