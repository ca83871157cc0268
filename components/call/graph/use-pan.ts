"use client";

import { useRef, type PointerEvent, type RefObject } from "react";

/** Scrolls an element by dragging its background with a mouse; touch scrolls it anyway. Returns its handlers. */
export function usePan(scroller: RefObject<HTMLElement | null>) {
  const grabbed = useRef<{ x: number; y: number }>(undefined);
  const end = () => void (grabbed.current = undefined);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const isOnStep = event.target instanceof Element && event.target.closest("[role=option]") !== null;
      if (event.pointerType !== "mouse" || event.button !== 0 || isOnStep) return;
      grabbed.current = { x: event.clientX, y: event.clientY };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const from = grabbed.current;
      const element = scroller.current;
      if (!from || !element) return;
      const left = element.scrollLeft + from.x - event.clientX;
      element.scrollTo({ left, top: element.scrollTop + from.y - event.clientY });
      grabbed.current = { x: event.clientX, y: event.clientY };
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
