"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Skeleton } from "@/components/ui/skeleton";
import { TimeRange } from "@/components/ui/time-range";
import { toast } from "@/components/ui/toast-store";
import { useTimeZone } from "@/components/ui/use-time-zone";
import type { ScoringEstimate, ScoringRule } from "@/lib/contract/scoring";
import { ALL_TIME, type TimeSpan } from "@/lib/filter/time-span";
import { formatMoney } from "@/lib/format/money";
import { counted, formatCount, formatPercent } from "@/lib/format/number";
import { backfillScoringRule, scoringEstimate } from "@/lib/queries/scoring";

import { estimatedCost, estimateOf, rangeOf, scoredCalls } from "./estimate-words";
import { UNIT_NOUNS } from "./rule-words";

interface BackfillDialogProps {
  rule: ScoringRule;
  onClose: () => void;
}

const lastRanges = ["1h", "24h", "7d", "30d", "90d"];
const firstSpan: TimeSpan = { ...ALL_TIME, range: "7d" };

/** Scores calls that a rule has missed, once it has said how many these are and what that costs. */
export function BackfillDialog({ rule, onClose }: BackfillDialogProps) {
  const { project_id, id, definition } = rule;
  const zone = useTimeZone();
  const [span, setSpan] = useState(firstSpan);
  // What is scored is what was estimated, also if the range is relative and time goes on.
  const [range, setRange] = useState(() => rangeOf(firstSpan, { now: Date.now(), zone }));
  const {
    data: estimate,
    error,
    isFetching,
    refetch,
  } = useQuery(scoringEstimate(estimateOf(project_id, definition, range)));
  const backfill = useMutation(backfillScoringRule());
  const count = estimate && scoredCalls(estimate);
  const submit = () => {
    if (backfill.isPending) return;
    backfill.mutate(
      { project_id, id, ...range },
      {
        onSuccess: () => {
          toast({
            title: "Backfill started",
            description: "Earlier calls are collected and scored in the background.",
          });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Backfill ${definition.name}`}
      description="Scores calls that the rule has missed: those from before it was created, or that came while it was paused. Calls that this version of the scorer has scored are not scored again."
      className="w-[min(560px,calc(100vw-32px))]"
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-meta font-medium">Calls that started</span>
          <TimeRange
            span={span}
            last={lastRanges}
            onChange={(next) => {
              setSpan(next);
              setRange(rangeOf(next, { now: Date.now(), zone }));
            }}
          />
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
            Could not estimate the cost: {error.message}
          </InlineBanner>
        )}
        {estimate ? (
          <EstimateFacts rule={rule} estimate={estimate} />
        ) : (
          !error && (
            <div role="status" aria-label="Counting the calls" className="grid gap-2">
              <Skeleton className="w-1/2" />
              <Skeleton className="w-2/3" />
            </div>
          )
        )}
        {rule.status === "paused" && (
          <InlineBanner>The rule is paused: the calls wait until it is resumed.</InlineBanner>
        )}
        {backfill.error && (
          <InlineBanner tone="error">Could not start the backfill: {backfill.error.message}</InlineBanner>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={backfill.isPending} disabled={!count} onClick={submit}>
            {backfill.isPending
              ? "Starting"
              : count === 0
                ? "Nothing to score"
                : `Score ${count === undefined ? definition.unit : counted(count, UNIT_NOUNS[definition.unit])}`}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function EstimateFacts({ rule, estimate }: { rule: ScoringRule; estimate: ScoringEstimate }) {
  const { definition, cost_usd: spent } = rule;
  const { matching, sampled, known, cost_usd: cost = 0 } = estimate;
  const words = estimatedCost(estimate);
  const budget = definition.budget_usd ?? undefined;
  const rate = definition.sampling_rate ?? 1;
  const facts: readonly (readonly [string, string, string?])[] = [
    ["Matching", counted(matching, UNIT_NOUNS[definition.unit])],
    ...(rate < 1 ? [["Sampled", formatCount(sampled), `${formatPercent(rate)} of them`] as const] : []),
    ...(known > 0 ? [["Already known", formatCount(known), "scored, or waiting to be"] as const] : []),
    ["To score", formatCount(scoredCalls(estimate))],
    ["Cost", words.cost, words.basis],
  ];
  return (
    <>
      <dl aria-label="Estimate" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {facts.map(([term, value, note]) => (
          <div key={term} className="contents">
            <dt className="text-muted">{term}</dt>
            <dd className="tabular-nums wrap-anywhere">
              {value}
              {note !== undefined && <span className="text-muted">, {note}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {budget !== undefined && spent + cost > budget && (
        <InlineBanner tone="warning">
          {spent < budget ? `${formatMoney(budget - spent, "USD")} of the budget is` : "Nothing of the budget is"} left:
          the rule will pause before all of them are scored.
        </InlineBanner>
      )}
    </>
  );
}
