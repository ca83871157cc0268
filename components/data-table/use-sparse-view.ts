"use client";

import { useCallback, useEffect, useRef, useState, type RefCallback } from "react";

import { ASSUMED_PX } from "@/components/ui/use-virtual-rows";

import { isCompressed, offsetFor, placeAt, rowsSeen, scrolled, type Extent, type ScrollPlace } from "./sparse-scroll";
import { useCompact } from "./use-compact";

/** Heights of a row, and of the header above the rows. */
const rowPx = 28;
const compactRowPx = 52;
const headerPx = 29;
const overscan = 12;
/** Milliseconds without a move after which the scroll bar is corrected. */
const pauseMs = 150;

/** Which of many rows of equal height are visible, and how to move to any of them. */
export interface SparseView {
  count: number;
  compact: boolean;
  rowPx: number;
  place: ScrollPlace;
  /** The rows to render, in order: the visible ones, some around them, and the current one wherever it is. */
  indices: readonly number[];
  /** The row that Tab focuses. */
  currentIndex: number;
  setCurrentIndex: (index: number) => void;
  /** Moves to a row and focuses it. */
  goTo: (index: number) => void;
  /** Rows that fit into the view. */
  pageRows: number;
  extent: Extent;
  onScroll: (scrollTop: number) => void;
}

/** Follows the user through `count` rows, rendering only the visible ones. */
export function useSparseView(count: number): { view: SparseView; scroller: RefCallback<HTMLDivElement> } {
  const compact = useCompact();
  const box = useRef<HTMLDivElement>(null);
  const wanted = useRef<number>(undefined);
  const [viewPx, setViewPx] = useState<number>();
  const [place, setPlace] = useState<ScrollPlace>({ scrollTop: 0, offset: 0 });
  const [current, setCurrent] = useState(0);
  const height = compact ? compactRowPx : rowPx;
  const extent = { count, rowPx: height, viewPx: Math.max(0, (viewPx ?? ASSUMED_PX) - (compact ? 0 : headerPx)) };

  const scroller = useCallback((element: HTMLDivElement | null) => {
    box.current = element;
    if (!element) return;
    const observer = new ResizeObserver(() => setViewPx(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const move = (next: ScrollPlace) => {
    setPlace(next);
    if (box.current) box.current.scrollTop = next.scrollTop;
  };
  // If rows share the scroll bar's pixels, wheel moves make its position inexact.
  const shares = isCompressed(extent);
  const drift = placeAt(extent, place.offset).scrollTop;
  useEffect(() => {
    if (!shares || Math.abs(drift - place.scrollTop) < 1) return;
    const timer = setTimeout(() => {
      setPlace((before) => ({ ...before, scrollTop: drift }));
      if (box.current) box.current.scrollTop = drift;
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [shares, drift, place.scrollTop]);

  const goTo = (index: number) => {
    const to = Math.max(0, Math.min(index, count - 1));
    wanted.current = to;
    setCurrent(to);
    const offset = offsetFor(extent, place.offset, to);
    if (offset !== place.offset) move(placeAt(extent, offset));
  };
  // A row that is moved to exists only after a render or two.
  useEffect(() => {
    if (wanted.current === undefined) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`);
    if (!row) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
  });

  const { first, end } = rowsSeen(extent, place.offset, viewPx === undefined ? 0 : overscan);
  const indices = Array.from({ length: Math.max(0, end - first) }, (_, step) => first + step);
  if (count > 0 && current < count && (current < first || current >= end)) {
    // The focused row stays in the document, otherwise the keyboard would lose its position.
    if (current < first) indices.unshift(current);
    else indices.push(current);
  }
  const view: SparseView = {
    count,
    compact,
    rowPx: height,
    place,
    indices,
    currentIndex: Math.min(current, Math.max(0, count - 1)),
    setCurrentIndex: setCurrent,
    goTo,
    pageRows: Math.max(1, Math.floor(extent.viewPx / height) - 1),
    extent,
    onScroll: (scrollTop) => setPlace((before) => scrolled(extent, before, scrollTop)),
  };
  return { view, scroller };
}
