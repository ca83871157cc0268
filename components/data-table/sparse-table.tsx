"use client";

import { useEffect, useRef, type ReactNode, type Ref } from "react";

import { isFocusFree } from "@/components/ui/boxes";
import { useIsHydrated } from "@/components/ui/use-browser-value";

import { gridTemplate, rowWidthPx, type Sort, type Table } from "./column";
import { HeaderRow } from "./header-row";
import { PhoneSkeleton } from "./phone-skeleton";
import { type Placed, SparseRow } from "./sparse-row";
import { scrollHeight } from "./sparse-scroll";
import { useGridKeys } from "./use-grid-keys";
import type { SparseView } from "./use-sparse-view";

const FRAME_ROWS = 10_000;

interface SparseTableProps<Row> {
  /** From `useDataTable`; its rows are those of `view.indices`, in order. */
  table: Table<Placed<Row>>;
  /** Both from `useSparseView`. */
  view: SparseView;
  scroller: Ref<HTMLDivElement>;
  label: string;
  sort?: Sort;
  onSortChange?: (sort: Sort) => void;
  /** Position of the row that is open beside the table. */
  opened?: number;
  /** Called with the row to open: on Enter, on a click, or when the current row changes while one is open. */
  onOpen: (index: number) => void;
  /** Shown after the last row. */
  footer?: ReactNode;
}

/** A table for any number of rows, which loads and renders only the visible ones. */
export function SparseTable<Row>({
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
  const { rows, shown } = table;
  const hasServerRows = !useIsHydrated() && count > 0;
  const go = (index: number) => {
    view.goTo(index);
    if (opened !== undefined) onOpen(index);
  };
  // When a row is closed, its line gets the focus back, unless something else has it.
  const wasOpened = useRef(opened);
  useEffect(() => {
    const closed = opened === undefined ? wasOpened.current : undefined;
    wasOpened.current = opened;
    if (closed !== undefined && closed >= 0 && isFocusFree()) view.goTo(closed);
  });
  const onKeyDown = useGridKeys({
    label,
    count,
    currentIndex,
    pageRows: () => pageRows,
    goTo: go,
    onEnter: onOpen,
  });

  const columns = shown.map(({ id, meta }) => `${id} ${meta?.align ?? ""}`).join("\n");
  // Rows keep their position in a frame that moves with the view, so that no number exceeds what a browser represents
  // exactly.
  const base = Math.floor((indices[0] ?? 0) / FRAME_ROWS) * FRAME_ROWS;
  return (
    <div
      ref={scroller}
      onScroll={(event) => view.onScroll(event.currentTarget.scrollTop)}
      className="relative min-h-0 flex-1 overflow-auto overscroll-contain"
    >
      {hasServerRows && <PhoneSkeleton label={label} />}
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={count + 1}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          const index = rowIndex(event.target);
          if (index !== undefined) view.setCurrentIndex(index);
        }}
        onClick={(event) => {
          const index = rowIndex(event.target);
          // A click that ends a text selection must not open the row.
          if (index !== undefined && window.getSelection()?.isCollapsed !== false) onOpen(index);
        }}
        style={{ "--columns": gridTemplate(table), minWidth: compact ? undefined : rowWidthPx(table) }}
        className={hasServerRows ? "max-sm:hidden" : undefined}
      >
        <HeaderRow table={table} sort={sort} onSortChange={onSortChange} className={compact ? "sr-only" : undefined} />
        <div role="rowgroup" className="relative" style={{ height: scrollHeight(extent) }}>
          <div
            role="presentation"
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${place.scrollTop - place.offset + base * view.rowPx}px)` }}
          >
            {indices.map((index, at) => {
              const row = rows[at];
              return (
                row && (
                  <SparseRow
                    key={index}
                    table={table}
                    row={row}
                    index={index}
                    top={(index - base) * view.rowPx}
                    current={index === currentIndex}
                    opened={index === opened}
                    compact={compact}
                    columns={columns}
                  />
                )
              );
            })}
          </div>
        </div>
      </div>
      {footer}
    </div>
  );
}

/** The position of the row that an event is about, unless something in it takes the event. */
function rowIndex(target: EventTarget): number | undefined {
  if (!(target instanceof Element) || target.closest("a, button, input")) return undefined;
  const row = target.closest<HTMLElement>("[data-index]");
  return row ? Number(row.dataset.index) : undefined;
}
