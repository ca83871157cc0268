"use client";

import { useId } from "react";

import { cn } from "@/components/ui/cn";
import type { Option } from "@/lib/feedback/form-field";

interface RadioRowProps {
  label: string;
  options: readonly Option[];
  /** The JSON of the selected answer; empty for none. */
  value: string;
  onChange: (raw: string) => void;
  hasDigits: boolean;
}

/** One of several visible answers; pressing the selected one again clears it. */
export function RadioRow({ label, options, value, onChange, hasDigits }: RadioRowProps) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className="flex flex-wrap gap-1">
      {options.map(({ raw, label: word }, index) => {
        const isChosen = raw === value;
        return (
          <label
            key={raw}
            className={cn(
              "relative inline-flex min-h-7 min-w-8 cursor-pointer items-center justify-center gap-1.5 rounded-control border border-line-strong bg-page px-2 hover:bg-hover",
              "has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent-ring",
              isChosen && "border-accent-ring bg-accent-soft",
            )}
          >
            <input
              type="radio"
              name={name}
              checked={isChosen}
              onChange={() => onChange(raw)}
              onClick={() => isChosen && onChange("")}
              // Arrow keys move among the answers and do not reach the page's shortcuts.
              onKeyDown={(event) => {
                if (event.key.startsWith("Arrow")) event.stopPropagation();
              }}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span className="wrap-anywhere">{word}</span>
            {hasDigits && index < 9 && word !== String(index + 1) && (
              <span aria-hidden className="text-meta text-muted">
                {index + 1}
              </span>
            )}
          </label>
        );
      })}
    </div>
  );
}
