"use client";

import type { Cell, Row, RowData } from "@tanstack/react-table";
import type { ReactNode } from "react";

import { cn } from "@/components/ui/cn";

import type { Features, Table } from "./column";

interface SparseRowProps<Data extends RowData> {
  table: Table<Data>;
  row: Row<Features, Data>;
  /** Its position among all rows. */
  index: number;
  /** Its distance from the top of the body, in pixels. */
  top: number;
  /** Whether Tab leads to it. */
  current: boolean;
  /** Whether it is open beside the table. */
  opened: boolean;
  compact: boolean;
  onFocus: () => void;
  onOpen: () => void;
}

/** A row that opens beside its table. */
export function SparseRow<Data extends RowData>({
  table,
  row,
  index,
  top,
  current,
  opened,
  compact,
  onFocus,
  onOpen,
}: SparseRowProps<Data>) {
  const cells = row.getVisibleCells();
  const draw = (cell: Cell<Features, Data, unknown>) => (
    <SparseCell key={cell.id} cell={cell} compact={compact}>
      <table.FlexRender cell={cell} />
    </SparseCell>
  );
  const line = (number: 1 | 2) => cells.filter((cell) => cell.column.columnDef.meta?.phone?.line === number).map(draw);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={opened}
      data-index={index}
      tabIndex={current ? 0 : -1}
      onFocus={onFocus}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest("a, button, input")) return;
        // A click that ends a selection of text is no wish to open the row.
        if (window.getSelection()?.isCollapsed !== false) onOpen();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && event.target === event.currentTarget) onOpen();
      }}
      style={{ transform: `translateY(${top}px)` }}
      className={cn(
        "absolute inset-x-0 top-0 cursor-pointer border-b border-line text-meta hover:bg-hover focus-visible:bg-selected focus-visible:-outline-offset-2",
        compact ? "grid h-13 content-center gap-1 px-2" : "grid h-7 grid-cols-(--columns) items-center px-2",
        opened && "bg-selected hover:bg-selected",
      )}
    >
      {compact ? (
        <>
          <div className="flex min-w-0 items-center">{line(1)}</div>
          <div className="flex min-w-0 items-center text-muted">{line(2)}</div>
        </>
      ) : (
        cells.map(draw)
      )}
    </div>
  );
}

interface SparseCellProps<Data extends RowData> {
  cell: Cell<Features, Data, unknown>;
  compact: boolean;
  children: ReactNode;
}

function SparseCell<Data extends RowData>({ cell, compact, children }: SparseCellProps<Data>) {
  const { align, phone } = cell.column.columnDef.meta ?? {};
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
