"use client";

import { getNonce } from "get-nonce";
import { Check, ChevronDown } from "lucide-react";
import { Select as Radix } from "radix-ui";
import type { ReactNode } from "react";

import { cn } from "./cn";
import { controlClass } from "./input";
import { floatClass, itemClass } from "./menu-class";

interface SelectOption<Value extends string> {
  value: Value;
  label: ReactNode;
}

interface SelectProps<Value extends string> {
  options: readonly SelectOption<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  id?: string;
  name?: string;
  disabled?: boolean;
  className?: string;
  "aria-label"?: string;
  "aria-describedby"?: string;
}

/** One of a fixed list; values must not be empty. */
export function Select<Value extends string>({
  options,
  value,
  onValueChange,
  name,
  disabled,
  className,
  ...trigger
}: SelectProps<Value>) {
  const choose = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option) onValueChange(option.value);
  };
  return (
    <Radix.Root value={value} onValueChange={choose} name={name} disabled={disabled}>
      <Radix.Trigger
        className={cn(controlClass, "inline-flex h-7 items-center justify-between gap-2 text-left", className)}
        {...trigger}
      >
        <span className="truncate">
          <Radix.Value />
        </span>
        <Radix.Icon asChild>
          <ChevronDown aria-hidden className="size-3.5 shrink-0 text-muted" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className={cn(floatClass, "min-w-(--radix-select-trigger-width)")}
        >
          <Radix.Viewport nonce={getNonce()} className="max-h-(--radix-select-content-available-height)">
            {options.map((option) => (
              <Radix.Item key={option.value} value={option.value} className={itemClass}>
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator className="ml-auto pl-4">
                  <Check aria-hidden className="size-3.5 text-accent-ink" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
