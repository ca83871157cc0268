"use client";

import { useQuery } from "@tanstack/react-query";

import { Badge } from "@/components/ui/badge";
import { Fold } from "@/components/ui/fold";
import { InlineBanner } from "@/components/ui/inline-banner";
import { RetryBanner } from "@/components/ui/retry-banner";
import { Skeleton } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import type { Erasure } from "@/lib/contract/erasure";
import { hasEnded } from "@/lib/format/erasure-receipt";
import { countWords } from "@/lib/format/erasure-words";
import { erasuresList } from "@/lib/queries/erasure";

import { Receipt } from "./receipt";

/** The erasures of a project with their receipts, newest first. */
export function ErasureList({ projectId, level: Heading }: { projectId: string; level: "h2" | "h3" }) {
  const { data: erasures, error, isFetching, refetch } = useQuery(erasuresList(projectId));
  return (
    <section aria-labelledby="erasures" className="grid grid-cols-1 content-start gap-2">
      <Heading id="erasures" className="font-semibold">
        Receipts
      </Heading>
      {error && (
        <RetryBanner isFetching={isFetching} onRetry={() => void refetch()}>
          {error.message}
        </RetryBanner>
      )}
      {!erasures && !error && <Skeleton className="h-12" />}
      {erasures?.length === 0 && <p className="text-muted">No user&apos;s data has been erased yet.</p>}
      <ul className="grid grid-cols-1 gap-2">
        {erasures?.map((erasure) => (
          <li key={erasure.id} className="grid min-w-0 grid-cols-1 gap-1.5 rounded-control border border-line p-3">
            <Entry erasure={erasure} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const STATUSES = {
  queued: { tone: "neutral", label: "Waiting" },
  running: { tone: "running", label: "Erasing" },
  done: { tone: "success", label: "Done" },
} as const;

function Entry({ erasure }: { erasure: Erasure }) {
  const { tone, label } = STATUSES[erasure.status];
  const counts = erasure.receipt?.counts ?? erasure.progress;
  const found = erasure.receipt?.found.length ?? 0;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone}>{label}</Badge>
        {found > 0 && <Badge tone="warning">Needs a decision</Badge>}
        <Timestamp at={erasure.created_at} />
        <span className="min-w-0 text-muted wrap-anywhere">
          by <bdi>{erasure.created_by}</bdi>
        </span>
        <code title={erasure.user_hash} className="text-meta text-muted">
          {erasure.user_hash.slice(0, 12)}…
        </code>
      </div>
      {counts && <p aria-live="polite">{countWords(counts).join(", ")}</p>}
      {erasure.failure !== undefined && <InlineBanner tone="warning">{erasure.failure}</InlineBanner>}
      {hasEnded(erasure) && (
        <Fold summary="Receipt">
          <Receipt erasure={erasure} />
        </Fold>
      )}
    </>
  );
}
