"use client";

import { cn } from "./cn";
import { moveFocus } from "./move-focus";

interface ToggleGroupProps<Value extends string | number> {
  /** The accessible name of the group. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onValueChange: (value: Value) => void;
  className?: string;
  optionClass?: string;
}

/** Buttons of which one is on: a radio group that is one tab stop. */
export function ToggleGroup<Value extends string | number>({
  label,
  options,
  value,
  onValueChange,
  className,
  optionClass,
}: ToggleGroupProps<Value>) {
  const hasChosen = options.some((option) => option.value === value);
  return (
    <div role="radiogroup" aria-label={label} tabIndex={-1} onKeyDown={moveFocus} className={className}>
      {options.map((option, index) => (
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={option.value === value || (!hasChosen && index === 0) ? 0 : -1}
          onClick={() => onValueChange(option.value)}
          className={cn(
            "px-2 text-meta text-muted hover:text-ink aria-checked:bg-selected aria-checked:text-ink",
            optionClass,
          )}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
