"use client";

import { useTable, type RowData, type Updater } from "@tanstack/react-table";
import { useMemo } from "react";

import { usePreference } from "@/components/ui/use-preference";

import { features, type DataColumns, type Features, type Table } from "./column";
import { formatLayout, parseLayout } from "./column-layout";

interface DataTableOptions<Row extends RowData> {
  /** Names the remembered widths and hidden columns. */
  id: string;
  columns: DataColumns<Row>;
  rows: readonly Row[];
  rowId: (row: Row) => string;
}

const asStored = (stored: string) => stored;

/** A table's columns and rows, with the reader's widths and hidden columns remembered. */
export function useDataTable<Row extends RowData>({ id, columns, rows, rowId }: DataTableOptions<Row>): Table<Row> {
  const [stored, store] = usePreference<string>(`table:${id}`, "", asStored);
  const { sizes: columnSizing, hidden } = useMemo(() => parseLayout(stored), [stored]);
  const columnVisibility = useMemo(() => Object.fromEntries(hidden.map((column) => [column, false])), [hidden]);
  return useTable<Features, Row>({
    features,
    columns,
    data: rows,
    getRowId: rowId,
    state: { columnSizing, columnVisibility },
    onColumnSizingChange: (change) => store(formatLayout({ sizes: updated(change, columnSizing), hidden })),
    onColumnVisibilityChange: (change) => {
      const visible = updated(change, columnVisibility);
      const nowHidden = Object.keys(visible).filter((column) => visible[column] === false);
      store(formatLayout({ sizes: columnSizing, hidden: nowHidden }));
    },
  });
}

function updated<Value>(change: Updater<Value>, value: Value): Value {
  return change instanceof Function ? change(value) : change;
}
