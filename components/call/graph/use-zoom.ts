"use client";

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

import { type GraphLayout, NODE_SIZE, type Point } from "./places";

const LEAST = 0.2;
const MOST = 2;
const STEP = 1.25;
/** At first, names stay readable rather than everything visible. */
const LEAST_AT_FIRST = 0.7;

interface Zoom {
  zoom: number;
  /** Whether the graph is larger than what is visible of it at full size. */
  isNeeded: boolean;
  zoomBy: (steps: number) => void;
  /** Makes everything visible; at full size if that has space. */
  fit: () => void;
  /** Scrolls until a step is visible. */
  reveal: (place: Point) => void;
}

/**
 * The zoom of a graph in its scroller. What is in the middle stays there; a step (`anchor`) stays where it is on the
 * screen when the layout changes.
 */
export function useZoom(scroller: RefObject<HTMLElement | null>, layout: GraphLayout, anchor: Point | undefined): Zoom {
  const [view, setView] = useState({ width: layout.width, height: layout.height });
  const [zoom, setZoom] = useState<number>();
  const fitting = (width: number, height: number) => Math.min(1, width / layout.width, height / layout.height);
  const shown = zoom ?? Math.max(LEAST_AT_FIRST, fitting(view.width, Number.POSITIVE_INFINITY));

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const read = () => setView({ width: element.clientWidth, height: element.clientHeight });
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);

  const zoomTo = useCallback(
    (next: number, from: number, at?: Point) => {
      const element = scroller.current;
      const to = Math.max(LEAST, Math.min(next, MOST));
      setZoom(to);
      if (!element) return;
      const { x, y } = at ?? { x: element.clientWidth / 2, y: element.clientHeight / 2 };
      const [left, top] = [element.scrollLeft + x, element.scrollTop + y].map((px) => (px / from) * to);
      // The new size is in the document after the rendering.
      requestAnimationFrame(() => element.scrollTo({ left: (left ?? 0) - x, top: (top ?? 0) - y }));
    },
    [scroller],
  );

  // A wheel with Ctrl is also what a pinch on a touchpad sends. React's handler could not prevent the page's zoom.
  useEffect(() => {
    const element = scroller.current;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey || !element) return;
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const at = { x: event.clientX - box.left, y: event.clientY - box.top };
      zoomTo(shown * Math.exp(-event.deltaY / 300), shown, at);
    };
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  }, [scroller, shown, zoomTo]);

  const before = useRef(anchor);
  const [x, y] = [anchor?.x, anchor?.y];
  useLayoutEffect(() => {
    const last = before.current;
    before.current = anchor;
    const element = scroller.current;
    if (!last || !anchor || !element) return;
    const left = element.scrollLeft + (anchor.x - last.x) * shown;
    element.scrollTo({ left, top: element.scrollTop + (anchor.y - last.y) * shown });
    // oxlint-disable-next-line react/exhaustive-deps -- only a new layout moves the step
  }, [layout]);
  // Another step may have become the anchor in the meantime.
  useEffect(() => {
    before.current = x === undefined || y === undefined ? undefined : { x, y };
  }, [x, y]);

  return {
    zoom: shown,
    isNeeded: layout.width > view.width || layout.height > view.height || shown !== 1,
    zoomBy: (steps) => zoomTo(shown * STEP ** steps, shown),
    fit: () => zoomTo(fitting(view.width, view.height), shown),
    reveal: (place) => {
      const element = scroller.current;
      if (!element) return;
      const left = nearest(element.scrollLeft, element.clientWidth, place.x * shown, (NODE_SIZE.width / 2 + 8) * shown);
      const top = nearest(
        element.scrollTop,
        element.clientHeight,
        place.y * shown,
        (NODE_SIZE.height / 2 + 24) * shown,
      );
      element.scrollTo({ left, top });
    },
  };
}

/** The scroll position, from `from`, at which a stretch around `middle` is visible. */
function nearest(from: number, size: number, middle: number, half: number): number {
  if (middle - half < from) return middle - half;
  if (middle + half > from + size) return middle + half - size;
  return from;
}
