"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { useState, type DragEvent, type KeyboardEvent } from "react";

import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";

import { columnPx, type DataColumn, type Sort, type Table } from "./column";
import { moveBefore, moveColumn } from "./column-layout";
import { pinnedClass, pinnedOffsets, selectPx } from "./pinned-columns";
import { ResizeHandle, resizeStepPx } from "./resize-handle";
import type { SelectRows } from "./use-row-selection";

/** What a user may make a column's width, pixels. */
const [minPx, maxPx] = [40, 1_200];

interface HeaderRowProps<Row> {
  table: Table<Row>;
  sort?: Sort;
  onSortChange?: (sort: Sort) => void;
  select?: SelectRows;
  className?: string;
}

/**
 * One tab stop: left and right move between headers, Enter sorts, Shift with an arrow changes the width, Alt with an
 * arrow moves the column, as dragging it does.
 */
export function HeaderRow<Row>({ table, sort, onSortChange, select, className }: HeaderRowProps<Row>) {
  const [dragged, setDragged] = useState<string>();
  const { layout, setLayout } = table;
  const ids = table.columns.map(({ id }) => id);
  const offsets = pinnedOffsets(table, select ? selectPx : 0);
  const sortBy = ({ id, meta }: DataColumn<Row>) => {
    const first = meta?.sort;
    if (!first || !onSortChange) return;
    const other = first === "asc" ? "desc" : "asc";
    onSortChange({ id, direction: sort?.id === id && sort.direction === first ? other : first });
  };
  const move = (id: string, step: number) => {
    const shown = table.shown.map((column) => column.id);
    setLayout(moveColumn(layout, ids, shown, id, step));
  };
  const drop = (event: DragEvent, before: string) => {
    event.preventDefault();
    if (dragged !== undefined) setLayout(moveBefore(layout, ids, dragged, before));
    setDragged(undefined);
  };
  const resize = ({ id }: DataColumn<Row>, width: number) => {
    const px = Math.round(Math.max(minPx, Math.min(width, maxPx)));
    setLayout({ ...layout, sizes: { ...layout.sizes, [id]: px } });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, column: DataColumn<Row>) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === "Enter" || event.key === " ") sortBy(column);
    else if (step !== undefined && event.shiftKey) resize(column, columnPx(table, column) + step * resizeStepPx);
    else if (step !== undefined && event.altKey) move(column.id, step);
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
        {table.shown.map((column, index) => {
          const { id, header, meta: { sort: first, align, grow } = {} } = column;
          const sorted = sort?.id === id ? sort.direction : undefined;
          const Arrow = sorted === "asc" ? ArrowUp : ArrowDown;
          return (
            <div
              key={id}
              role="columnheader"
              tabIndex={index === 0 ? 0 : -1}
              aria-sort={sorted ? (sorted === "asc" ? "ascending" : "descending") : first && "none"}
              draggable
              onDragStart={() => setDragged(id)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => drop(event, id)}
              onClick={() => sortBy(column)}
              onKeyDown={(event) => onKeyDown(event, column)}
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
              <span className="truncate">{typeof header === "string" ? header : header()}</span>
              {sorted && <Arrow aria-hidden className="size-3 shrink-0" />}
              {!grow && <ResizeHandle onResize={(width) => resize(column, width)} />}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function focusSibling(header: Element | null, step: number): void {
  const sibling = step < 0 ? header?.previousElementSibling : header?.nextElementSibling;
  if (sibling instanceof HTMLElement) (sibling.querySelector<HTMLElement>("[role=checkbox]") ?? sibling).focus();
}
