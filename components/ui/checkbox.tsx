"use client";

import { Check, Minus } from "lucide-react";
import { Checkbox as Radix } from "radix-ui";
import { useId, type ComponentProps } from "react";

import { cn } from "./cn";

/** A box, its words beside it when it has children; otherwise give it an `aria-label`. */
export function Checkbox({ className, children, ...rest }: ComponentProps<typeof Radix.Root>) {
  const id = useId();
  const box = (
    <Radix.Root
      id={id}
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
  if (!children) return box;
  return (
    <span className="flex items-center gap-2">
      {box}
      <label htmlFor={rest.id ?? id}>{children}</label>
    </span>
  );
}
