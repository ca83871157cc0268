"use client";

import { ChevronRight } from "lucide-react";
import { useState, type ReactNode } from "react";

import { cn } from "./cn";

interface FoldProps {
  summary: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Secondary content with a title: collapsed at first, and rendered only when expanded. */
export function Fold({ summary, className, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={cn("min-w-0", className)}>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex max-w-full min-w-0 items-center gap-1 text-meta leading-5 text-muted hover:text-ink"
      >
        <ChevronRight aria-hidden className={cn("size-3 shrink-0 transition-transform", isOpen && "rotate-90")} />
        {summary}
      </button>
      {isOpen && <div className="mt-1">{children}</div>}
    </div>
  );
}
