"use client";

import { cn } from "@/components/ui/cn";

interface CallsToggleProps {
  roots: boolean;
  onChange: (roots: boolean) => void;
}

const choices = [
  { roots: true, label: "Roots only" },
  { roots: false, label: "All calls" },
];

/** Roots, one row a trace, or every call. */
export function CallsToggle({ roots, onChange }: CallsToggleProps) {
  return (
    <div
      role="group"
      aria-label="Calls shown"
      className="inline-flex h-7 shrink-0 rounded-control border border-line-strong"
    >
      {choices.map((choice) => (
        <button
          key={choice.label}
          type="button"
          aria-pressed={roots === choice.roots}
          onClick={() => onChange(choice.roots)}
          className={cn(
            "px-2.5 text-body whitespace-nowrap first:rounded-l-[5px] last:rounded-r-[5px]",
            roots === choice.roots ? "bg-selected font-medium text-ink" : "text-muted hover:bg-hover hover:text-ink",
          )}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
