"use client";

import { type RefObject, useCallback, useInsertionEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** The assumed height of a scroller before it is measured, as in the server's HTML, pixels: a full window's. */
export const ASSUMED_PX = 1080;

type Align = "auto" | "start" | "center" | "end";

/** The row that the list is scrolling to; its position changes while rows on the way are measured. */
interface Goal {
  index: number;
  align: Align;
}

interface VirtualRowsOptions<Item> {
  items: readonly Item[];
  /** Unique among the items: a measured height belongs to it. */
  keyOf: (item: Item, index: number) => string | number;
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

interface VirtualRow<Item> {
  item: Item;
  index: number;
  key: string | number;
  /** Distance from the top of the first row, pixels. */
  top: number;
}

export interface VirtualRows<Item> {
  rows: VirtualRow<Item>[];
  /** Height of all rows, pixels. */
  height: number;
  /** Scrolls until a row is visible; `auto` scrolls no further than that needs. */
  scrollTo: (index: number, align: Align) => void;
  isVisible: (index: number) => boolean;
  /** The `ref` of a row whose height depends on its content; the row needs `data-index`. */
  measure: (row: HTMLElement | null) => (() => void) | undefined;
}

/** The rows of a long list that are near the visible part of its scroller; all other rows are not in the document. */
export function useVirtualRows<Item>(options: VirtualRowsOptions<Item>): VirtualRows<Item> {
  const { items, keyOf, scroller, rowPx, overscan, headPx = 0, initialTop = 0, kept } = options;
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [view, setView] = useState({ top: initialTop, height: ASSUMED_PX });
  const [sizes] = useState(() => new Map<string | number, number>());
  const [measured, setMeasured] = useState(0);
  const goal = useRef<Goal>(undefined);

  const starts = useMemo(() => {
    if (sizes.size === 0) return undefined;
    const sums = new Float64Array(items.length + 1);
    for (const [index, item] of items.entries())
      sums[index + 1] = (sums[index] ?? 0) + (sizes.get(keyOf(item, index)) ?? rowPx);
    return sums;
    // oxlint-disable-next-line react/exhaustive-deps -- the sizes have changed when `measured` has
  }, [items, sizes, measured, rowPx]);
  const startOf = (index: number) => starts?.[index] ?? index * rowPx;

  /** The index of the row at a distance from the first row's top. */
  const indexAt = (top: number) => {
    let [low, high] = [0, Math.max(0, items.length - 1)];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (startOf(middle) <= top) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const topFor = ({ index, align }: Goal, { scrollTop, clientHeight }: HTMLElement) => {
    const [start, end] = [startOf(index), startOf(index + 1) + headPx];
    if (align === "start") return start;
    if (align === "center") return (start + end - clientHeight) / 2;
    if (align === "end") return end - clientHeight;
    if (start <= scrollTop && end >= scrollTop + clientHeight) return scrollTop;
    // A row that is higher than the scroller is read from its start.
    return end > scrollTop + clientHeight ? Math.min(start, end - clientHeight) : Math.min(start, scrollTop);
  };

  const latest = useRef({ items, keyOf, startOf, shift: 0, isChanged: false });
  // Before the refs of the rows, which measure them.
  useInsertionEffect(() => void Object.assign(latest.current, { items, keyOf, startOf }));
  const layOut = useCallback(() => {
    latest.current.isChanged = false;
    setMeasured((count) => count + 1);
  }, []);
  const read = useCallback(() => {
    if (!element) return;
    const { scrollTop: top, clientHeight: height } = element;
    setView((before) => (before.top === top && before.height === height ? before : { top, height }));
  }, [element]);

  // The scroller may be rendered later than the list's state.
  // oxlint-disable-next-line react/exhaustive-deps -- it may appear in any rendering; setting the same element again does nothing
  useLayoutEffect(() => setElement(scroller.current));
  useLayoutEffect(() => {
    if (!element) return undefined;
    if (initialTop > 0) element.scrollTop = initialTop;
    read();
    // In the same frame, otherwise fast scrolling shows empty space.
    const onScroll = () => flushSync(read);
    const observer = new ResizeObserver(read);
    observer.observe(element);
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", onScroll);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the first position is for the first rendering
  }, [element, read]);

  // Measured rows move the rows below them; what is visible stays where it is.
  useLayoutEffect(() => {
    const { isChanged, shift } = latest.current;
    if (isChanged) return layOut();
    if (!element) return;
    if (shift !== 0) {
      latest.current.shift = 0;
      element.scrollTop += shift;
      read();
    }
    if (goal.current && !scrollToward(element, topFor(goal.current, element))) goal.current = undefined;
  });

  const noteHeight = useCallback(
    (row: HTMLElement) => {
      const current = latest.current;
      const index = Number(row.dataset.index);
      const item = current.items[index];
      const px = row.offsetHeight;
      // A row that is not displayed has no height.
      if (item === undefined || px === 0) return;
      const key = current.keyOf(item, index);
      if (sizes.get(key) === px) return;
      const end = current.startOf(index + 1);
      const before = sizes.get(key) ?? end - current.startOf(index);
      sizes.set(key, px);
      current.isChanged = true;
      if (!goal.current && end <= (scroller.current?.scrollTop ?? 0)) current.shift += px - before;
    },
    [scroller, sizes],
  );
  const rowObserver = useRef<ResizeObserver>(undefined);
  const measure = useCallback(
    (row: HTMLElement | null) => {
      if (!row) return undefined;
      noteHeight(row);
      rowObserver.current ??= new ResizeObserver((entries) => {
        for (const { target } of entries) if (target instanceof HTMLElement) noteHeight(target);
        if (latest.current.isChanged) flushSync(layOut);
      });
      rowObserver.current.observe(row);
      return () => rowObserver.current?.unobserve(row);
    },
    [noteHeight, layOut],
  );

  // Rows beside the visible ones are for scrolling, which is possible once the scroller is measured.
  const spare = element ? overscan : 0;
  const seen =
    view.height === 0
      ? []
      : range(indexAt(view.top - headPx) - spare, indexAt(view.top + view.height) + spare, items.length);
  const shown =
    kept === undefined || kept < 0 || seen.includes(kept) ? seen : [...seen, kept].toSorted((a, b) => a - b);
  return {
    rows: shown.flatMap((index) => {
      const item = items[index];
      return item === undefined ? [] : [{ item, index, key: keyOf(item, index), top: startOf(index) }];
    }),
    height: startOf(items.length),
    scrollTo: (index, align) => {
      const current = scroller.current;
      const next = { index: Math.max(0, Math.min(index, items.length - 1)), align };
      goal.current = current && scrollToward(current, topFor(next, current)) ? next : undefined;
    },
    isVisible: (index) => {
      const { scrollTop, clientHeight } = scroller.current ?? { scrollTop: 0, clientHeight: 0 };
      return startOf(index + 1) > scrollTop && startOf(index) + headPx < scrollTop + clientHeight;
    },
    measure,
  };
}

/** Whether the element had to move. */
function scrollToward(element: HTMLElement, wanted: number): boolean {
  const top = Math.max(0, Math.min(wanted, element.scrollHeight - element.clientHeight));
  if (Math.abs(top - element.scrollTop) < 1) return false;
  element.scrollTo({ top });
  return true;
}

function range(first: number, last: number, count: number): number[] {
  const from = Math.max(0, first);
  return Array.from({ length: Math.max(0, Math.min(last, count - 1) - from + 1) }, (_, offset) => from + offset);
}
