"use client";

import { useMemo, type ReactNode } from "react";

import { cn } from "@/components/ui/cn";

import type { DataColumn, DataRow, Table } from "./column";

/** A row at its position in a list; undefined while it is being read. */
export interface Placed<Data> {
  at: number;
  row: Data | undefined;
}

interface SparseRowProps<Data> {
  table: Table<Placed<Data>>;
  row: DataRow<Placed<Data>>;
  /** Its position among all rows. */
  index: number;
  /** Its distance from the top of the body, in pixels. */
  top: number;
  /** Whether Tab focuses it. */
  current: boolean;
  /** Whether it is open beside the table. */
  opened: boolean;
  compact: boolean;
  /** The columns that are shown, as one text: the row renders again when they change. */
  columns: string;
}

/** A row that opens beside its table, which handles its keys and clicks; scrolling renders only new rows. */
export function SparseRow<Data>({ table, row, index, top, current, opened, compact, columns }: SparseRowProps<Data>) {
  const data = row.original.row;
  const cells = useMemo(() => {
    const draw = (column: DataColumn<Placed<Data>>) => (
      <SparseCell key={column.id} column={column} compact={compact}>
        {column.cell(row.original)}
      </SparseCell>
    );
    if (!compact) return table.shown.map(draw);
    const line = (number: 1 | 2) => table.shown.filter(({ meta }) => meta?.phone?.line === number).map(draw);
    return (
      <>
        <div className="flex min-w-0 items-center">{line(1)}</div>
        <div className="flex min-w-0 items-center text-muted">{line(2)}</div>
      </>
    );
    // The table makes new rows of the same data whenever it scrolls.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [data, index, columns, compact]);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={opened}
      data-index={index}
      tabIndex={current ? 0 : -1}
      style={{ transform: `translateY(${top}px)` }}
      className={cn(
        "absolute inset-x-0 top-0 cursor-pointer border-b border-line text-meta hover:bg-hover focus-visible:bg-selected focus-visible:-outline-offset-2",
        compact ? "grid h-13 content-center gap-1 px-2" : "grid h-7 grid-cols-(--columns) items-center px-2",
        opened && "bg-selected hover:bg-selected",
      )}
    >
      {cells}
    </div>
  );
}

interface SparseCellProps<Data> {
  column: DataColumn<Data>;
  compact: boolean;
  children: ReactNode;
}

function SparseCell<Data>({ column, compact, children }: SparseCellProps<Data>) {
  const { align, phone } = column.meta ?? {};
  return (
    <div
      role="gridcell"
      className={cn(
        "min-w-0 truncate px-2",
        compact ? (phone?.grow ? "flex-1" : "shrink-0") : align === "end" && "text-right",
      )}
    >
      {children}
    </div>
  );
}
