import Link from "next/link";
import type { ReactNode } from "react";

import { Quantity } from "@/components/ui/quantity";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusIcon } from "@/components/ui/status-icon";
import { Timestamp } from "@/components/ui/timestamp";
import { callPath } from "@/lib/format/address";
import { callName } from "@/lib/format/call-name";
import { durationParts } from "@/lib/format/duration";
import { formatAmounts } from "@/lib/format/money";
import { countedParts } from "@/lib/format/number";
import { latencyMs } from "@/lib/trace/timeline";
import { totalTokens } from "@/lib/trace/usage";

import type { TraceState } from "../page/use-trace";

interface CompareSideProps {
  letter: "A" | "B";
  projectId: string;
  callId: string;
  state: TraceState;
  now: number;
}

/** One of the two compared calls: which call it is, with its totals. */
export function CompareSide({ letter, projectId, callId, state, now }: CompareSideProps) {
  const { row, trace, rolledCosts } = state;
  const status = trace?.statuses.get(callId);
  const usage = trace?.usage.get(callId);
  const cost = rolledCosts?.get(callId);
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5 max-sm:basis-full">
      <span
        aria-hidden
        className="inline-flex size-5 items-center justify-center rounded-[4px] bg-hover text-meta font-semibold text-muted"
      >
        {letter}
      </span>
      {row ? (
        <Link
          href={callPath(projectId, callId)}
          className="max-w-full min-w-0 truncate font-semibold hover:underline"
          title={callId}
        >
          <span className="sr-only">{letter}: </span>
          {callName(row)}
        </Link>
      ) : (
        <Skeleton className="w-32" />
      )}
      {status && <StatusIcon status={status} isStale={row?.overview?.stale} word />}
      {row && (
        <Part>
          <Quantity parts={durationParts(latencyMs(row, now))} />
        </Part>
      )}
      {usage && (
        <Part>
          <Quantity parts={countedParts(totalTokens(usage), "token")} />
        </Part>
      )}
      {cost && (
        <Part>
          {Object.keys(cost.amounts).length > 0 ? formatAmounts(cost.amounts) : "no price"}
          {cost.unpriced.size > 0 && Object.keys(cost.amounts).length > 0 && (
            <span className="text-warning"> (partial)</span>
          )}
        </Part>
      )}
      {row?.started_at && (
        <Part>
          <Timestamp at={row.started_at} />
        </Part>
      )}
    </div>
  );
}

function Part({ children }: { children: ReactNode }) {
  return <span className="text-meta whitespace-nowrap tabular-nums">{children}</span>;
}
