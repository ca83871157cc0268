"use client";

import { useLayoutEffect, useRef, type RefObject } from "react";

/** Makes a row one tab stop: the controls inside can be reached only while the row is the current one. */
export function useOneStop(current: boolean): RefObject<HTMLDivElement | null> {
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    for (const control of row.current?.querySelectorAll<HTMLElement>("a[href], button, input, summary") ?? []) {
      if (!current && control.tabIndex === 0) {
        control.tabIndex = -1;
        control.dataset.passed = "";
      } else if (current && "passed" in control.dataset) {
        control.tabIndex = 0;
        delete control.dataset.passed;
      }
    }
  });
  return row;
}
