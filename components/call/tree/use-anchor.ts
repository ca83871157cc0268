"use client";

import { useLayoutEffect, useRef, type RefObject } from "react";

import type { VisibleRow } from "@/lib/trace/visible-rows";

/**
 * Keeps the row at the top of a scrolled tree in its place on the screen while calls are inserted above it. The handler
 * belongs on the scroller.
 */
export function useAnchor(
  scroller: RefObject<HTMLElement | null>,
  lines: readonly VisibleRow<{ id: string }>[],
  rowPx: number,
): () => void {
  const top = useRef<{ id: string | undefined; index: number }>({ id: undefined, index: 0 });
  const note = () => {
    const index = Math.floor((scroller.current?.scrollTop ?? 0) / rowPx);
    top.current = { id: lines[index]?.node.id, index };
  };
  useLayoutEffect(() => {
    const { id, index } = top.current;
    // At the top of the tree the user wants to see the first row, even if it is new.
    if (index > 0 && id !== undefined && scroller.current && lines[index]?.node.id !== id) {
      const now = lines.findIndex(({ node }) => node.id === id);
      if (now !== -1) scroller.current.scrollTop += (now - index) * rowPx;
    }
    note();
    // oxlint-disable-next-line react/exhaustive-deps -- only new lines move what is on the screen
  }, [lines]);
  return note;
}
