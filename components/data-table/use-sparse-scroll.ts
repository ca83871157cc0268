"use client";

import { useEffect, useRef, useState, type RefObject } from "react";
import { flushSync } from "react-dom";

import { isNear, laidOutRows, placeAt, scrolled, type Extent, type ScrollPlace } from "./sparse-scroll";

/** Milliseconds without a move after which the scroll bar is corrected. */
const pauseMs = 150;

interface SparseScrollOptions {
  count: number;
  rowPx: number;
  headPx: number;
  scroller: RefObject<HTMLElement | null>;
}

/**
 * Scrolling through more rows than a browser can lay out, for which the virtual list has no answer: it has as many rows
 * as fit, and `shift` of all rows are above its first one.
 */
export function useSparseScroll({ count, rowPx, headPx, scroller }: SparseScrollOptions) {
  const rows = laidOutRows({ count, rowPx });
  const [shift, setShift] = useState(0);
  const place = useRef<ScrollPlace>({ scrollTop: 0, shift: 0 });
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(settling.current), []);
  const extent = (): Extent => ({ count, rowPx, viewPx: Math.max(0, (scroller.current?.clientHeight ?? 0) - headPx) });

  const goTo = (next: ScrollPlace) => {
    place.current = next;
    setShift(next.shift);
  };
  // The rows of the new position are rendered in the same frame, otherwise the former ones flash.
  const goToNow = (next: ScrollPlace) => {
    if (next.shift === place.current.shift) place.current = next;
    else flushSync(() => goTo(next));
  };
  // Moves with the wheel make the scroll bar's position inexact.
  const settle = () => {
    const { scrollTop, shift: above } = place.current;
    const next = placeAt(extent(), scrollTop + above * rowPx);
    if (Math.abs(next.scrollTop - scrollTop) <= extent().viewPx) return;
    goToNow(next);
    scroller.current?.scrollTo({ top: next.scrollTop });
  };
  const onOffset = (scrollTop: number) => {
    if (rows === count) return;
    goToNow(scrolled(extent(), place.current, scrollTop));
    clearTimeout(settling.current);
    settling.current = setTimeout(settle, pauseMs);
  };
  /** The index that a row has, or will have when it is scrolled to, among those that are laid out. */
  const reach = (index: number): number => {
    if (!isNear(extent(), place.current, index)) goTo(placeAt(extent(), index * rowPx));
    return index - place.current.shift;
  };
  return { rows, shift: Math.min(shift, count - rows), onOffset, reach };
}
