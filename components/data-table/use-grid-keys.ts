"use client";

import type { KeyboardEvent } from "react";

import { type Shortcut, useShortcuts } from "@/components/ui/shortcuts";

interface GridKeys {
  /** The grid's accessible name, which its shortcuts are listed under. */
  label: string;
  /** How many rows there are. */
  count: number;
  /** The row that Tab leads to; below 0 where there is none yet. */
  currentIndex: number;
  /** How many rows PageUp and PageDown pass. */
  pageRows: () => number;
  /** Goes to a row, which there is, and focuses it. */
  goTo: (index: number) => void;
  onEnter?: (index: number) => void;
  /** Ctrl+A or Cmd+A on a row. */
  onSelectAll?: () => void;
  /** Listed after those that go from row to row. */
  shortcuts?: readonly Shortcut[];
}

/**
 * The keyboard of a grid: the arrow keys, Home, End, PageUp and PageDown go from row to row (`data-index`), ArrowUp from
 * the first one to the header. What is inside a row keeps its own keys. Returns the grid's `onKeyDown`.
 */
export function useGridKeys({
  label,
  count,
  currentIndex,
  pageRows,
  goTo,
  onEnter,
  onSelectAll,
  shortcuts = [],
}: GridKeys): (event: KeyboardEvent<HTMLElement>) => void {
  const go = (index: number) => {
    if (count > 0) goTo(Math.max(0, Math.min(index, count - 1)));
  };
  useShortcuts(label, [
    { keys: "j", description: "Next row", run: () => go(currentIndex + 1) },
    { keys: "k", description: "Previous row", run: () => go(currentIndex - 1) },
    ...shortcuts,
  ]);
  return (event) => {
    const { target, key } = event;
    const onRow = target instanceof HTMLElement && target.dataset.index !== undefined;
    const onHeader = target instanceof Element && target.role === "columnheader";
    const hasModifier = event.metaKey || event.ctrlKey;
    if (event.altKey || (!onRow && !onHeader)) return;
    if (key === "ArrowUp" && currentIndex === 0)
      event.currentTarget.querySelector<HTMLElement>("[role=columnheader]")?.focus();
    else if (key === "ArrowDown") go(onHeader ? 0 : currentIndex + 1);
    else if (onHeader) return;
    else if (key === "ArrowUp") go(currentIndex - 1);
    else if (key === "PageDown") go(currentIndex + pageRows());
    else if (key === "PageUp") go(currentIndex - pageRows());
    else if (key === "Home") go(0);
    else if (key === "End") go(count - 1);
    else if (key === "Enter" && onEnter && !hasModifier) onEnter(currentIndex);
    else if (key === "a" && hasModifier && onSelectAll) onSelectAll();
    else return;
    event.preventDefault();
  };
}
