import { useId, type ReactNode } from "react";

/** One of the steps of the page, all of which are visible. */
export function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-3 border-t border-line px-4 py-4 first-of-type:border-t-0"
    >
      <h2 id={id} className="text-section font-semibold">
        <span className="mr-2 text-muted tabular-nums">{number}</span> {title}
      </h2>
      {children}
    </section>
  );
}
