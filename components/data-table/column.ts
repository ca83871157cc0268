import type { ReactNode } from "react";

import type { ColumnLayout } from "./column-layout";

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

/** A row with its position among the loaded ones. */
export interface DataRow<Row> {
  id: string;
  index: number;
  original: Row;
}

/** Columns and rows in the user's layout. */
export interface Table<Row> {
  /** All columns in their order, hidden ones included. */
  columns: DataColumns<Row>;
  shown: DataColumns<Row>;
  rows: readonly DataRow<Row>[];
  layout: ColumnLayout;
  setLayout: (layout: ColumnLayout) => void;
}

/** The order of rows: by a column's id. The owner of the data sorts, never the table. */
export interface Sort {
  id: string;
  direction: "asc" | "desc";
}

/** The header of a column as text; that of a header only for screen readers is its id. */
export function headerText<Row>({ id, header }: DataColumn<Row>): string {
  return typeof header === "string" ? header : id.charAt(0).toUpperCase() + id.slice(1);
}

/** The width of a column in pixels; the least that one which grows has. */
export function columnPx<Row>({ layout }: Table<Row>, { id, size }: DataColumn<Row>): number {
  return layout.sizes[id] ?? size;
}

/** The columns that are shown, as a value of `grid-template-columns`. */
export function gridTemplate<Row>(table: Table<Row>): string {
  const width = (column: DataColumn<Row>) => {
    const px = `${columnPx(table, column)}px`;
    return column.meta?.grow ? `minmax(${px}, 1fr)` : px;
  };
  return table.shown.map(width).join(" ");
}

/** The least width of a row, pixels. */
export function rowWidthPx<Row>(table: Table<Row>): number {
  const paddingPx = 16;
  return table.shown.reduce((sum, column) => sum + columnPx(table, column), paddingPx);
}
