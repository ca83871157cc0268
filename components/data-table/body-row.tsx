"use client";

import type { Cell, Row, RowData } from "@tanstack/react-table";
import Link from "next/link";
import type { KeyboardEvent, MouseEvent, ReactNode } from "react";

import { cn } from "@/components/ui/cn";

import type { Features, Table } from "./column";

interface BodyRowProps<Data extends RowData> {
  table: Table<Data>;
  row: Row<Features, Data>;
  /** Its distance from the top of the body, in pixels. */
  top: number;
  href: string | undefined;
  /** Whether Tab leads to it. */
  current: boolean;
  compact: boolean;
  onFocus: () => void;
  onOpen: (inNewTab: boolean) => void;
}

/** A row that is one link: its primary cell holds the link, which covers the others. */
export function BodyRow<Data extends RowData>({
  table,
  row,
  top,
  href,
  current,
  compact,
  onFocus,
  onOpen,
}: BodyRowProps<Data>) {
  const cells = row.getVisibleCells();
  const draw = (cell: Cell<Features, Data, unknown>) => (
    <BodyCell key={cell.id} cell={cell} href={href} compact={compact}>
      <table.FlexRender cell={cell} />
    </BodyCell>
  );
  const line = (number: 1 | 2) => cells.filter((cell) => cell.column.columnDef.meta?.phone?.line === number).map(draw);
  const click = (event: MouseEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest("a, button, input")) return;
    if (event.type === "auxclick" ? event.button === 1 : !hasSelection())
      onOpen(event.button === 1 || newTabKey(event));
  };
  return (
    <div
      role="row"
      aria-rowindex={row.index + 2}
      data-index={row.index}
      tabIndex={current ? 0 : -1}
      onFocus={onFocus}
      onClick={click}
      onAuxClick={click}
      onKeyDown={(event) => {
        if (event.key === "Enter" && event.target === event.currentTarget) onOpen(newTabKey(event));
      }}
      style={{ transform: `translateY(${top}px)` }}
      className={cn(
        "absolute inset-x-0 top-0 border-b border-line text-meta hover:bg-hover focus-visible:bg-selected focus-visible:-outline-offset-2",
        compact ? "grid h-13 content-center gap-1 px-2" : "grid h-7 grid-cols-(--columns) items-center px-2",
        href && "cursor-pointer",
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

interface BodyCellProps<Data extends RowData> {
  cell: Cell<Features, Data, unknown>;
  href: string | undefined;
  compact: boolean;
  children: ReactNode;
}

function BodyCell<Data extends RowData>({ cell, href, compact, children }: BodyCellProps<Data>) {
  const { align, phone, primary, raised } = cell.column.columnDef.meta ?? {};
  return (
    <div
      role="gridcell"
      className={cn(
        "min-w-0 truncate px-2",
        compact ? phone?.grow && "flex-1" : align === "end" && "text-right",
        compact && !phone?.grow && "shrink-0",
        raised && "z-1 justify-self-start",
        raised && align === "end" && "justify-self-end",
      )}
    >
      {primary && href ? (
        <Link href={href} prefetch={false} tabIndex={-1} className="after:absolute after:inset-0">
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

// A click that ends a selection of text is no wish to leave the page.
function hasSelection(): boolean {
  return window.getSelection()?.isCollapsed === false;
}
