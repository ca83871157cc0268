"use client";

import type { RefObject } from "react";

import { useShortcuts } from "@/components/ui/shortcuts";

/** Moves within the previewed trace by arrow keys from the list beside it, whose rows `j` and `k` move between. */
export function usePeekKeys(calls: RefObject<HTMLElement | null>): void {
  const move = ({ key }: KeyboardEvent) => {
    const line = calls.current?.querySelector<HTMLElement>('[data-index][tabindex="0"]');
    line?.focus({ preventScroll: true });
    line?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  };
  const keys = [
    { keys: "arrowdown", description: "Next call of the trace", run: move, isFor: isFromList },
    { keys: "arrowup", description: "Previous call of the trace", run: move, isFor: isFromList },
  ];
  useShortcuts("Traces", keys, true);
}

/** Whether a key was pressed on a row, or nothing has the focus. */
function isFromList({ target }: KeyboardEvent): boolean {
  if (target === document.body) return true;
  return target instanceof HTMLElement && target.dataset.index !== undefined && target.closest("[role=grid]") !== null;
}
