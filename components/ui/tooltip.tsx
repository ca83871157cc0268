"use client";

import { Tooltip as Radix } from "radix-ui";
import { useLayoutEffect, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";

import { Kbd } from "./kbd";

export const TooltipProvider = Radix.Provider;

interface TooltipProps {
  content: ReactNode;
  /** The key that does the same, written as in `useShortcuts`. */
  shortcut?: string;
  side?: "top" | "right" | "bottom" | "left";
  children: ReactNode;
}

/** Its child must be one focusable element. */
export function Tooltip({ content, shortcut, side = "bottom", children }: TooltipProps) {
  const [open, setOpen] = useState(false);
  // An open tooltip would take the first Escape for itself; the dialog or box below it is what is meant. It closes
  // before any other handler gets the key, and is listening as soon as it is on the screen.
  useLayoutEffect(() => {
    if (!open) return;
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      flushSync(() => setOpen(false));
      // What lies below listens only once it knows that it is the topmost.
      flushSync(() => {});
    };
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
  }, [open]);
  return (
    <Radix.Root delayDuration={350} open={open} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 flex max-w-80 animate-appear items-center gap-2 rounded-control bg-ink px-2 py-1 text-meta text-page shadow-float"
        >
          {content}
          {shortcut && <Kbd keys={shortcut} inverse />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
