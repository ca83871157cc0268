import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  metaHelper,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  type Column,
  type ColumnSort,
  type ReactTable,
  type Row as TableRow,
  type RowData,
  type TableState,
} from "@tanstack/react-table";
import type { ReactNode } from "react";

interface ColumnLook {
  /** Makes the header sort by the column's id, first in this direction. */
  sort?: "asc" | "desc";
  align?: "start" | "end";
  /** Takes the remaining width. */
  grow?: boolean;
  /** Its position in the two lines of a row on phones; hidden there when absent. */
  phone?: { line: 1 | 2; grow?: boolean };
  /** Its content is the text of the row's link. */
  primary?: boolean;
  /** Layered above the row's link, so that titles show; clicks still open the row. */
  raised?: boolean;
  /** Hidden until the user shows it. */
  optional?: boolean;
}

export const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnResizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  columnMeta: metaHelper<ColumnLook>(),
  tableMeta: metaHelper<{ resetLayout: () => void }>(),
});

export type Features = typeof features;

/** A column as a list declares it: a definition of the table library with cells made of rows. */
export interface DataColumn<Row> {
  /** Unique within the table; its sort key, if it sorts. */
  id: string;
  header: string | (() => ReactNode);
  cell: (row: Row) => ReactNode;
  /** Width in pixels until the user changes it. */
  size: number;
  /** Whether the user may hide it; true when absent. */
  enableHiding?: boolean;
  meta?: ColumnLook;
}

export type DataColumns<Row> = readonly DataColumn<Row>[];

/** Columns and rows in the user's layout, from `useDataTable`. */
export type Table<Row extends RowData> = ReactTable<Features, Row, Omit<TableState<Features>, "columnResizing">>;
export type ShownColumn<Row extends RowData> = Column<Features, Row>;
export type DataRow<Row extends RowData> = TableRow<Features, Row>;

/** A row at its position in a list; undefined while it is being read. */
export interface Placed<Data> {
  at: number;
  row: Data | undefined;
}

/** The order of rows: by a column's id. The owner of the data sorts, never the table. */
export interface Sort {
  id: string;
  direction: "asc" | "desc";
}

/** The header of a column as text; that of a header only for screen readers is its id. */
export function headerText<Row extends RowData>({ id, columnDef: { header } }: ShownColumn<Row>): string {
  return typeof header === "string" ? header : id.charAt(0).toUpperCase() + id.slice(1);
}

export function directionOf({ desc }: ColumnSort): Sort["direction"] {
  return desc ? "desc" : "asc";
}

/** Width of the selection column, pixels. */
export const selectPx = 32;

/** Keeps a cell above the scrolled ones, in the color of its row. */
export const pinnedClass = "sticky z-2 self-stretch bg-inherit";
