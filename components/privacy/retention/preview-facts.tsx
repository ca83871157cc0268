"use client";

import { Button } from "@/components/ui/button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Skeleton } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import type { RetentionPreview } from "@/lib/contract/retention";
import { counted } from "@/lib/format/number";

import { deletedWords, keptWords } from "./preview-words";

interface PreviewFactsProps {
  preview: RetentionPreview | undefined;
  error: Error | null;
  /** Whether other counts are being read. */
  isOld: boolean;
  onRetry: () => void;
}

/** What a run would delete today, and what it would keep. */
export function PreviewFacts({ preview, error, isOld, onRetry }: PreviewFactsProps) {
  if (error)
    return (
      <InlineBanner
        tone="error"
        action={
          <Button size="small" busy={isOld} onClick={onRetry}>
            Retry
          </Button>
        }
      >
        Could not count what would be deleted: {error.message}
      </InlineBanner>
    );
  if (!preview)
    return (
      <div role="status" aria-label="Counting what would be deleted" className="grid gap-2 py-1">
        <Skeleton className="w-1/2" />
        <Skeleton className="w-1/3" />
      </div>
    );
  const { kept, oldest_kept_at: oldest } = preview;
  return (
    <dl
      aria-label="Today"
      aria-busy={isOld}
      className={`grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 ${isOld ? "opacity-60" : ""}`}
    >
      <dt className="text-muted">Would be deleted today</dt>
      <dd className="tabular-nums wrap-anywhere">{deletedWords(preview)}</dd>
      {kept.traces > 0 && (
        <>
          <dt className="text-muted">Older, but kept</dt>
          <dd className="tabular-nums wrap-anywhere">
            {counted(kept.traces, "trace")}: {keptWords(kept)}
            {oldest !== undefined && (
              <>
                ; the oldest is from <Timestamp at={oldest} style="date" />
              </>
            )}
          </dd>
        </>
      )}
    </dl>
  );
}
