"use client";

import { Check, Minus } from "lucide-react";
import { Checkbox as Radix } from "radix-ui";
import type { ComponentProps } from "react";

import { cn } from "./cn";

/** A box without its words: give it a `<label htmlFor>` or an `aria-label`. */
export function Checkbox({ className, ...rest }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      className={cn(
        "group relative inline-flex size-4 shrink-0 items-center justify-center rounded-[4px] border border-control bg-page transition-colors after:absolute after:-inset-1",
        "hover:border-muted disabled:opacity-50",
        "data-[state=checked]:border-accent-ring data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent-ring data-[state=indeterminate]:bg-accent",
        className,
      )}
      {...rest}
    >
      <Radix.Indicator className="text-on-accent">
        <Check aria-hidden strokeWidth={3} className="hidden size-3 group-data-[state=checked]:block" />
        <Minus aria-hidden strokeWidth={3} className="hidden size-3 group-data-[state=indeterminate]:block" />
      </Radix.Indicator>
    </Radix.Root>
  );
}
