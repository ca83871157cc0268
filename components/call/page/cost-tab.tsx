"use client";

import { useMemo } from "react";

import { InlineBanner } from "@/components/ui/inline-banner";
import { formatAmounts } from "@/lib/format/money";
import { formatCount } from "@/lib/format/number";
import { chargedCalls, type RolledCost, type TraceCosts } from "@/lib/trace/cost";
import { groupCosts } from "@/lib/trace/cost-groups";

import type { TraceModel } from "../tree/trace-model";
import { CostGroup } from "./cost-group";

interface CostTabProps {
  callId: string;
  trace: TraceModel | undefined;
  /** Undefined while they are read. */
  costs: TraceCosts | undefined;
  rolled: RolledCost | undefined;
  /** Why they could not be read. */
  error: Error | null;
}

/** Cost of a call with all calls below it, and how each amount is derived. */
export function CostTab({ callId, trace, costs, rolled, error }: CostTabProps) {
  const groups = useMemo(
    () => (trace && costs ? groupCosts(chargedCalls(trace.tree, callId, costs), costs) : undefined),
    [trace, costs, callId],
  );
  if (error) return <p className="py-2 text-muted">Could not load costs: {error.message}</p>;
  if (!trace || !groups) return <p className="py-2 text-muted">Loading costs…</p>;
  if (groups.length === 0)
    return (
      <p className="py-2 text-muted">
        Neither this call nor the calls below report any tokens. Calls report them in <code>summary.usage</code>, by
        model.
      </p>
    );
  const calls = new Set(groups.flatMap((group) => group.calls.map(({ id }) => id)));
  const isCharged = calls.has(callId);
  return (
    <div className="grid max-w-160 gap-4 py-2">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-title font-semibold tabular-nums">
          {rolled && Object.keys(rolled.amounts).length > 0 ? formatAmounts(rolled.amounts) : "Unknown cost"}
        </span>
        <span className="text-muted">
          {calls.size === 1 && isCharged
            ? "for this call"
            : `for ${formatCount(calls.size)} ${calls.size === 1 ? "call" : "calls"} below${isCharged ? " and this one" : ""}`}
        </span>
      </p>
      {rolled && rolled.unpriced.size > 0 && (
        <InlineBanner tone="warning">
          The sum is incomplete: {[...rolled.unpriced].join(", ")} had no price when the calls started.
        </InlineBanner>
      )}
      {!isCharged && costs?.has(callId) && (
        <p className="text-muted">This call reports tokens too; only those of the calls below are charged.</p>
      )}
      {groups.map((group) => (
        <CostGroup key={`${group.model} ${group.price.price_id}`} group={group} trace={trace} callId={callId} />
      ))}
    </div>
  );
}
