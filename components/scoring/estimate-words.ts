import type { ScoringDefinition, ScoringEstimate, ScoringEstimateQuery } from "@/lib/contract/scoring";
import { type Clock } from "@/lib/filter/relative-time";
import { boundsOfSpan } from "@/lib/filter/time-range";
import type { TimeSpan } from "@/lib/filter/time-span";
import { formatMoney } from "@/lib/format/money";

/** No call is older. */
const FIRST_INSTANT = "1970-01-01T00:00:00.000Z";

/** The instants of a span, the end of which is not part of it; an open end is now. */
export function rangeOf(span: TimeSpan, clock: Clock): { start: string; end: string } {
  const { since, until } = boundsOfSpan(span, clock);
  return {
    start: since ?? FIRST_INSTANT,
    // The last instant of a span is part of it.
    end: new Date(until === null ? clock.now : Date.parse(until) + 1).toISOString(),
  };
}

/** The request for what a backfill of a rule over a range would score and cost. */
export function estimateOf(
  projectId: string,
  { scorer_ref, unit, filter, query, sampling_rate }: ScoringDefinition,
  range: { start: string; end: string },
): ScoringEstimateQuery {
  return { project_id: projectId, scorer_ref, unit, filter, query, sampling_rate, ...range };
}

/** How many calls a backfill would score. */
export function scoredCalls({ sampled, known }: Pick<ScoringEstimate, "sampled" | "known">): number {
  return Math.max(0, sampled - known);
}

/** About what a backfill costs: `free`, `about $0.42`; and how that is known. */
export function estimatedCost({ cost_usd: cost, basis }: Pick<ScoringEstimate, "cost_usd" | "basis">): {
  cost: string;
  basis: string;
} {
  if (basis === "no_judge") return { cost: "free", basis: "the scorer asks no model" };
  if (cost === undefined) return { cost: "unknown", basis: "the judge's model has no price" };
  return {
    cost: `about ${formatMoney(cost, "USD")}`,
    basis:
      basis === "verdicts"
        ? "from what verdicts of this version have cost so far"
        : "a rough estimate, from the lengths of some requests",
  };
}
