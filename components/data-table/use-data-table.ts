"use client";

import { useMemo } from "react";

import { usePreference } from "@/components/ui/use-preference";

import type { DataColumns, Table } from "./column";
import { type ColumnLayout, formatLayout, isShown, orderedIds, parseLayout } from "./column-layout";

interface DataTableOptions<Row> {
  /** Name of the stored layout. */
  id: string;
  columns: DataColumns<Row>;
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** Where the layout is kept, if not only in this browser. */
  layout?: [ColumnLayout, (layout: ColumnLayout) => void];
}

const asStored = (stored: string) => stored;

/** The layout of a table as stored in this browser. */
export function useRememberedLayout(id: string): [ColumnLayout, (layout: ColumnLayout) => void] {
  const [stored, store] = usePreference<string>(`table:${id}`, "", asStored);
  const layout = useMemo(() => parseLayout(stored), [stored]);
  return [layout, (next) => store(formatLayout(next))];
}

/** A table's columns and rows in the user's layout: widths, order, hidden and pinned columns. */
export function useDataTable<Row>({ id, columns, rows, rowId, ...options }: DataTableOptions<Row>): Table<Row> {
  const remembered = useRememberedLayout(id);
  const [layout, setLayout] = options.layout ?? remembered;
  const places = new Map(
    orderedIds(
      layout,
      columns.map((column) => column.id),
    ).map((column, place) => [column, place]),
  );
  const ordered = columns.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
  return {
    columns: ordered,
    shown: ordered.filter((column) => isShown(layout, column.id, column.meta?.optional)),
    rows: rows.map((original, index) => ({ id: rowId(original), index, original })),
    layout,
    setLayout,
  };
}
