"use client";

import {
  defaultRangeExtractor,
  measureElement,
  observeElementOffset,
  useVirtualizer,
  type Virtualizer,
} from "@tanstack/react-virtual";
import { useCallback, useInsertionEffect, useLayoutEffect, useRef, type RefObject } from "react";

import { useIsHydrated } from "./use-browser-value";

/** The assumed size of a scroller before it is measured, as in the server's HTML, pixels: a full window's height. */
const ASSUMED_RECT = { width: 0, height: 1080 };

interface VirtualOptions {
  scroller: RefObject<HTMLElement | null>;
  /** The height of a row; of one that is measured, the height it probably has. */
  rowPx: number;
  /** Number of rows to render before and after the visible ones. */
  overscan: number;
  /** The height of a sticky header above the rows. */
  headPx?: number;
  /** Where the list is scrolled to at first. */
  initialTop?: number;
  /** The index of a row that stays in the document wherever the list is scrolled to. */
  kept?: number;
}

interface VirtualIndexesOptions extends VirtualOptions {
  count: number;
  /** Unique among the rows: a measured height belongs to it. Must be the same function while the rows are the same. */
  keyAt?: (index: number) => string | number;
  /** Called with each scroll position before its rows are rendered. */
  onOffset?: (offsetPx: number) => void;
}

interface VirtualRowsOptions<Item> extends VirtualOptions {
  items: readonly Item[];
  /** The key of an item. Must be the same function in every rendering. */
  keyOf: (item: Item, index: number) => string | number;
}

interface VirtualIndex {
  index: number;
  key: string | number;
  /** Distance from the top of the first row, pixels. */
  top: number;
}

interface VirtualIndexes {
  rows: VirtualIndex[];
  /** Height of all rows, pixels. */
  height: number;
  /** Scrolls until a row is visible; `auto` scrolls no further than that needs. */
  scrollTo: (index: number, align: "auto" | "start" | "center" | "end") => void;
  isVisible: (index: number) => boolean;
  /** The `ref` of a row whose height depends on its content; the row needs `data-index`. */
  measure: (row: HTMLElement | null) => void;
}

export interface VirtualRows<Item> extends Omit<VirtualIndexes, "rows"> {
  rows: (VirtualIndex & { item: Item })[];
}

type ListVirtualizer = Virtualizer<HTMLElement, HTMLElement>;

/** The indexes of a long list's rows that are near the visible part of its scroller; the others are not in the document. */
export function useVirtualIndexes(options: VirtualIndexesOptions): VirtualIndexes {
  const { count, keyAt, scroller, rowPx, overscan, headPx = 0, initialTop, kept = -1, onOffset } = options;
  const isHydrated = useIsHydrated();
  const noteOffset = useRef(onOffset);
  useInsertionEffect(() => {
    noteOffset.current = onOffset;
  });
  // oxlint-disable-next-line react/incompatible-library -- callers get plain values, which can be memoized
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    getItemKey: keyAt,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    // Rows beside the visible ones are for scrolling, which the server's HTML is too early for.
    overscan: isHydrated ? overscan : 0,
    initialRect: ASSUMED_RECT,
    initialOffset: initialTop,
    scrollMargin: headPx,
    scrollPaddingStart: headPx,
    // A row that is not displayed has no height.
    measureElement: (row, entry, instance) => measureElement(row, entry, instance) || rowPx,
    observeElementOffset: (instance, report) => {
      const top = instance.scrollElement?.scrollTop ?? 0;
      // The user may have scrolled the server's rows before there was a script.
      if (top > 0) report(top, false);
      return observeElementOffset(instance, (offset, isScrolling) => {
        noteOffset.current?.(offset);
        report(offset, isScrolling);
      });
    },
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range);
      return kept < 0 || kept >= count || seen.includes(kept) ? seen : [...seen, kept].toSorted((a, b) => a - b);
    },
  });
  const laidOutPx = useRef(rowPx);
  useLayoutEffect(() => {
    if (laidOutPx.current === rowPx) return;
    laidOutPx.current = rowPx;
    virtualizer.measure();
  });
  return {
    rows: virtualizer.getVirtualItems().map(({ index, key, start }) => ({
      index,
      key: typeof key === "bigint" ? String(key) : key,
      top: start - headPx,
    })),
    height: virtualizer.getTotalSize(),
    scrollTo: (index, align) => {
      const item = virtualizer.measurementsCache[index];
      // A row that is higher than the scroller is read from its start.
      const isTall = item !== undefined && item.size > viewPx(virtualizer, headPx);
      virtualizer.scrollToIndex(index, { align: align === "auto" && isTall ? "start" : align });
    },
    isVisible: (index) => {
      const item = virtualizer.measurementsCache[index];
      const top = (virtualizer.scrollOffset ?? 0) + headPx;
      return item !== undefined && item.end > top && item.start < top + viewPx(virtualizer, headPx);
    },
    measure: virtualizer.measureElement,
  };
}

/** The rows of a long list that are near the visible part of its scroller; all other rows are not in the document. */
export function useVirtualRows<Item>({ items, keyOf, ...options }: VirtualRowsOptions<Item>): VirtualRows<Item> {
  const keyAt = useCallback(
    (index: number) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item, index);
    },
    [items, keyOf],
  );
  const { rows, ...list } = useVirtualIndexes({ ...options, count: items.length, keyAt });
  return {
    ...list,
    rows: rows.flatMap((row) => {
      const item = items[row.index];
      return item === undefined ? [] : [{ ...row, item }];
    }),
  };
}

/** The height of the visible part without the header, pixels. */
function viewPx({ scrollRect }: ListVirtualizer, headPx: number): number {
  return (scrollRect ?? ASSUMED_RECT).height - headPx;
}
