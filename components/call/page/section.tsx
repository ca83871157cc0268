import type { ReactNode } from "react";

interface SectionProps {
  title: string;
  /** At the end of the title's line. */
  actions?: ReactNode;
  /** Where there are several of the same name: it is then no landmark. */
  isRepeated?: boolean | undefined;
  children: ReactNode;
}

/** A part of a call under its name. */
export function Section({ title, actions, isRepeated, children }: SectionProps) {
  return (
    <section role={isRepeated ? "group" : undefined} aria-label={title} className="pb-3">
      <div className="flex min-h-7 items-center justify-between">
        <h2 className="text-label text-muted">{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
