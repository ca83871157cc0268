import type { ReactNode } from "react";

import { cn } from "@/components/ui/cn";

interface FactProps {
  term: string;
  /** Shows the term; otherwise it is only for screen readers, if the value is clear without it. */
  isNamed?: boolean;
  title?: string;
  className?: string;
  children: ReactNode;
}

/** One fact about a call, for a line of them. */
export function Fact({ term, isNamed = false, title, className, children }: FactProps) {
  return (
    <div title={title} className={cn("flex min-w-0 items-center gap-1.5", className)}>
      <dt className={isNamed ? "shrink-0 text-muted" : "sr-only"}>{term}</dt>
      <dd className="min-w-0 truncate *:align-middle">{children}</dd>
    </div>
  );
}
