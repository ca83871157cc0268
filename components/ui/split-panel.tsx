"use client";

import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";

import { cn } from "./cn";
import { usePreference } from "./use-preference";

interface SplitPanelProps {
  /** Key of the stored width. */
  id: string;
  /** The accessible name of the handle. */
  label: string;
  /** Which of the two keeps its width; the other takes the remaining space. */
  sized: "start" | "end";
  /** Widths in pixels. */
  defaultWidth: number;
  minWidth?: number;
  start: ReactNode;
  /** If undefined, the first is shown alone, and keeps its state when the other appears. */
  end: Exclude<ReactNode, boolean | null> | undefined;
  className?: string;
}

const keyStepPx = 16;
const minOtherPx = 240;

function parseWidth(stored: string): number | undefined {
  const width = Number(stored);
  return Number.isFinite(width) && width > 0 ? width : undefined;
}

/** Two panels side by side, with a border that can be moved by pointer and arrow keys; stacked on a phone. */
export function SplitPanel({ id, label, sized, defaultWidth, minWidth = 200, start, end, className }: SplitPanelProps) {
  const [saved, setSaved] = usePreference<number>(`split:${id}`, defaultWidth, parseWidth);
  const [dragged, setDragged] = useState<number>();
  const box = useRef<HTMLDivElement>(null);
  const width = dragged ?? saved;

  const clamp = (widthPx: number) => {
    const maxWidth = (box.current?.clientWidth ?? Number.POSITIVE_INFINITY) - minOtherPx;
    return Math.round(Math.max(minWidth, Math.min(widthPx, maxWidth)));
  };
  const widthAt = (event: PointerEvent) => {
    const edges = box.current?.getBoundingClientRect();
    if (!edges) return width;
    return clamp(sized === "start" ? event.clientX - edges.left : edges.right - event.clientX);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -keyStepPx, ArrowRight: keyStepPx }[event.key];
    if (event.key === "Home") setSaved(defaultWidth);
    else if (step !== undefined) setSaved(clamp(width + (sized === "start" ? step : -step)));
    else return;
    event.preventDefault();
  };
  // Until the user sets a width, neither panel makes the other too narrow to read.
  const maxWidth = width === defaultWidth ? "max(50%, 100% - 400px)" : `100% - ${minOtherPx}px`;
  const sizedStyle = { "--split": `min(${width}px, ${maxWidth})` };
  const panel = (side: "start" | "end") =>
    cn("min-h-0 min-w-0 overflow-auto", side === sized ? "sm:w-(--split) sm:shrink-0" : "flex-1");

  return (
    <div ref={box} style={sizedStyle} className={cn("flex min-h-0 flex-1 flex-col sm:flex-row", className)}>
      <div className={panel("start")}>{start}</div>
      {end !== undefined && (
        <>
          <div
            // A splitter is a separator that can be focused, which <hr> cannot.
            role="separator"
            aria-label={label}
            aria-orientation="vertical"
            aria-valuenow={width}
            aria-valuemin={minWidth}
            tabIndex={0}
            onKeyDown={onKeyDown}
            onDoubleClick={() => setSaved(defaultWidth)}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              setDragged(width);
            }}
            onPointerMove={(event) => {
              if (dragged !== undefined) setDragged(widthAt(event));
            }}
            onPointerUp={(event) => {
              setSaved(widthAt(event));
              setDragged(undefined);
            }}
            onPointerCancel={() => setDragged(undefined)}
            className={cn(
              "relative h-px shrink-0 touch-none bg-line select-none max-sm:hidden sm:h-auto sm:w-px sm:cursor-col-resize",
              "after:absolute after:inset-y-0 after:-inset-x-1 hover:bg-accent focus-visible:bg-accent",
              dragged !== undefined && "bg-accent",
            )}
          />
          <div className={panel("end")}>{end}</div>
        </>
      )}
    </div>
  );
}
