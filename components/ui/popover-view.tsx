"use client";

import { Popover as Radix } from "radix-ui";
import type { ReactNode } from "react";

import { closeOnEscape } from "./close-on-escape";
import { cn } from "./cn";
import { floatClass } from "./menu-class";
import { type Opener, OpenerProxy } from "./opener";

interface PopoverViewProps {
  id: string;
  opener: Opener;
  label: string;
  align: "start" | "center" | "end";
  open: boolean;
  onOpenChange: (open: boolean) => void;
  className?: string;
  children: ReactNode;
}

export function PopoverView({ id, opener, label, align, open, onOpenChange, className, children }: PopoverViewProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>
        <OpenerProxy opener={opener} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          id={id}
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onKeyDown={closeOnEscape(onOpenChange)}
          className={cn(floatClass, "max-h-(--radix-popover-content-available-height) min-w-60 p-2", className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
