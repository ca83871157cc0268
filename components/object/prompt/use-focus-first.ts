"use client";

import { type RefObject, useEffect } from "react";

const textBoxes = "textarea, [contenteditable=true]";

/** Focuses the first text box in an element that is opened; an editor whose code is loaded later, as soon as it is. */
export function useFocusFirst(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const before = document.activeElement;
    const focusFirst = () => {
      const first = element.querySelector<HTMLElement>(textBoxes);
      first?.focus();
      return first !== null;
    };
    if (focusFirst()) return;
    const observer = new MutationObserver(() => {
      // The focus may have been moved elsewhere in the meantime.
      if (document.activeElement !== before || focusFirst()) observer.disconnect();
    });
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [box]);
}
