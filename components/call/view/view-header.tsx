import type { ReactNode } from "react";

interface ViewHeaderProps {
  /** What the view contains, in a few words. */
  status: ReactNode;
  /** Buttons at the end; on a line of their own if there is no space. */
  children: ReactNode;
}

/** The line above a view of a whole trace, with space for what switches between them (`--view-toggle`). */
export function ViewHeader({ status, children }: ViewHeaderProps) {
  return (
    <header className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-2 border-b border-line pr-3 pl-4 text-meta text-muted">
      <span role="status" className="ml-(--view-toggle,0px) h-9 min-w-24 flex-1 truncate leading-9">
        {status}
      </span>
      <div className="ml-auto flex h-9 min-w-0 items-center gap-1">{children}</div>
    </header>
  );
}
