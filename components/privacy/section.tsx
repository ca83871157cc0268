import type { ReactNode } from "react";

interface SectionProps {
  /** Its place in the page's address. */
  id: string;
  title: string;
  description: ReactNode;
  children: ReactNode;
}

/** A part of a project's settings. */
export function Section({ id, title, description, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="grid min-w-0 grid-cols-1 gap-4">
      <header className="border-t border-line pt-4">
        <h2 id={`${id}-title`} className="text-section font-semibold">
          {title}
        </h2>
        <p className="text-muted">{description}</p>
      </header>
      {children}
    </section>
  );
}
