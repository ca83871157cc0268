"use client";

import type { KeyboardEvent } from "react";

import { type Shortcut, useShortcuts } from "@/components/ui/shortcuts";

interface GridKeys {
  /** The grid's accessible name, used as the title of its shortcuts. */
  label: string;
  count: number;
  /** The row that Tab focuses; below 0 if there is none yet. */
  currentIndex: number;
  /** Number of rows by which PageUp and PageDown move. */
  pageRows: () => number;
  /** Moves to an existing row and focuses it. */
  goTo: (index: number) => void;
  onEnter?: (index: number) => void;
  /** Ctrl+A or Cmd+A on a row. */
  onSelectAll?: () => void;
  /** Listed after those that move between rows. */
  shortcuts?: readonly Shortcut[];
  /** Whether the shortcuts have precedence over those of a preview beside the grid. */
  outranks?: boolean;
  /** ArrowRight on a row; false if there is nothing to enter. */
  onEnterPreview?: () => boolean;
  /** Whether ArrowUp and ArrowDown on a row are left to a preview beside the grid. */
  leavesArrows?: () => boolean;
}

/**
 * The keyboard handling of a grid: the arrow keys, Home, End, PageUp and PageDown move between rows (`data-index`),
 * ArrowUp moves from the first one to the header. Controls inside a row keep their own keys. Returns the grid's
 * `onKeyDown`.
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
  outranks = false,
  onEnterPreview,
  leavesArrows,
}: GridKeys): (event: KeyboardEvent<HTMLElement>) => void {
  const go = (index: number) => {
    if (count > 0) goTo(Math.max(0, Math.min(index, count - 1)));
  };
  useShortcuts(
    label,
    [
      { keys: "j", description: "Next row", run: () => go(currentIndex + 1) },
      { keys: "k", description: "Previous row", run: () => go(currentIndex - 1) },
      ...shortcuts,
    ],
    outranks,
  );
  return (event) => {
    const { target, key } = event;
    const onRow = target instanceof HTMLElement && target.dataset.index !== undefined;
    const onHeader = target instanceof Element && target.role === "columnheader";
    const hasModifier = event.metaKey || event.ctrlKey;
    if (event.altKey || (!onRow && !onHeader)) return;
    if (onRow && (key === "ArrowUp" || key === "ArrowDown") && leavesArrows?.()) return;
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
    else if (key !== "ArrowRight" || hasModifier || !onEnterPreview?.()) return;
    event.preventDefault();
  };
}
