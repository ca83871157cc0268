import { Button } from "@/components/ui/button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Skeleton } from "@/components/ui/skeleton";
import { isMissingEndpoint } from "@/lib/client/api-error";

interface SectionStateProps {
  /** What is read, as in "the retention". */
  what: string;
  /** What a service without the endpoint cannot do. */
  lacks: string;
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
}

/** In place of the content of a section: that it is being read, or why it could not be. */
export function SectionState({ what, lacks, query: { error, isFetching, refetch } }: SectionStateProps) {
  if (isMissingEndpoint(error)) return <p className="text-muted">This service cannot {lacks}.</p>;
  if (!error)
    return (
      <div role="status" aria-label={`Loading ${what}`} className="grid gap-3">
        <Skeleton className="w-1/2" />
        <Skeleton className="w-2/3" />
        <Skeleton className="w-1/3" />
      </div>
    );
  return (
    <InlineBanner
      tone="error"
      action={
        <Button size="small" busy={isFetching} onClick={() => void refetch()}>
          Retry
        </Button>
      }
    >
      Could not read {what}: {error.message}
    </InlineBanner>
  );
}
