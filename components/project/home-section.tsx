import type { ReactNode } from "react";

import { Button } from "@/components/ui/button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Skeleton } from "@/components/ui/skeleton";

interface HomeSectionProps {
  title: string;
  /** At the end of the title: a link to all. */
  action?: ReactNode;
  query: { data: unknown; error: Error | null; isFetching: boolean; refetch: () => unknown };
  children: ReactNode;
}

/** A part of a project's home, with the states of the query that it shows. */
export function HomeSection({ title, action, query, children }: HomeSectionProps) {
  const { data, error, isFetching, refetch } = query;
  return (
    <section aria-label={title} className="grid min-w-0 gap-2">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-section font-semibold">{title}</h2>
        {action}
      </div>
      {error && (
        <InlineBanner
          tone="error"
          action={
            <Button size="small" busy={isFetching} onClick={() => void refetch()}>
              Retry
            </Button>
          }
        >
          Could not load this: {error.message}
        </InlineBanner>
      )}
      {data === undefined && !error && <Skeleton className="w-1/2" />}
      {data !== undefined && children}
    </section>
  );
}
