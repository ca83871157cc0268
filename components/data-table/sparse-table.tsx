"use client";

import type { RowData } from "@tanstack/react-table";
import type { KeyboardEvent, ReactNode, Ref } from "react";

import { useShortcuts } from "@/components/ui/shortcuts";

import type { Sort, Table } from "./column";
import { HeaderRow } from "./header-row";
import { SparseRow } from "./sparse-row";
import { scrollHeight } from "./sparse-scroll";
import type { SparseView } from "./use-sparse-view";

interface SparseTableProps<Row extends RowData> {
  /** From `useDataTable`: its rows are those of `view.indices`, in their order. */
  table: Table<Row>;
  /** From `useSparseView`, both. */
  view: SparseView;
  scroller: Ref<HTMLDivElement>;
  label: string;
  sort?: Sort;
  onSortChange?: (sort: Sort) => void;
  /** Position of the row that is open beside the table. */
  opened?: number;
  /** Told which row to open: by Enter, a click, or on the way from row to row while one is open. */
  onOpen: (index: number) => void;
  /** Scrolls along after the last row. */
  footer?: ReactNode;
}

/** The one table for rows that are read where they are looked at: as many as there are, none drawn that is not seen. */
export function SparseTable<Row extends RowData>({
  table,
  view,
  scroller,
  label,
  sort,
  onSortChange,
  opened,
  onOpen,
  footer,
}: SparseTableProps<Row>) {
  const { compact, count, currentIndex, indices, place, extent, pageRows } = view;
  const { rows } = table.getRowModel();
  const go = (index: number) => {
    const to = Math.max(0, Math.min(index, count - 1));
    view.goTo(to);
    if (opened !== undefined) onOpen(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const onRow = event.target instanceof HTMLElement && event.target.dataset.index !== undefined;
    const onHeader = event.target instanceof Element && event.target.role === "columnheader";
    if (event.altKey || event.metaKey || event.ctrlKey || (!onRow && !onHeader)) return;
    if (event.key === "ArrowUp" && currentIndex === 0)
      event.currentTarget.querySelector<HTMLElement>("[role=columnheader]")?.focus();
    else if (event.key === "ArrowDown") go(onHeader ? 0 : currentIndex + 1);
    else if (onHeader) return;
    else if (event.key === "ArrowUp") go(currentIndex - 1);
    else if (event.key === "PageDown") go(currentIndex + pageRows);
    else if (event.key === "PageUp") go(currentIndex - pageRows);
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(count - 1);
    else return;
    event.preventDefault();
  };
  useShortcuts(label, [
    { keys: "j", description: "Next row", run: () => go(currentIndex + 1) },
    { keys: "k", description: "Previous row", run: () => go(currentIndex - 1) },
  ]);

  const template = table
    .getVisibleLeafColumns()
    .map((column) => (column.columnDef.meta?.grow ? `minmax(${column.getSize()}px, 1fr)` : `${column.getSize()}px`))
    .join(" ");
  return (
    <div
      ref={scroller}
      onScroll={(event) => view.onScroll(event.currentTarget.scrollTop)}
      className="relative min-h-0 flex-1 overflow-auto overscroll-contain"
    >
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={count + 1}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        style={{ "--columns": template, minWidth: compact ? undefined : table.getTotalSize() + 16 }}
      >
        <HeaderRow table={table} sort={sort} onSortChange={onSortChange} className={compact ? "sr-only" : undefined} />
        <div role="rowgroup" className="relative" style={{ height: scrollHeight(extent) }}>
          {indices.map((index, at) => {
            const row = rows[at];
            return (
              row && (
                <SparseRow
                  key={index}
                  table={table}
                  row={row}
                  index={index}
                  top={place.scrollTop + index * view.rowPx - place.offset}
                  current={index === currentIndex}
                  opened={index === opened}
                  compact={compact}
                  onFocus={() => view.setCurrentIndex(index)}
                  onOpen={() => onOpen(index)}
                />
              )
            );
          })}
        </div>
      </div>
      {footer}
    </div>
  );
}
