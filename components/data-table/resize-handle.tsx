"use client";

import type { PointerEvent } from "react";

/** How much one press of an arrow key changes a width. */
export const resizeStepPx = 16;

/** The right edge of a column header, to drag; keyboard handling is on the header itself. */
export function ResizeHandle({ onResize }: { onResize: (widthPx: number) => void }) {
  const drag = (event: PointerEvent<HTMLElement>) => {
    const header = event.currentTarget.parentElement;
    if (!header || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    onResize(event.clientX - header.getBoundingClientRect().left);
  };
  return (
    <span
      aria-hidden
      onClick={(event) => event.stopPropagation()}
      // Otherwise the browser would drag the whole header.
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      className="absolute inset-y-1 -right-1 z-1 w-2 cursor-col-resize touch-none after:absolute after:inset-y-0 after:left-1/2 after:w-px group-hover:after:bg-line-strong hover:after:bg-accent"
    />
  );
}
