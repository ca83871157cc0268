"use client";

import { Check, Minus } from "lucide-react";
import { useId, type ComponentProps } from "react";

import { cn } from "./cn";

interface CheckboxProps extends ComponentProps<"button"> {
  checked: boolean | "indeterminate";
  /** Called with true if it was indeterminate. */
  onCheckedChange?: (checked: boolean) => void;
}

/** A checkbox, with its children as label; without children it needs an `aria-label`. */
export function Checkbox({ checked, onCheckedChange, onKeyDown, className, children, ...rest }: CheckboxProps) {
  const id = useId();
  const Mark = checked === "indeterminate" ? Minus : Check;
  const box = (
    <button
      id={id}
      type="button"
      role="checkbox"
      aria-checked={checked === "indeterminate" ? "mixed" : checked}
      className={cn(
        "relative inline-flex size-4 shrink-0 items-center justify-center rounded-[4px] border border-control bg-page text-on-accent transition-colors after:absolute after:-inset-1",
        "hover:border-muted disabled:opacity-50",
        checked && "border-accent-ring bg-accent hover:border-accent-ring",
        className,
      )}
      onClick={() => onCheckedChange?.(checked !== true)}
      {...rest}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        // Enter sends forms; only the space bar changes a checkbox.
        if (event.key === "Enter") event.preventDefault();
      }}
    >
      {checked && <Mark aria-hidden strokeWidth={3} className="size-3" />}
    </button>
  );
  if (!children) return box;
  return (
    <span className="flex items-center gap-2">
      {box}
      <label htmlFor={rest.id ?? id}>{children}</label>
    </span>
  );
}
