"use client";

import type { Header, RowData } from "@tanstack/react-table";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useRef, useState, type DragEvent, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";

import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";

import { type Features, pinnedClass, selectPx, type Table } from "./column";
import { moveBefore, moveColumn } from "./move-column";

/** How much one press of an arrow key changes a width. */
const resizeStepPx = 16;

interface HeaderRowProps<Row extends RowData> {
  table: Table<Row>;
  className?: string;
}

/**
 * One tab stop: left and right move between headers, Enter sorts, Shift with an arrow changes the width, Alt with an
 * arrow moves the column, as dragging it does.
 */
export function HeaderRow<Row extends RowData>({ table, className }: HeaderRowProps<Row>) {
  const [dragged, setDragged] = useState<string>();
  // The click that follows the dragging of an edge is not one on the header.
  const isEdge = useRef(false);
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const selects = table.options.enableRowSelection === true;
  const startPx = selects ? selectPx : 0;
  const hasPinned = headers.some(({ column }) => column.getIsPinned());
  const drop = (event: DragEvent, before: string) => {
    event.preventDefault();
    if (dragged !== undefined) moveBefore(table, dragged, before);
    setDragged(undefined);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, { column }: Header<Features, Row>) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if ((event.key === "Enter" || event.key === " ") && column.getCanSort()) column.toggleSorting();
    else if (step !== undefined && event.shiftKey)
      table.setColumnSizing((sizes) => ({ ...sizes, [column.id]: column.getSize() + step * resizeStepPx }));
    else if (step !== undefined && event.altKey) moveColumn(table, column.id, step);
    else if (step !== undefined) focusSibling(event.currentTarget, step);
    else return;
    event.preventDefault();
  };
  return (
    <div role="rowgroup" className={cn("sticky top-0 z-10 border-b border-line bg-page", className)}>
      <div
        role="row"
        aria-rowindex={1}
        onMouseDownCapture={({ target }) => {
          isEdge.current = target instanceof HTMLElement && target.dataset["edge"] !== undefined;
        }}
        className="grid h-7 grid-cols-(--columns) items-stretch bg-page px-2"
      >
        {selects && (
          <div role="columnheader" className={cn("flex items-center px-2", hasPinned && `${pinnedClass} left-0`)}>
            <Checkbox
              aria-label="Select all loaded rows"
              tabIndex={-1}
              onKeyDown={(event) => {
                if (event.key !== "ArrowRight") return;
                event.preventDefault();
                focusSibling(event.currentTarget.closest("[role=columnheader]"), 1);
              }}
              checked={table.getIsAllRowsSelected() ? true : table.getIsSomeRowsSelected() ? "indeterminate" : false}
              onCheckedChange={() => table.toggleAllRowsSelected(undefined, { deselectAll: true })}
            />
          </div>
        )}
        {headers.map((header, index) => {
          const { id, column } = header;
          const { header: name, meta: { align, sort } = {} } = column.columnDef;
          const content: ReactNode = typeof name === "function" ? name(header.getContext()) : name;
          const sorted = column.getIsSorted();
          const Arrow = sorted === "asc" ? ArrowUp : ArrowDown;
          const isPinned = column.getIsPinned() !== false;
          return (
            <div
              key={id}
              role="columnheader"
              tabIndex={index === 0 ? 0 : -1}
              aria-sort={sorted ? (sorted === "asc" ? "ascending" : "descending") : sort && "none"}
              draggable
              onDragStart={() => setDragged(id)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => drop(event, id)}
              onClick={() => {
                if (!isEdge.current && column.getCanSort()) column.toggleSorting();
              }}
              onKeyDown={(event) => onKeyDown(event, header)}
              style={{ left: isPinned ? startPx + column.getStart("start") : undefined }}
              className={cn(
                "group relative flex min-w-0 items-center gap-1 px-2 text-meta text-muted select-none focus-visible:-outline-offset-2",
                sort && "cursor-pointer hover:text-ink",
                sorted && "font-medium text-ink",
                align === "end" && "justify-end",
                isPinned && pinnedClass,
                dragged === id && "opacity-50",
              )}
            >
              <span className="truncate">{content}</span>
              {sorted && <Arrow aria-hidden className="size-3 shrink-0" />}
              {column.getCanResize() && <Edge header={header} />}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The right edge of a column header, to drag; keyboard handling is on the header itself. */
function Edge<Row extends RowData>({ header }: { header: Header<Features, Row> }) {
  return (
    <span
      aria-hidden
      data-edge=""
      onMouseDown={(event: MouseEvent) => {
        // Otherwise the browser would drag the whole header.
        event.preventDefault();
        if (event.button === 0) header.getResizeHandler()(event);
      }}
      onTouchStart={(event) => header.getResizeHandler()(event)}
      className="absolute inset-y-1 -right-1 z-1 w-2 cursor-col-resize touch-none after:absolute after:inset-y-0 after:left-1/2 after:w-px group-hover:after:bg-line-strong hover:after:bg-accent"
    />
  );
}

function focusSibling(header: Element | null, step: number): void {
  const sibling = step < 0 ? header?.previousElementSibling : header?.nextElementSibling;
  if (sibling instanceof HTMLElement) (sibling.querySelector<HTMLElement>("[role=checkbox]") ?? sibling).focus();
}
