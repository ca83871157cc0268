import { useId, type ReactNode } from "react";

/** A part of the form. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3 border-t border-line py-4 first:border-t-0">
      <h2 id={id} className="text-section font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}
