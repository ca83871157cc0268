"use client";

import { useTable, type RowData, type Updater } from "@tanstack/react-table";
import { useMemo } from "react";

import { usePreference } from "@/components/ui/use-preference";

import { features, type DataColumns, type Features, type Table } from "./column";
import { type ColumnLayout, formatLayout, orderedIds, parseLayout } from "./column-layout";

interface DataTableOptions<Row extends RowData> {
  /** Names the remembered layout. */
  id: string;
  columns: DataColumns<Row>;
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** Where the layout is kept, when that is not only this browser. */
  layout?: [ColumnLayout, (layout: ColumnLayout) => void];
}

const asStored = (stored: string) => stored;

/** The layout of a table as this browser remembers it. */
export function useRememberedLayout(id: string): [ColumnLayout, (layout: ColumnLayout) => void] {
  const [stored, store] = usePreference<string>(`table:${id}`, "", asStored);
  const layout = useMemo(() => parseLayout(stored), [stored]);
  return [layout, (next) => store(formatLayout(next))];
}

/** A table's columns and rows, laid out as the reader left them: widths, order, what is hidden and what is pinned. */
export function useDataTable<Row extends RowData>(options: DataTableOptions<Row>): Table<Row> {
  const { id, columns, rows, rowId } = options;
  const remembered = useRememberedLayout(id);
  const [layout, setLayout] = options.layout ?? remembered;
  const ordered = useMemo(() => {
    const places = new Map(orderedIds(layout, columns.map(idOf)).map((column, place) => [column, place]));
    return columns.toSorted((a, b) => (places.get(idOf(a)) ?? 0) - (places.get(idOf(b)) ?? 0));
  }, [columns, layout]);
  const columnVisibility = useMemo(() => {
    const isVisible = (column: DataColumns<Row>[number]) =>
      column.meta?.optional ? layout.shown.includes(idOf(column)) : !layout.hidden.includes(idOf(column));
    return Object.fromEntries(columns.map((column) => [idOf(column), isVisible(column)]));
  }, [columns, layout]);
  return useTable<Features, Row>({
    features,
    columns: ordered,
    data: rows,
    getRowId: rowId,
    meta: { layout, setLayout },
    state: { columnSizing: layout.sizes, columnVisibility },
    onColumnSizingChange: (change) => setLayout({ ...layout, sizes: updated(change, layout.sizes) }),
    onColumnVisibilityChange: (change) => {
      const visible = updated(change, columnVisibility);
      const ids = (isOptional: boolean, isVisible: boolean) =>
        columns.flatMap((column) => {
          const known = (column.meta?.optional ?? false) === isOptional;
          return known && (visible[idOf(column)] ?? !isOptional) === isVisible ? [idOf(column)] : [];
        });
      setLayout({ ...layout, hidden: ids(false, false), shown: ids(true, true) });
    },
  });
}

function idOf({ id }: { id?: string }): string {
  return id ?? "";
}

function updated<Value>(change: Updater<Value>, value: Value): Value {
  return change instanceof Function ? change(value) : change;
}
