"use client";

import Link from "next/link";
import type { ReactNode } from "react";

import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { Quantity } from "@/components/ui/quantity";
import { Timestamp } from "@/components/ui/timestamp";
import { type Failures, failuresPath } from "@/lib/filter/failing-traces";
import { quote } from "@/lib/filter/quote";
import { durationParts } from "@/lib/format/duration";
import { formatAmounts } from "@/lib/format/money";
import { exactCost } from "@/lib/format/stated-cost";
import { countedParts, formatCount } from "@/lib/format/number";
import { totalTokens } from "@/lib/trace/usage";

import { FeedbackMarks } from "./feedback-marks";
import type { ThreadState } from "./use-thread";

interface ThreadHeaderProps {
  projectId: string;
  threadId: string;
  state: ThreadState;
}

export function ThreadHeader({ projectId, threadId, state }: ThreadHeaderProps) {
  const { turns, totals } = state;
  const { failed, failing, usage, cost, p50Ms, p99Ms } = totals;
  const first = turns?.[0]?.row.started_at;
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2">
      <h1
        title={threadId}
        className="flex max-w-full min-w-0 items-center gap-1 text-title font-semibold sm:max-w-[50%]"
      >
        <bdi className="min-w-0 truncate">{threadId}</bdi>
        <CopyButton text={threadId} label="Copy thread ID" />
      </h1>
      {turns && (
        <dl className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
          <Fact term="Turns">
            {formatCount(totals.turns)} <span className="text-muted">{totals.turns === 1 ? "turn" : "turns"}</span>
          </Fact>
          {failing > 0 && (
            <Fact term="Failures">
              <FailureLink threadId={threadId} projectId={projectId} which="failed" count={failed} />
              <span aria-hidden className="text-faint">
                {" · "}
              </span>
              <FailureLink threadId={threadId} projectId={projectId} which="failing" count={failing} />
            </Fact>
          )}
          {p50Ms !== undefined && (
            <Fact term="Median turn latency">
              <span className="text-muted">p50</span> <Quantity parts={durationParts(p50Ms)} />
            </Fact>
          )}
          {p99Ms !== undefined && (
            <Fact term="99th percentile turn latency">
              <span className="text-muted">p99</span> <Quantity parts={durationParts(p99Ms)} />
            </Fact>
          )}
          {usage && (
            <Fact term="Tokens">
              <Quantity parts={countedParts(totalTokens(usage), "token")} />
            </Fact>
          )}
          {cost && (
            <Fact term="Cost" title={exactCost(cost.amounts, cost.stated)}>
              {Object.keys(cost.amounts).length > 0 ? formatAmounts(cost.amounts) : "no price"}
              {cost.unpriced.size > 0 && Object.keys(cost.amounts).length > 0 && (
                <span title={`Excludes ${[...cost.unpriced].join(", ")} (no price)`} className="text-warning">
                  {" "}
                  (partial)
                </span>
              )}
            </Fact>
          )}
          {first && (
            <Fact term="Started">
              <Timestamp at={first} />
            </Fact>
          )}
          <FeedbackMarks rows={[...state.feedback, ...turns.flatMap(({ feedback }) => feedback)]} />
        </dl>
      )}
    </header>
  );
}

interface FailureLinkProps {
  projectId: string;
  threadId: string;
  which: Failures;
  count: number;
}

/** How many turns failed, or have a failing step; leads to their traces. */
function FailureLink({ projectId, threadId, which, count }: FailureLinkProps) {
  const q = `(thread:${quote(threadId)} or has(thread:${quote(threadId)}))`;
  const words = which === "failed" ? "failed" : "with a failing step";
  return (
    <Link
      href={failuresPath(projectId, which, { q })}
      prefetch={false}
      className={cn("hover:underline", count > 0 && (which === "failed" ? "text-error" : "text-warning"))}
    >
      {formatCount(count)} {words}
    </Link>
  );
}

function Fact({ term, title, children }: { term: string; title?: string; children: ReactNode }) {
  return (
    <div title={title ?? term} className="whitespace-nowrap tabular-nums">
      <dt className="sr-only">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
