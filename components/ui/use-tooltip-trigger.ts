import { type PointerEvent, useEffect, useRef } from "react";

/** How long the pointer is on an element before its tooltip opens. */
const DELAY_MS = 350;
/** After a tooltip closed, the next opens at once for this long. */
const NO_DELAY_MS = 300;

/** At most one tooltip of the page is open. */
const page: { close?: () => void; lastClosedAt: number } = { lastClosedAt: -Infinity };

interface TooltipState {
  open: boolean;
  /** Whether it is on the screen, and closes by itself when the pointer leaves both it and its element. */
  isShown: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Opens a tooltip while its element has the pointer or the focus, and closes it when the element is used. */
export function useTooltipTrigger({ open, isShown, onOpenChange }: TooltipState) {
  const delay = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isEntered = useRef(false);
  const isPressed = useRef(false);
  useEffect(() => {
    if (!open) return;
    const close = () => onOpenChange(false);
    page.close?.();
    page.close = close;
    return () => {
      if (page.close === close) page.close = undefined;
      page.lastClosedAt = performance.now();
    };
  }, [open, onOpenChange]);
  useEffect(() => () => clearTimeout(delay.current), []);

  const change = (next: boolean) => {
    clearTimeout(delay.current);
    onOpenChange(next);
  };
  return {
    onPointerMove: ({ pointerType }: PointerEvent) => {
      if (pointerType === "touch" || isEntered.current) return;
      isEntered.current = true;
      const isDelayed = !page.close && performance.now() - page.lastClosedAt >= NO_DELAY_MS;
      if (isDelayed) delay.current = setTimeout(() => onOpenChange(true), DELAY_MS);
      else change(true);
    },
    onPointerLeave: () => {
      isEntered.current = false;
      clearTimeout(delay.current);
      if (!isShown) change(false);
    },
    onPointerDown: () => {
      if (open) change(false);
      isPressed.current = true;
      document.addEventListener("pointerup", () => (isPressed.current = false), { once: true });
    },
    onFocus: () => {
      if (!isPressed.current) change(true);
    },
    onBlur: () => change(false),
    onClick: () => change(false),
  };
}
