"use client";

import { useInfiniteQuery } from "@tanstack/react-query";

import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { RelativeTime } from "@/components/ui/timestamp";
import type { LabelMove } from "@/lib/contract/labels";
import { versionName } from "@/lib/contract/version-name";
import { labelHistory, type LabelledObject } from "@/lib/queries/labels";

/** Who moved which label of an object, newest first. */
export function LabelHistory(object: LabelledObject) {
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(labelHistory(object));
  if (error)
    return (
      <p role="alert" className="text-meta text-error">
        Could not load the history: {error.message}
      </p>
    );
  if (!data)
    return (
      <div role="status" aria-label="Loading the history">
        <Skeleton className="w-2/3" />
      </div>
    );
  const moves = data.pages.flatMap(({ rows }) => rows);
  if (moves.length === 0) return <p className="text-meta text-muted">No label has been moved yet.</p>;
  return (
    <>
      <ol aria-label="Moves of labels" className="grid gap-1 text-meta">
        {moves.map((move, index) => (
          <li key={moves.length - index} className="min-w-0">
            <p className="flex min-w-0 gap-1.5">
              <span title={move.label} className="truncate font-medium">
                {move.label}
              </span>
              <span className="shrink-0">{routeOf(move)}</span>
            </p>
            <p className="truncate text-muted">
              <bdi title={move.moved_by}>{move.moved_by}</bdi> · <RelativeTime at={move.moved_at} />
            </p>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button size="small" variant="ghost" busy={isFetching} className="mt-1" onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

function routeOf({ from_version_index: from, to_version_index: to }: LabelMove): string {
  const [before, after] = [from, to].map((index) => index !== undefined && versionName(index));
  if (!before) return `added to ${after}`;
  return after ? `${before} → ${after}` : `removed from ${before}`;
}
