"use client";

import type { RowData } from "@tanstack/react-table";
import Link from "next/link";
import { useMemo, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";

import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";

import { type DataRow, pinnedClass, selectPx, type ShownColumn } from "./column";
import { useOneStop } from "./use-one-stop";

interface BodyRowProps<Data extends RowData> {
  row: DataRow<Data>;
  /** Its distance from the top of the body, in pixels. */
  top: number;
  /** Its position among all rows. */
  index: number;
  /** The columns that are shown, and their widths: the cells render again when they change. */
  columns: readonly ShownColumn<Data>[];
  sizes: Readonly<Record<string, number>>;
  href: string | undefined;
  /** Whether Tab focuses it. */
  current: boolean;
  compact: boolean;
  /** Selects it or not; with `range`, all rows from the last selected one to it. */
  onSelect?: (range: boolean) => void;
  /** Whether its preview is open beside the table. */
  peeked?: boolean;
  onFocus: () => void;
  onOpen: (inNewTab: boolean) => void;
  /** Opens its preview beside the table; then only the link itself leads to its page. */
  onPeek?: () => void;
}

/** A row that is one link: its primary cell has the link, which covers the others unless the row has a preview. */
export function BodyRow<Data extends RowData>({
  row,
  top,
  index,
  columns,
  sizes,
  href,
  current,
  compact,
  onSelect,
  peeked,
  onFocus,
  onOpen,
  onPeek,
}: BodyRowProps<Data>) {
  const line = useOneStop(current);
  const isSelected = onSelect !== undefined && row.getIsSelected();
  const hasPinned = row.getStartVisibleCells().length > 0;
  const covers = !onPeek;
  const startPx = onSelect ? selectPx : 0;
  // Scrolling, selecting and moving through the rows render no cells.
  const cells = useMemo(
    () =>
      row.getVisibleCells().map((cell) => ({
        line: cell.column.columnDef.meta?.phone?.line,
        content: <BodyCell key={cell.id} cell={cell} href={href} compact={compact} covers={covers} startPx={startPx} />,
      })),
    [row, columns, sizes, href, compact, covers, startPx], // oxlint-disable-line react/exhaustive-deps -- the row reads both from its table
  );
  const phoneLine = (number: 1 | 2) => cells.flatMap((cell) => (cell.line === number ? [cell.content] : []));
  const click = (event: MouseEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest("a, button, input")) return;
    if (event.type === "auxclick" ? event.button !== 1 : hasTextSelection()) return;
    if (onSelect && event.shiftKey) onSelect(true);
    else if (onPeek && event.button === 0 && !newTabKey(event)) onPeek();
    else onOpen(event.button === 1 || newTabKey(event));
  };
  const box = (className: string | undefined) =>
    onSelect && (
      <div role="gridcell" className={cn("z-1 flex items-center px-2", className)}>
        <Checkbox
          aria-label="Select"
          tabIndex={-1}
          checked={isSelected}
          onClick={(event) => {
            event.preventDefault();
            onSelect(event.shiftKey);
          }}
        />
      </div>
    );
  return (
    <div
      ref={line}
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      aria-selected={onSelect ? isSelected : peeked}
      tabIndex={current ? 0 : -1}
      onFocus={onFocus}
      onClick={click}
      onAuxClick={click}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        if (event.key === "Enter") onOpen(newTabKey(event));
        if (event.key === " " && onPeek) {
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
        (href || onPeek) && "cursor-pointer",
      )}
    >
      {compact ? (
        <>
          <div className="flex min-w-0 items-center">
            {box("-my-2 px-1")}
            {phoneLine(1)}
          </div>
          <div className="flex min-w-0 items-center text-muted">{phoneLine(2)}</div>
        </>
      ) : (
        <>
          {box(hasPinned ? `${pinnedClass} left-0` : undefined)}
          {cells.map(({ content }) => content)}
        </>
      )}
    </div>
  );
}

interface BodyCellProps<Data extends RowData> {
  cell: ReturnType<DataRow<Data>["getVisibleCells"]>[number];
  href: string | undefined;
  compact: boolean;
  /** Whether the link covers the whole row. */
  covers: boolean;
  /** Where pinned columns begin. */
  startPx: number;
}

function BodyCell<Data extends RowData>({ cell, href, compact, covers, startPx }: BodyCellProps<Data>) {
  const { column } = cell;
  const { align, phone, primary, raised } = column.columnDef.meta ?? {};
  const isPinned = !compact && column.getIsPinned() !== false;
  const { cell: draw } = column.columnDef;
  // Called rather than rendered: columns that change would have other components, and their cells would lose the focus.
  const content: ReactNode = typeof draw === "function" ? draw(cell.getContext()) : draw;
  return (
    <div
      role="gridcell"
      style={{ left: isPinned ? startPx + column.getStart("start") : undefined }}
      className={cn(
        "min-w-0 truncate px-2",
        isPinned && `${pinnedClass} leading-7`,
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
          {content}
        </Link>
      ) : (
        content
      )}
    </div>
  );
}

function newTabKey(event: MouseEvent | KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey;
}

// A click that ends a text selection must not leave the page.
function hasTextSelection(): boolean {
  return window.getSelection()?.isCollapsed === false;
}
