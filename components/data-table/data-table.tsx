"use client";

import { constructRow, type RowData } from "@tanstack/react-table";
import { useRouter } from "next/navigation";
import { useEffect, useImperativeHandle, useRef, useState, type ComponentProps, type ReactNode, type Ref } from "react";

import { isFocusFree } from "@/components/ui/boxes";
import { useIsHydrated } from "@/components/ui/use-browser-value";
import { useLineFocus } from "@/components/ui/use-line-focus";
import { useVirtualIndexes } from "@/components/ui/use-virtual-rows";

import { BodyRow } from "./body-row";
import { type DataRow, selectPx, type Table } from "./column";
import { limitedPx } from "./column-layout";
import { HeaderRow } from "./header-row";
import { PhoneSkeleton } from "./phone-skeleton";
import { useCompact } from "./use-compact";
import { useGridKeys } from "./use-grid-keys";
import { usePlace } from "./use-place";
import { useSparseScroll } from "./use-sparse-scroll";

export interface DataTableHandle {
  scrollToTop: () => void;
}

/** The row previewed beside the table. */
interface Peek {
  id: string | null;
  onChange: (id: string | null) => void;
  /**
   * The part of the preview that has its own rows: ArrowUp and ArrowDown are left to it, and while it has the focus, other
   * rows are previewed from there.
   */
  inner?: () => HTMLElement | null;
  /** Leads to a row's page from a preview that is kept in the address, as `useGoTo` does. */
  goTo?: (href: string) => void;
  /** Whether a phone has the preview too, instead of opening the row's page. */
  onPhone?: boolean;
}

export interface DataTableProps<Row extends RowData> {
  /** From `useDataTable`. */
  table: Table<Row>;
  /** The accessible name. */
  label: string;
  /** For any number of rows, of which only those in sight are loaded: their number, instead of the table's own rows. */
  count?: number;
  /** The row at a position: the same object while it is the same row. Such rows open beside the table, by `peek`. */
  rowAt?: (index: number) => Row;
  /** Called with the positions of the rows that are in the document. */
  onSeen?: (indices: readonly number[]) => void;
  /** The page of a row; if set, every row is a link. */
  rowHref?: (row: Row) => string;
  /** Whether there are more rows than those loaded. */
  hasMore?: boolean;
  /** Called whenever the end of the loaded rows is near. */
  onEndReached?: () => void;
  /** Called when the user leaves the top or returns to it. */
  onTopChange?: (atTop: boolean) => void;
  /** Shown after the last row: skeletons, the end, an error. */
  footer?: ReactNode;
  /** If set, a click previews a row beside the table, and the preview follows the current row. */
  peek?: Peek;
  ref?: Ref<DataTableHandle>;
}

const rowPx = 28;
const compactRowPx = 52;
const headerPx = 29;
const nearEndRows = 30;
const topPx = 4;
/** On both sides of a row's cells together. */
const paddingPx = 16;

/** The table component: a virtual ARIA grid of rows that are links or open beside it, with keyboard navigation. */
export function DataTable<Row extends RowData>({
  table,
  label,
  count: sparseCount,
  rowAt,
  onSeen,
  rowHref,
  hasMore = false,
  onEndReached,
  onTopChange,
  footer,
  peek,
  ref,
}: DataTableProps<Row>) {
  const router = useRouter();
  const compact = useCompact();
  const scroller = useRef<HTMLDivElement>(null);
  const focusLine = useLineFocus(scroller);
  const { recalled, notePlace } = usePlace();
  const peekedId = peek?.id ?? null;
  const [currentId, setCurrentId] = useState(recalled?.rowId ?? peekedId ?? undefined);
  const { rows, rowsById } = table.getRowModel();
  const count = sparseCount ?? rows.length;
  const hasServerRows = !useIsHydrated() && count > 0;
  const sparseRow = useSparseRow(table);
  const rowOf = (index: number): DataRow<Row> | undefined =>
    rowAt ? (index < count ? sparseRow(index, rowAt(index)) : undefined) : rows[index];
  const idOf = (index: number): string | undefined => (rowAt ? String(index) : rows[index]?.id);
  const indexOf = (id: string | null | undefined): number => {
    if (id === null || id === undefined) return -1;
    const index = rowAt ? Number(id) : rowsById[id]?.index;
    return index !== undefined && index < count ? index : -1;
  };
  const currentIndex = rowAt ? Math.max(0, indexOf(currentId)) : indexOf(currentId);
  // The preview has buttons of its own for the next row.
  const [followedId, setFollowedId] = useState(peekedId);
  if (followedId !== peekedId) {
    setFollowedId(peekedId);
    if (peekedId !== null && !(rowAt && Number(peekedId) < 0)) setCurrentId(peekedId);
  }
  const linePx = compact ? compactRowPx : rowPx;
  const headPx = compact ? 0 : headerPx;
  const sparse = useSparseScroll({ count, rowPx: linePx, headPx, scroller });
  // The focused row stays in the document, otherwise the keyboard would lose its position; one that is far above or below
  // the rows that are laid out is placed at their end.
  const currentAt = currentIndex - sparse.shift;
  const kept = currentIndex < 0 ? -1 : Math.max(0, Math.min(currentAt, sparse.rows - 1));
  const visible = useVirtualIndexes({
    count: sparse.rows,
    scroller,
    rowPx: linePx,
    overscan: 16,
    headPx,
    initialTop: recalled?.offsetPx,
    kept,
    onOffset: sparse.onOffset,
  });
  const seen = visible.rows.map(({ index: at, top }) => ({
    index: at === kept && kept !== currentAt ? currentIndex : at + sparse.shift,
    top,
  }));
  const lastSeen = seen.at(-1)?.index ?? -1;
  const scrollTo = (index: number) => visible.scrollTo(sparse.reach(index), "auto");

  const seenKey = seen.map(({ index }) => index).join();
  useEffect(() => {
    onSeen?.(seenKey === "" ? [] : seenKey.split(",").map(Number));
  }, [seenKey, onSeen]);

  const moved = (offsetPx: number) => {
    notePlace({ offsetPx });
    onTopChange?.(offsetPx <= topPx);
  };

  useEffect(() => {
    const index = indexOf(peekedId);
    // A row that opens beside a table is seen already, or is loaded later.
    if (index < 0 || rowAt) return;
    notePlace({ rowId: idOf(index) });
    scrollTo(index);
    // oxlint-disable-next-line react/exhaustive-deps -- new rows must not scroll the reader
  }, [peekedId]);

  useEffect(() => {
    if (lastSeen >= count - nearEndRows) onEndReached?.();
  }, [lastSeen, count, onEndReached]);

  const setCurrent = (rowId: string | undefined) => {
    notePlace({ rowId });
    setCurrentId(rowId);
  };
  const focusRow = (index: number) => {
    if (!peek?.inner?.()?.contains(document.activeElement)) focusLine(index);
    setCurrent(idOf(index));
    if (peek && peek.id !== null) peek.onChange(idOf(index) ?? null);
    scrollTo(index);
  };
  // After returning to the page, or closing a preview, the row that opened it is focused again.
  const isReturning = useRef(recalled?.rowId !== undefined);
  const peeked = useRef(peekedId);
  useEffect(() => {
    const isClosed = peeked.current !== null && peekedId === null;
    peeked.current = peekedId;
    if ((!isClosed && !isReturning.current) || currentIndex < 0) return;
    isReturning.current = false;
    if (isFocusFree()) focusLine(currentIndex);
  });
  useImperativeHandle(ref, () => ({ scrollToTop: () => scroller.current?.scrollTo({ top: 0 }) }), []);

  const togglePeek = (index: number) => {
    const id = idOf(index) ?? null;
    peek?.onChange(peek.id === id && !rowAt ? null : id);
  };
  const open = (index: number, inNewTab: boolean) => {
    const row = rowOf(index);
    const href = row && rowHref?.(row.original);
    if (href && inNewTab) window.open(href, "_blank", "noopener");
    else if (href && peek?.goTo) peek.goTo(href);
    else if (href) router.push(href);
    else if (rowAt && !inNewTab) togglePeek(index);
  };
  const selects = table.options.enableRowSelection === true;
  const select = (index: number, range: boolean) => {
    const row = rowOf(index);
    row?.getToggleSelectedHandler()({ target: { checked: !row.getIsSelected() }, shiftKey: range });
  };
  const closeOrClear = () => {
    if (peek && peek.id !== null) peek.onChange(null);
    else table.resetRowSelection(true);
  };
  const nearest = Math.max(currentIndex, 0);
  const canPeek = peek !== undefined && !rowAt;
  const onKeyDown = useGridKeys({
    label,
    count,
    currentIndex,
    pageRows: () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headPx) / linePx) - 1),
    goTo: focusRow,
    outranks: peekedId !== null && canPeek,
    onEnterPreview: () => peekedId !== null && enterRows(peek?.inner?.()),
    leavesArrows: () => peekedId !== null && currentRowIn(peek?.inner?.()) !== undefined,
    onSelectAll: selects ? () => table.toggleAllRowsSelected(true) : undefined,
    shortcuts: [
      ...(selects
        ? [
            { keys: "x", description: "Select row", run: () => select(nearest, false) },
            { keys: "shift+x", description: "Select rows up to this one", run: () => select(nearest, true) },
          ]
        : []),
      ...(canPeek ? [{ keys: "p", description: "Preview row", run: () => togglePeek(nearest) }] : []),
      ...(canPeek || selects
        ? [{ keys: "escape", description: "Close preview or clear selection", run: closeOrClear }]
        : []),
    ],
  });

  const columns = table.getVisibleLeafColumns();
  return (
    <div
      ref={scroller}
      onScroll={(event) => moved(event.currentTarget.scrollTop)}
      className="relative min-h-0 flex-1 overflow-auto overscroll-contain"
    >
      {hasServerRows && <PhoneSkeleton label={label} />}
      <Grid
        table={table}
        compact={compact}
        aria-label={label}
        aria-rowcount={hasMore ? -1 : count + 1}
        onKeyDown={onKeyDown}
        className={hasServerRows ? "max-sm:hidden" : undefined}
      >
        <HeaderRow table={table} className={compact ? "sr-only" : undefined} />
        <div role="rowgroup" className="relative" style={{ height: visible.height }}>
          {seen.map(({ index, top }) => {
            const row = rowOf(index);
            return (
              row && (
                <BodyRow
                  key={row.id}
                  row={row}
                  top={top}
                  index={index}
                  columns={columns}
                  sizes={table.state.columnSizing}
                  href={rowHref?.(row.original)}
                  current={index === nearest}
                  compact={compact}
                  onSelect={selects ? (range) => select(index, range) : undefined}
                  peeked={peek && peek.id === row.id}
                  onFocus={() => setCurrent(row.id)}
                  onOpen={(inNewTab) => open(index, inNewTab)}
                  onPeek={peek && (!compact || peek.onPhone || rowAt) ? () => togglePeek(index) : undefined}
                />
              )
            );
          })}
        </div>
      </Grid>
      {footer}
    </div>
  );
}

interface GridProps<Row extends RowData> extends ComponentProps<"div"> {
  table: Table<Row>;
  compact: boolean;
}

/** The grid with the widths of its columns; while one is resized, only the widths are rendered again. */
function Grid<Row extends RowData>({ table, compact, ...rest }: GridProps<Row>) {
  const selects = table.options.enableRowSelection === true;
  const startPx = selects ? selectPx : 0;
  return (
    <table.Subscribe source={table.atoms.columnResizing}>
      {({ isResizingColumn, deltaOffset }) => {
        const widths = table.getVisibleLeafColumns().map((column) => {
          const px = column.getSize();
          return column.id === isResizingColumn ? limitedPx(px + (deltaOffset ?? 0)) : px;
        });
        const template = table
          .getVisibleLeafColumns()
          .map((column, at) => (column.columnDef.meta?.grow ? `minmax(${widths[at]}px, 1fr)` : `${widths[at]}px`));
        const minWidth = widths.reduce((sum, px) => sum + px, startPx + paddingPx);
        return (
          <div
            role="grid"
            aria-multiselectable={selects ? true : undefined}
            tabIndex={-1}
            style={{
              "--columns": (selects ? [`${selectPx}px`, ...template] : template).join(" "),
              minWidth: compact ? undefined : minWidth,
            }}
            {...rest}
          />
        );
      }}
    </table.Subscribe>
  );
}

/** The rows of a table that asks for each by its position, made once for each. */
function useSparseRow<Row extends RowData>(table: Table<Row>): (index: number, original: Row) => DataRow<Row> {
  const [made] = useState(() => new WeakMap<Row, DataRow<Row>>());
  return (index, original) => {
    const row = made.get(original) ?? constructRow(table, String(index), original, index, 0);
    made.set(original, row);
    return row;
  };
}

/** Moves the focus to the current row of a preview; false if it has none. */
function enterRows(inner: HTMLElement | null | undefined): boolean {
  const row = currentRowIn(inner);
  row?.focus({ preventScroll: true });
  return row !== undefined;
}

function currentRowIn(inner: HTMLElement | null | undefined): HTMLElement | undefined {
  return inner?.querySelector<HTMLElement>('[data-index][tabindex="0"]') ?? undefined;
}
