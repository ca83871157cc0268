"use client";

import { Slot } from "radix-ui";
import { useCallback, useId, useRef, useState, type ReactNode } from "react";

import { onDemand } from "./on-demand";
import { useTooltipTrigger } from "./use-tooltip-trigger";

const view = onDemand(() => import("./tooltip-view"));

interface TooltipProps {
  content: ReactNode;
  /** The equivalent shortcut, written as in `useShortcuts`. */
  shortcut?: string;
  side?: "top" | "right" | "bottom" | "left";
  children: ReactNode;
}

/** Its child must be one focusable element. */
export function Tooltip({ content, shortcut, side = "bottom", children }: TooltipProps) {
  const id = useId();
  const opener = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const loaded = view.useNeeded(open, close);
  const isShown = open && loaded !== undefined;
  const trigger = useTooltipTrigger({ open, isShown, onOpenChange: setOpen });
  return (
    <>
      <Slot.Root ref={opener} aria-describedby={isShown ? id : undefined} {...trigger}>
        {children}
      </Slot.Root>
      {isShown && (
        <loaded.TooltipView id={id} opener={opener} content={content} shortcut={shortcut} side={side} onClose={close} />
      )}
    </>
  );
}
