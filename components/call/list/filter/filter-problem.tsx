"use client";

import { CircleAlert } from "lucide-react";

import { Button } from "@/components/ui/button";
import type { FilterError } from "@/lib/filter/filter";

const contextChars = 24;

interface FilterProblemProps {
  id: string;
  text: string;
  error: FilterError;
  /** Whether the list still shows the result of an earlier text. */
  hasList: boolean;
  /** Searches for the whole text instead. */
  onQuote: () => void;
}

/** The error in a filter's text, with its position. */
export function FilterProblem({ id, text, error, hasList, onQuote }: FilterProblemProps) {
  const from = Math.min(error.from, text.length);
  const to = Math.max(from, Math.min(error.to, text.length));
  const start = Math.max(0, from - contextChars);
  return (
    <div role="alert" className="mt-1 flex items-start gap-2 rounded-control bg-error-soft px-2.5 py-1.5 text-meta">
      <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0 text-error" />
      <div className="min-w-0 flex-1">
        <p id={id} className="wrap-anywhere">
          {error.message}.{hasList && " The list is unchanged."}
        </p>
        <p aria-hidden className="truncate font-mono text-muted">
          {start > 0 && "…"}
          {text.slice(start, from)}
          <mark className="bg-transparent text-error underline decoration-wavy underline-offset-2">
            {text.slice(from, to) || "␣"}
          </mark>
          {text.slice(to, to + contextChars)}
        </p>
      </div>
      <Button size="small" onClick={onQuote}>
        Search as text
      </Button>
    </div>
  );
}
