"use client";

import type { RowData } from "@tanstack/react-table";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { useRouter } from "next/navigation";
import { useEffect, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from "react";

import { isFocusFree } from "@/components/ui/boxes";

import { BodyRow } from "./body-row";
import type { Sort, Table } from "./column";
import { HeaderRow } from "./header-row";
import { selectPx } from "./pinned-columns";
import { useCompact } from "./use-compact";
import { useGridKeys } from "./use-grid-keys";
import { usePlace } from "./use-place";
import { type RowSelection, type SelectRows, useRowSelection } from "./use-row-selection";

export interface DataTableHandle {
  scrollToTop: () => void;
}

/** The row previewed beside the table. */
export interface Peek {
  id: string | null;
  onChange: (id: string | null) => void;
}

export interface DataTableProps<Row extends RowData> {
  /** From `useDataTable`. */
  table: Table<Row>;
  /** The accessible name. */
  label: string;
  /** The page of a row; every row is then a link. */
  rowHref?: (row: Row) => string;
  /** Whether there are rows beyond those loaded. */
  hasMore?: boolean;
  sort?: Sort;
  onSortChange?: (sort: Sort) => void;
  /** Called whenever the end of the loaded rows is near. */
  onEndReached?: () => void;
  /** Called when the reader leaves the top or returns to it. */
  onTopChange?: (atTop: boolean) => void;
  /** Shown after the last row: skeletons, the end, an error. */
  footer?: ReactNode;
  /** When given, rows can be selected by checkbox, `x` and Shift. */
  selection?: RowSelection;
  /** When given, a click previews a row beside the table, and the preview follows the current row. */
  peek?: Peek;
  ref?: Ref<DataTableHandle>;
}

const rowPx = 28;
const compactRowPx = 52;
const headerPx = 29;
const nearEndRows = 30;
const topPx = 4;

/** The one table: a virtual ARIA grid of rows that are links, driven by keyboard. */
export function DataTable<Row extends RowData>({
  table,
  label,
  rowHref,
  hasMore = false,
  sort,
  onSortChange,
  onEndReached,
  onTopChange,
  footer,
  selection,
  peek,
  ref,
}: DataTableProps<Row>) {
  const router = useRouter();
  const compact = useCompact();
  const scroller = useRef<HTMLDivElement>(null);
  const wanted = useRef<number>(undefined);
  const { recalled, place } = usePlace();
  const [currentId, setCurrentId] = useState(recalled?.rowId);
  const { rows } = table.getRowModel();
  const currentIndex = currentId === undefined ? -1 : rows.findIndex((row) => row.id === currentId);
  const select = useRowSelection(
    rows.map(({ id }) => id),
    selection,
  );
  const shownHeaderPx = compact ? 0 : headerPx;

  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (compact ? compactRowPx : rowPx),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 16,
    initialOffset: recalled?.offsetPx,
    scrollMargin: shownHeaderPx,
    scrollPaddingStart: shownHeaderPx,
    // The row that has the focus stays in the document, or the keyboard would lose its place.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      return currentIndex < 0 || shown.includes(currentIndex)
        ? shown
        : [...shown, currentIndex].toSorted((a, b) => a - b);
    },
  });
  useEffect(() => virtualizer.measure(), [virtualizer, compact]);

  const moved = (offsetPx: number) => {
    place.current = { ...place.current, offsetPx };
    onTopChange?.(offsetPx <= topPx);
  };

  const items = virtualizer.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (lastShown >= rows.length - nearEndRows) onEndReached?.();
  }, [lastShown, rows.length, onEndReached]);

  const setCurrent = (rowId: string | undefined) => {
    place.current = { ...place.current, rowId };
    setCurrentId(rowId);
  };
  const focusRow = (index: number) => {
    wanted.current = index;
    setCurrent(rows[index]?.id);
    if (peek && peek.id !== null) peek.onChange(rows[index]?.id ?? null);
    virtualizer.scrollToIndex(index, { align: "auto" });
  };
  // Back on the page, or after closing a preview, the row that opened it gets the focus again.
  const isReturning = useRef(recalled?.rowId !== undefined);
  const peeked = useRef(peek?.id ?? null);
  useEffect(() => {
    const isClosed = peeked.current !== null && peek?.id === null;
    peeked.current = peek?.id ?? null;
    if ((!isClosed && !isReturning.current) || currentIndex < 0) return;
    isReturning.current = false;
    if (isFocusFree()) wanted.current = currentIndex;
  });
  // A row scrolled to exists only after a render or two.
  useEffect(() => {
    if (wanted.current === undefined) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`);
    if (!row) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
  });
  useImperativeHandle(ref, () => ({ scrollToTop: () => virtualizer.scrollToOffset(0) }), [virtualizer]);

  const open = (index: number, inNewTab: boolean) => {
    const row = rows[index];
    const href = row && rowHref?.(row.original);
    if (!href) return;
    if (inNewTab) window.open(href, "_blank", "noopener");
    else router.push(href);
  };
  const togglePeek = (index: number) => {
    const id = rows[index]?.id ?? null;
    peek?.onChange(peek.id === id ? null : id);
  };
  const leave = () => {
    if (peek && peek.id !== null) peek.onChange(null);
    else select?.clear();
  };
  const onKeyDown = useGridKeys({
    label,
    count: rows.length,
    currentIndex,
    pageRows: () => Math.floor((scroller.current?.clientHeight ?? 0) / (compact ? compactRowPx : rowPx)) - 1,
    goTo: focusRow,
    onSelectAll: select && (() => select.isAll || select.toggleAll()),
    shortcuts: [
      ...(select ? selectKeys(select, Math.max(currentIndex, 0)) : []),
      ...(peek ? [{ keys: "p", description: "Preview row", run: () => togglePeek(Math.max(currentIndex, 0)) }] : []),
      ...(peek || select ? [{ keys: "escape", description: "Close preview, then clear selection", run: leave }] : []),
    ],
  });

  const columns = table.getVisibleLeafColumns();
  const sizes = columns
    .map((column) => (column.columnDef.meta?.grow ? `minmax(${column.getSize()}px, 1fr)` : `${column.getSize()}px`))
    .join(" ");
  const template = select ? `${selectPx}px ${sizes}` : sizes;
  const tabIndex = currentIndex < 0 ? 0 : currentIndex;
  return (
    <div
      ref={scroller}
      onScroll={(event) => moved(event.currentTarget.scrollTop)}
      className="relative min-h-0 flex-1 overflow-auto overscroll-contain"
    >
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
        aria-multiselectable={select ? true : undefined}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        style={{
          "--columns": template,
          minWidth: compact ? undefined : table.getTotalSize() + 16 + (select ? selectPx : 0),
        }}
      >
        <HeaderRow
          table={table}
          sort={sort}
          onSortChange={onSortChange}
          select={select}
          className={compact ? "sr-only" : undefined}
        />
        <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index];
            if (!row) return undefined;
            return (
              <BodyRow
                key={row.id}
                table={table}
                row={row}
                top={item.start - shownHeaderPx}
                href={rowHref?.(row.original)}
                current={item.index === tabIndex}
                compact={compact}
                select={select}
                peeked={peek?.id === row.id}
                onFocus={() => setCurrent(row.id)}
                onOpen={(inNewTab) => open(item.index, inNewTab)}
                onPeek={peek && !compact ? () => togglePeek(item.index) : undefined}
              />
            );
          })}
        </div>
      </div>
      {footer}
    </div>
  );
}

function selectKeys(select: SelectRows, index: number) {
  return [
    { keys: "x", description: "Select row", run: () => select.toggle(index, false) },
    { keys: "shift+x", description: "Select rows up to this one", run: () => select.toggle(index, true) },
  ];
}
