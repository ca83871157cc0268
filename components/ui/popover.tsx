"use client";

import { Popover as Radix } from "radix-ui";
import type { ReactNode } from "react";

import { cn } from "./cn";
import { floatClass } from "./menu-class";

interface PopoverProps {
  /** One focusable element that opens it. */
  trigger: ReactNode;
  /** The accessible name of what opens. */
  label: string;
  align?: "start" | "center" | "end";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string;
  children: ReactNode;
}

export function Popover({ trigger, label, align = "start", open, onOpenChange, className, children }: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={cn(floatClass, "max-h-(--radix-popover-content-available-height) min-w-60 p-2", className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
