import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

/** Shows what an entry of the log leaves out, because it is above. */
export function UnfoldButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-w-0 items-center gap-1 text-meta leading-5 text-muted hover:text-ink"
    >
      <ChevronRight aria-hidden className="size-3 shrink-0" />
      <span className="min-w-0 truncate">{children}</span>
    </button>
  );
}
