"use client";

import { useEffect, useRef, type RefObject } from "react";

/** Focuses a line of a virtual list by its `data-index`: a line scrolled to exists only after a render or two. */
export function useLineFocus(scroller: RefObject<HTMLElement | null>): (index: number) => void {
  const wanted = useRef<number>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const line = scroller.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`);
    if (!line) return;
    wanted.current = undefined;
    line.focus({ preventScroll: true });
  });
  return (index) => {
    wanted.current = index;
  };
}
