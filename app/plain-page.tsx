import type { ReactNode } from "react";

interface PlainPageProps {
  title: string;
  description: string;
  children: ReactNode;
}

/** The classes of its only action, a link or a button. */
export const actionClass =
  "inline-flex h-7 items-center rounded-control border border-line-strong px-2.5 font-medium hover:bg-hover";

/** Shown instead of a page that cannot be shown. Every page's bundle includes it, so it is text only. */
export function PlainPage({ title, description, children }: PlainPageProps) {
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-3 p-4 text-center">
      <h1 className="text-section font-semibold wrap-anywhere">{title}</h1>
      <p className="text-muted">{description}</p>
      {children}
    </main>
  );
}
