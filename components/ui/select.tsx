import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";

import { cn } from "./cn";
import { controlClass } from "./input";

interface SelectOption<Value extends string> {
  value: Value;
  label: string;
}

interface SelectProps<Value extends string> extends Omit<ComponentProps<"select">, "value" | "onChange" | "children"> {
  options: readonly SelectOption<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
}

/**
 * A select of a fixed list: the native control, with its list in our colors if the browser supports that
 * (`select-list`).
 */
export function Select<Value extends string>({
  options,
  value,
  onValueChange,
  className,
  ...rest
}: SelectProps<Value>) {
  return (
    <span className={cn("relative inline-flex", className)}>
      <select
        value={value}
        onChange={(event) => {
          const option = options.find((candidate) => candidate.value === event.target.value);
          if (option) onValueChange(option.value);
        }}
        className={cn(controlClass, "select-list h-7 truncate pr-7")}
        {...rest}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-[7px] right-2 size-3.5 text-muted" />
    </span>
  );
}
