import {
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  metaHelper,
  tableFeatures,
  type Column,
  type ReactTable,
  type RowData,
  type TableOptions,
} from "@tanstack/react-table";

import { type ColumnLayout } from "./column-layout";

interface ColumnLook {
  /** Makes the header sort by the column's id, first in this direction. */
  sort?: "asc" | "desc";
  align?: "start" | "end";
  /** Takes what the other columns leave. */
  grow?: boolean;
  /** Its place in the two lines of a phone's row; hidden there when absent. */
  phone?: { line: 1 | 2; grow?: boolean };
  /** Its content is the text of the row's link. */
  primary?: boolean;
  /** Layered above the row's link, so that titles show; clicks still open the row. */
  raised?: boolean;
  /** Hidden until the reader shows it. */
  optional?: boolean;
}

/** The reader's layout of a table's columns, and how to change it. */
interface TableLayout {
  layout: ColumnLayout;
  setLayout: (layout: ColumnLayout) => void;
}

export const features = tableFeatures({
  columnSizingFeature,
  columnVisibilityFeature,
  columnMeta: metaHelper<ColumnLook>(),
  tableMeta: metaHelper<TableLayout>(),
});

export type Features = typeof features;
export type DataColumns<Row extends RowData> = TableOptions<Features, Row>["columns"];
export type Table<Row extends RowData> = ReactTable<Features, Row>;

/** How rows are ordered: by a column's id. The data's owner sorts, never the table. */
export interface Sort {
  id: string;
  direction: "asc" | "desc";
}

/** The header of a column as text. */
export function headerText<Row extends RowData>({ id, columnDef }: Column<Features, Row>): string {
  return typeof columnDef.header === "string" ? columnDef.header : id;
}

/** Typed columns for one kind of row. */
export function columnsOf<Row extends RowData>() {
  return createColumnHelper<Features, Row>();
}
