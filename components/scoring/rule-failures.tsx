"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";

import { Button } from "@/components/ui/button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Skeleton } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import type { ScoringRule } from "@/lib/contract/scoring";
import { callPath } from "@/lib/format/address";
import { shortenMiddle } from "@/lib/format/shorten";
import { scoringFailures } from "@/lib/queries/scoring";

const shownIdChars = 24;

/** The calls that a rule could not score, with the reasons. */
export function RuleFailures({ rule }: { rule: ScoringRule }) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(scoringFailures(rule));
  const failures = data?.pages.flatMap(({ rows }) => rows);
  return (
    <>
      {error && <InlineBanner tone="error">Could not load the failures: {error.message}</InlineBanner>}
      {!failures && !error && <Skeleton className="my-2 w-2/3" />}
      <ol aria-label="Failures" className="grid grid-cols-1 divide-y divide-line">
        {failures?.map(({ call_id: id, scorer_ref, failure, failed_at: at }) => (
          <li key={`${id} ${scorer_ref}`} className="grid gap-0.5 py-1.5">
            <p className="flex flex-wrap items-center gap-x-2">
              <Link
                href={callPath(rule.project_id, id)}
                prefetch={false}
                title={id}
                className="font-mono text-meta underline decoration-line underline-offset-2 hover:decoration-current"
              >
                {shortenMiddle(id, shownIdChars)}
              </Link>
              <span className="text-meta text-muted">
                <Timestamp at={at} />
              </span>
            </p>
            <p className="wrap-anywhere text-error">{failure}</p>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}
