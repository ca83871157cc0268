"use client";

import Link from "next/link";
import type { KeyboardEvent, MouseEvent, ReactNode } from "react";

import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";

import type { DataColumn, DataRow, Table } from "./column";
import { pinnedClass, pinnedOffsets, selectPx } from "./pinned-columns";
import { useOneStop } from "./use-one-stop";
import type { SelectRows } from "./use-row-selection";

interface BodyRowProps<Data> {
  table: Table<Data>;
  row: DataRow<Data>;
  /** Its distance from the top of the body, in pixels. */
  top: number;
  href: string | undefined;
  /** Whether Tab focuses it. */
  current: boolean;
  compact: boolean;
  select?: SelectRows;
  /** Whether its preview is open beside the table. */
  peeked?: boolean;
  onFocus: () => void;
  onOpen: (inNewTab: boolean) => void;
  /** Opens its preview beside the table; then only the link itself leads to its page. */
  onPeek?: () => void;
}

/** A row that is one link: its primary cell has the link, which covers the others unless the row has a preview. */
export function BodyRow<Data>({
  table,
  row,
  top,
  href,
  current,
  compact,
  select,
  peeked = false,
  onFocus,
  onOpen,
  onPeek,
}: BodyRowProps<Data>) {
  const line = useOneStop(current);
  const isSelected = select?.has(row.id) ?? false;
  const offsets = pinnedOffsets(table, select ? selectPx : 0);
  const draw = (column: DataColumn<Data>) => (
    <BodyCell
      key={column.id}
      column={column}
      href={href}
      compact={compact}
      covers={!onPeek}
      pinnedPx={compact ? undefined : offsets.get(column.id)}
    >
      {column.cell(row.original)}
    </BodyCell>
  );
  const phoneLine = (number: 1 | 2) => table.shown.filter(({ meta }) => meta?.phone?.line === number).map(draw);
  const click = (event: MouseEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest("a, button, input")) return;
    if (event.type === "auxclick" ? event.button !== 1 : hasSelection()) return;
    if (select && event.shiftKey) select.toggle(row.index, true);
    else if (onPeek && event.button === 0 && !newTabKey(event)) onPeek();
    else onOpen(event.button === 1 || newTabKey(event));
  };
  return (
    <div
      ref={line}
      role="row"
      aria-rowindex={row.index + 2}
      data-index={row.index}
      aria-selected={select ? isSelected : undefined}
      tabIndex={current ? 0 : -1}
      onFocus={onFocus}
      onClick={click}
      onAuxClick={click}
      onKeyDown={(event) => {
        if (event.key === "Enter" && event.target === event.currentTarget) onOpen(newTabKey(event));
        if (event.key === " " && event.target === event.currentTarget && onPeek) {
          event.preventDefault();
          onPeek();
        }
      }}
      style={{ transform: `translateY(${top}px)` }}
      className={cn(
        "absolute inset-x-0 top-0 border-b border-line bg-page text-meta hover:bg-hover focus-visible:bg-selected focus-visible:-outline-offset-2",
        isSelected && "bg-accent-soft hover:bg-accent-soft",
        peeked && "bg-selected hover:bg-selected",
        compact ? "grid h-13 content-center gap-1 px-2" : "grid h-7 grid-cols-(--columns) items-center px-2",
        href && "cursor-pointer",
      )}
    >
      {compact ? (
        <>
          <div className="flex min-w-0 items-center">
            {select && <SelectBox select={select} index={row.index} id={row.id} className="-my-2 px-1" />}
            {phoneLine(1)}
          </div>
          <div className="flex min-w-0 items-center text-muted">{phoneLine(2)}</div>
        </>
      ) : (
        <>
          {select && (
            <SelectBox
              select={select}
              index={row.index}
              id={row.id}
              className={offsets.size > 0 ? `${pinnedClass} left-0` : undefined}
            />
          )}
          {table.shown.map(draw)}
        </>
      )}
    </div>
  );
}

interface SelectBoxProps {
  select: SelectRows;
  index: number;
  id: string;
  className?: string;
}

function SelectBox({ select, index, id, className }: SelectBoxProps) {
  return (
    <div role="gridcell" className={cn("z-1 flex items-center px-2", className)}>
      <Checkbox
        aria-label="Select"
        tabIndex={-1}
        checked={select.has(id)}
        onClick={(event) => {
          event.preventDefault();
          select.toggle(index, event.shiftKey);
        }}
      />
    </div>
  );
}

interface BodyCellProps<Data> {
  column: DataColumn<Data>;
  href: string | undefined;
  compact: boolean;
  /** Whether the link covers the whole row. */
  covers: boolean;
  /** Its position when the table is scrolled sideways. */
  pinnedPx: number | undefined;
  children: ReactNode;
}

function BodyCell<Data>({ column, href, compact, covers, pinnedPx, children }: BodyCellProps<Data>) {
  const { align, phone, primary, raised } = column.meta ?? {};
  return (
    <div
      role="gridcell"
      style={{ left: pinnedPx }}
      className={cn(
        "min-w-0 truncate px-2",
        pinnedPx !== undefined && `${pinnedClass} leading-7`,
        compact ? phone?.grow && "flex-1" : align === "end" && "text-right",
        compact && !phone?.grow && "max-w-3/5 shrink-0",
        raised && "z-1 max-w-full justify-self-start",
        raised && align === "end" && "justify-self-end",
      )}
    >
      {primary && href ? (
        <Link
          href={href}
          prefetch={false}
          tabIndex={-1}
          className={covers ? "after:absolute after:inset-0" : "hover:underline"}
        >
          {children}
        </Link>
      ) : (
        children
      )}
    </div>
  );
}

function newTabKey(event: MouseEvent | KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey;
}

// A click that ends a text selection must not leave the page.
function hasSelection(): boolean {
  return window.getSelection()?.isCollapsed === false;
}
