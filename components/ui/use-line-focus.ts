"use client";

import { useEffect, useRef, type RefObject } from "react";

/** Focuses a row of a virtual list by its `data-index`: a row that is scrolled to exists only after a render or two. */
export function useLineFocus(scroller: RefObject<HTMLElement | null>): (index: number) => void {
  const focusTarget = useRef<number>(undefined);
  const focus = () => {
    if (focusTarget.current === undefined) return;
    const line = scroller.current?.querySelector<HTMLElement>(`[data-index="${focusTarget.current}"]`);
    if (!line) return;
    focusTarget.current = undefined;
    line.focus({ preventScroll: true });
  };
  useEffect(focus);
  return (index) => {
    focusTarget.current = index;
    focus();
  };
}
