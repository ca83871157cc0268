"use client";

import { cn } from "@/components/ui/cn";

const choices = [
  { roots: true, label: "Root calls" },
  { roots: false, label: "All calls" },
];

/** Root calls, one row per trace, or all calls. */
export function CallsToggle({ roots, onChange }: { roots: boolean; onChange: (roots: boolean) => void }) {
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
