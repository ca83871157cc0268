"use client";

import { useRouter } from "next/navigation";
import { useEffect, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from "react";

import { isFocusFree } from "@/components/ui/boxes";
import { useIsHydrated } from "@/components/ui/use-browser-value";
import { useLineFocus } from "@/components/ui/use-line-focus";
import { useVirtualRows } from "@/components/ui/use-virtual-rows";

import { BodyRow } from "./body-row";
import { gridTemplate, rowWidthPx, type Sort, type Table } from "./column";
import { HeaderRow } from "./header-row";
import { PhoneSkeleton } from "./phone-skeleton";
import { selectPx } from "./pinned-columns";
import { useCompact } from "./use-compact";
import { useGridKeys } from "./use-grid-keys";
import { usePlace } from "./use-place";
import { type RowSelection, type SelectRows, useRowSelection } from "./use-row-selection";

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

export interface DataTableProps<Row> {
  /** From `useDataTable`. */
  table: Table<Row>;
  /** The accessible name. */
  label: string;
  /** The page of a row; if set, every row is a link. */
  rowHref?: (row: Row) => string;
  /** Whether there are more rows than those loaded. */
  hasMore?: boolean;
  sort?: Sort;
  onSortChange?: (sort: Sort) => void;
  /** Called whenever the end of the loaded rows is near. */
  onEndReached?: () => void;
  /** Called when the user leaves the top or returns to it. */
  onTopChange?: (atTop: boolean) => void;
  /** Shown after the last row: skeletons, the end, an error. */
  footer?: ReactNode;
  /** If set, rows can be selected by checkbox, `x` and Shift. */
  selection?: RowSelection;
  /** If set, a click previews a row beside the table, and the preview follows the current row. */
  peek?: Peek;
  ref?: Ref<DataTableHandle>;
}

const rowPx = 28;
const compactRowPx = 52;
const headerPx = 29;
const nearEndRows = 30;
const topPx = 4;

/** The table component: a virtual ARIA grid of rows that are links, with keyboard navigation. */
export function DataTable<Row>({
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
  const hasServerRows = !useIsHydrated() && table.rows.length > 0;
  const scroller = useRef<HTMLDivElement>(null);
  const focusLine = useLineFocus(scroller);
  const { recalled, notePlace } = usePlace();
  const [currentId, setCurrentId] = useState(recalled?.rowId ?? peek?.id ?? undefined);
  const { rows } = table;
  const currentIndex = currentId === undefined ? -1 : rows.findIndex((row) => row.id === currentId);
  const select = useRowSelection(
    rows.map(({ id }) => id),
    selection,
  );
  // The preview has buttons of its own for the next row.
  const peekedId = peek?.id ?? null;
  const [followedId, setFollowedId] = useState(peekedId);
  if (followedId !== peekedId) {
    setFollowedId(peekedId);
    if (peekedId !== null) setCurrentId(peekedId);
  }
  // The focused row stays in the document, otherwise the keyboard would lose its position.
  const visible = useVirtualRows({
    items: rows,
    keyOf: ({ id }) => id,
    scroller,
    rowPx: compact ? compactRowPx : rowPx,
    overscan: 16,
    headPx: compact ? 0 : headerPx,
    initialTop: recalled?.offsetPx,
    kept: currentIndex,
  });

  const moved = (offsetPx: number) => {
    notePlace({ offsetPx });
    onTopChange?.(offsetPx <= topPx);
  };

  useEffect(() => {
    const index = peekedId === null ? -1 : rows.findIndex(({ id }) => id === peekedId);
    if (index < 0) return;
    notePlace({ rowId: rows[index]?.id });
    visible.scrollTo(index, "auto");
    // oxlint-disable-next-line react/exhaustive-deps -- new rows must not scroll the reader
  }, [peekedId]);

  const lastShown = visible.rows.at(-1)?.index ?? -1;
  useEffect(() => {
    if (lastShown >= rows.length - nearEndRows) onEndReached?.();
  }, [lastShown, rows.length, onEndReached]);

  const setCurrent = (rowId: string | undefined) => {
    notePlace({ rowId });
    setCurrentId(rowId);
  };
  const focusRow = (index: number) => {
    if (!peek?.inner?.()?.contains(document.activeElement)) focusLine(index);
    setCurrent(rows[index]?.id);
    if (peek && peek.id !== null) peek.onChange(rows[index]?.id ?? null);
    visible.scrollTo(index, "auto");
  };
  // After returning to the page, or closing a preview, the row that opened it is focused again.
  const isReturning = useRef(recalled?.rowId !== undefined);
  const peeked = useRef(peek?.id ?? null);
  useEffect(() => {
    const isClosed = peeked.current !== null && peek?.id === null;
    peeked.current = peek?.id ?? null;
    if ((!isClosed && !isReturning.current) || currentIndex < 0) return;
    isReturning.current = false;
    if (isFocusFree()) focusLine(currentIndex);
  });
  useImperativeHandle(ref, () => ({ scrollToTop: () => scroller.current?.scrollTo({ top: 0 }) }), []);

  const open = (index: number, inNewTab: boolean) => {
    const row = rows[index];
    const href = row && rowHref?.(row.original);
    if (!href) return;
    if (inNewTab) window.open(href, "_blank", "noopener");
    else if (peek?.goTo) peek.goTo(href);
    else router.push(href);
  };
  const togglePeek = (index: number) => {
    const id = rows[index]?.id ?? null;
    peek?.onChange(peek.id === id ? null : id);
  };
  const closeOrClear = () => {
    if (peek && peek.id !== null) peek.onChange(null);
    else select?.clear();
  };
  const onKeyDown = useGridKeys({
    label,
    count: rows.length,
    currentIndex,
    pageRows: () => Math.floor((scroller.current?.clientHeight ?? 0) / (compact ? compactRowPx : rowPx)) - 1,
    goTo: focusRow,
    outranks: peek !== undefined && peek.id !== null,
    onEnterPreview: () => peek?.id !== null && enterRows(peek?.inner?.()),
    leavesArrows: () => peek?.id !== null && currentRowIn(peek?.inner?.()) !== undefined,
    onSelectAll: select && (() => select.isAll || select.toggleAll()),
    shortcuts: [
      ...(select ? selectKeys(select, Math.max(currentIndex, 0)) : []),
      ...(peek ? [{ keys: "p", description: "Preview row", run: () => togglePeek(Math.max(currentIndex, 0)) }] : []),
      ...(peek || select
        ? [{ keys: "escape", description: "Close preview or clear selection", run: closeOrClear }]
        : []),
    ],
  });

  const template = select ? `${selectPx}px ${gridTemplate(table)}` : gridTemplate(table);
  const tabIndex = currentIndex < 0 ? 0 : currentIndex;
  return (
    <div
      ref={scroller}
      onScroll={(event) => moved(event.currentTarget.scrollTop)}
      className="relative min-h-0 flex-1 overflow-auto overscroll-contain"
    >
      {hasServerRows && <PhoneSkeleton label={label} />}
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
        aria-multiselectable={select ? true : undefined}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        style={{
          "--columns": template,
          minWidth: compact ? undefined : rowWidthPx(table) + (select ? selectPx : 0),
        }}
        className={hasServerRows ? "max-sm:hidden" : undefined}
      >
        <HeaderRow
          table={table}
          sort={sort}
          onSortChange={onSortChange}
          select={select}
          className={compact ? "sr-only" : undefined}
        />
        <div role="rowgroup" className="relative" style={{ height: visible.height }}>
          {visible.rows.map(({ item: row, index, top }) => (
            <BodyRow
              key={row.id}
              table={table}
              row={row}
              top={top}
              href={rowHref?.(row.original)}
              current={index === tabIndex}
              compact={compact}
              select={select}
              peeked={peek?.id === row.id}
              onFocus={() => setCurrent(row.id)}
              onOpen={(inNewTab) => open(index, inNewTab)}
              onPeek={peek && (!compact || peek.onPhone) ? () => togglePeek(index) : undefined}
            />
          ))}
        </div>
      </div>
      {footer}
    </div>
  );
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

function selectKeys(select: SelectRows, index: number) {
  return [
    { keys: "x", description: "Select row", run: () => select.toggle(index, false) },
    { keys: "shift+x", description: "Select rows up to this one", run: () => select.toggle(index, true) },
  ];
}
