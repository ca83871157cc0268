"use client";

import { useMemo } from "react";

import { InlineBanner } from "@/components/ui/inline-banner";
import { formatAmounts } from "@/lib/format/money";
import { counted } from "@/lib/format/number";
import { chargedCalls, type RolledCost, type TraceCosts } from "@/lib/trace/cost";
import { groupCosts } from "@/lib/trace/cost-groups";

import type { TraceModel } from "../tree/trace-model";
import { CostGroup } from "./cost-group";
import { StatedCosts, UncountedCost } from "./stated-costs";

interface CostTabProps {
  callId: string;
  trace: TraceModel | undefined;
  /** Undefined while they are loading. */
  costs: TraceCosts | undefined;
  rolled: RolledCost | undefined;
  /** The error if they could not be read. */
  error: Error | null;
}

/** Cost of a call including all calls below it, and how each amount is computed. */
export function CostTab({ callId, trace, costs, rolled, error }: CostTabProps) {
  const groups = useMemo(
    () => (trace && costs ? groupCosts(chargedCalls(trace.tree, callId, costs), costs) : undefined),
    [trace, costs, callId],
  );
  if (error) return <p className="py-2 text-muted">Could not load costs: {error.message}</p>;
  if (!trace || !groups) return <p className="py-2 text-muted">Loading costs…</p>;
  const own = trace.tree.byId.get(callId)?.row?.overview?.stated_cost;
  if (groups.length === 0 && !rolled)
    return (
      <div className="grid max-w-160 gap-4 py-2">
        <p className="text-muted">
          Neither this call nor the calls below it report any tokens. Calls report them in <code>summary.usage</code>,
          by model.
        </p>
        <UncountedCost stated={own} />
      </div>
    );
  const calls = new Set(groups.flatMap((group) => group.calls.map(({ id }) => id)));
  const isCharged = calls.has(callId);
  const below = calls.size - (isCharged ? 1 : 0);
  return (
    <div className="grid max-w-160 gap-4 py-2">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-title font-semibold tabular-nums">
          {rolled && Object.keys(rolled.amounts).length > 0 ? formatAmounts(rolled.amounts) : "Unknown cost"}
        </span>
        <span className="text-muted">
          {isCharged || below === 0 ? "for this call" : "for"}
          {isCharged && below > 0 && " and"}
          {below > 0 && ` ${counted(below, "call")} below it`}
        </span>
      </p>
      {rolled && <StatedCosts {...rolled} />}
      <UncountedCost stated={own} />
      {rolled && rolled.unpriced.size > 0 && (
        <InlineBanner tone="warning">
          {[...rolled.unpriced].join(", ")} had no price when the calls started, so their cost is not included.
        </InlineBanner>
      )}
      {!isCharged && costs?.has(callId) && (
        <p className="text-muted">This call also reports tokens; only those of the calls below it are counted.</p>
      )}
      {groups.map((group) => (
        <CostGroup
          key={`${group.model} ${group.price.price_id} ${group.price.price_service_tier} ${group.price.above_prompt_tokens}`}
          group={group}
          trace={trace}
          callId={callId}
        />
      ))}
    </div>
  );
}
