"use client";

import { Slot } from "radix-ui";
import { useId, useRef, useState, type ReactNode } from "react";

import { onDemand, type OnDemand } from "./on-demand";
import { useApproach } from "./use-approach";

const view = onDemand(() => import("./popover-view"));

interface PopoverProps {
  /** One focusable element that opens it. */
  trigger: ReactNode;
  /** The accessible name of the popover. */
  label: string;
  align?: "start" | "center" | "end";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string;
  /** What the children are in, if that is loaded on demand: it opens with them. */
  content?: OnDemand<unknown>;
  children: ReactNode;
}

export function Popover({
  trigger,
  label,
  align = "start",
  open: openOutside,
  onOpenChange,
  className,
  content = view,
  children,
}: PopoverProps) {
  const id = useId();
  const opener = useRef<HTMLElement>(null);
  const [openInside, setOpenInside] = useState(false);
  const open = openOutside ?? openInside;
  const change = (next: boolean) => {
    setOpenInside(next);
    onOpenChange?.(next);
  };
  const { isNear, ...approach } = useApproach(view.load, content.load);
  const loaded = view.useNeeded(open, () => change(false));
  const isFilled = content.useNeeded(open, () => change(false)) !== undefined;
  return (
    <>
      <Slot.Root
        ref={opener}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        data-state={open ? "open" : "closed"}
        {...approach}
        onClick={() => change(!open)}
      >
        {trigger}
      </Slot.Root>
      {loaded && isFilled && (isNear || open) && (
        <loaded.PopoverView
          id={id}
          opener={opener}
          label={label}
          align={align}
          open={open}
          onOpenChange={change}
          className={className}
        >
          {children}
        </loaded.PopoverView>
      )}
    </>
  );
}
