"use client";

import type { Header, RowData } from "@tanstack/react-table";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useState, type DragEvent, type KeyboardEvent } from "react";

import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";

import type { Features, Sort, Table } from "./column";
import { moveBefore, moveColumn } from "./column-layout";
import { pinnedClass, pinnedOffsets, selectPx } from "./pinned-columns";
import { ResizeHandle, resizeStepPx } from "./resize-handle";
import type { SelectRows } from "./use-row-selection";

interface HeaderRowProps<Row extends RowData> {
  table: Table<Row>;
  sort?: Sort;
  onSortChange?: (sort: Sort) => void;
  select?: SelectRows;
  className?: string;
}

/**
 * One tab stop: left and right move between headers, Enter sorts, Shift with an arrow changes the width, Alt with one
 * moves the column, as dragging it does.
 */
export function HeaderRow<Row extends RowData>({ table, sort, onSortChange, select, className }: HeaderRowProps<Row>) {
  const [dragged, setDragged] = useState<string>();
  const headers = table.getHeaderGroups().flatMap((group) => group.headers);
  const { layout, setLayout } = table.options.meta ?? {};
  const ids = table.getAllLeafColumns().map(({ id }) => id);
  const offsets = pinnedOffsets(table, select ? selectPx : 0);
  const sortBy = ({ column }: Header<Features, Row>) => {
    const first = column.columnDef.meta?.sort;
    if (!first || !onSortChange) return;
    const other = first === "asc" ? "desc" : "asc";
    onSortChange({ id: column.id, direction: sort?.id === column.id && sort.direction === first ? other : first });
  };
  const move = (id: string, step: number) => {
    const shown = table.getVisibleLeafColumns().map((column) => column.id);
    if (layout) setLayout?.(moveColumn(layout, ids, shown, id, step));
  };
  const drop = (event: DragEvent, before: string) => {
    event.preventDefault();
    if (layout && dragged !== undefined) setLayout?.(moveBefore(layout, ids, dragged, before));
    setDragged(undefined);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, header: Header<Features, Row>) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === "Enter" || event.key === " ") sortBy(header);
    else if (step !== undefined && event.shiftKey) resize(table, header, header.getSize() + step * resizeStepPx);
    else if (step !== undefined && event.altKey) move(header.column.id, step);
    else if (step !== undefined) focusSibling(event.currentTarget, step);
    else return;
    event.preventDefault();
  };
  return (
    <div role="rowgroup" className={cn("sticky top-0 z-10 border-b border-line bg-page", className)}>
      <div role="row" aria-rowindex={1} className="grid h-7 grid-cols-(--columns) items-stretch bg-page px-2">
        {select && (
          <div
            role="columnheader"
            className={cn("flex items-center px-2", offsets.size > 0 && `${pinnedClass} left-0`)}
          >
            <Checkbox
              aria-label="Select all loaded rows"
              tabIndex={-1}
              onKeyDown={(event) => {
                if (event.key !== "ArrowRight") return;
                event.preventDefault();
                focusSibling(event.currentTarget.closest("[role=columnheader]"), 1);
              }}
              checked={select.isAll ? true : select.isSome ? "indeterminate" : false}
              onCheckedChange={select.toggleAll}
            />
          </div>
        )}
        {headers.map((header, index) => {
          const { sort: first, align, grow } = header.column.columnDef.meta ?? {};
          const { id } = header.column;
          const sorted = sort?.id === id ? sort.direction : undefined;
          const Arrow = sorted === "asc" ? ArrowUp : ArrowDown;
          return (
            <div
              key={header.id}
              role="columnheader"
              tabIndex={index === 0 ? 0 : -1}
              aria-sort={sorted ? (sorted === "asc" ? "ascending" : "descending") : first && "none"}
              draggable
              onDragStart={() => setDragged(id)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => drop(event, id)}
              onClick={() => sortBy(header)}
              onKeyDown={(event) => onKeyDown(event, header)}
              style={{ left: offsets.get(id) }}
              className={cn(
                "group relative flex min-w-0 items-center gap-1 px-2 text-meta text-muted select-none focus-visible:-outline-offset-2",
                first && "cursor-pointer hover:text-ink",
                sorted && "font-medium text-ink",
                align === "end" && "justify-end",
                offsets.has(id) && pinnedClass,
                dragged === id && "opacity-50",
              )}
            >
              <span className="truncate">
                <table.FlexRender header={header} />
              </span>
              {sorted && <Arrow aria-hidden className="size-3 shrink-0" />}
              {!grow && <ResizeHandle onResize={(width) => resize(table, header, width)} />}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function resize<Row extends RowData>(table: Table<Row>, header: Header<Features, Row>, width: number): void {
  const { minSize = 40, maxSize = 1_200 } = header.column.columnDef;
  const clamped = Math.round(Math.max(minSize, Math.min(width, maxSize)));
  table.setColumnSizing((sizes) => ({ ...sizes, [header.column.id]: clamped }));
}

function focusSibling(header: Element | null, step: number): void {
  const sibling = step < 0 ? header?.previousElementSibling : header?.nextElementSibling;
  if (sibling instanceof HTMLElement) (sibling.querySelector<HTMLElement>("[role=checkbox]") ?? sibling).focus();
}
