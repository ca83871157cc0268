"use client";

import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";

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
  return (
    <Radix.Root delayDuration={350}>
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
