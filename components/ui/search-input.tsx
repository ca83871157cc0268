"use client";

import { Search, X } from "lucide-react";
import { useRef, type ComponentProps } from "react";

import { cn } from "./cn";
import { Input } from "./input";

interface SearchInputProps extends Omit<ComponentProps<"input">, "value" | "onChange" | "type"> {
  /** The accessible name. */
  label: string;
  value: string;
  onValueChange: (value: string) => void;
}

export function SearchInput({ label, value, onValueChange, className, placeholder, ...rest }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onValueChange("");
    input.current?.focus();
  };
  return (
    <div className={cn("relative", className)}>
      <Search aria-hidden className="pointer-events-none absolute top-1.5 left-2 size-4 text-muted" />
      <Input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        className="pr-7 pl-7.5 [&::-webkit-search-cancel-button]:hidden"
        {...rest}
      />
      {value !== "" && (
        <button
          type="button"
          aria-label="Clear"
          onClick={clear}
          className="absolute top-0.5 right-0.5 inline-flex size-6 items-center justify-center rounded-control text-muted hover:text-ink"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </div>
  );
}
