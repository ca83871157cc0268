"use client";

import { TriangleAlert } from "lucide-react";

import { exactAmounts, formatAmounts } from "@/lib/format/money";
import { counted } from "@/lib/format/number";

import { useCallExtras } from "./call-extras";

/** The cost of a call, and whether a part of it has no price. */
export function CallCost({ id }: { id: string }) {
  const { costOf, costDecimals } = useCallExtras();
  const cost = costOf(id);
  // Costs that are not loaded yet differ from no costs.
  if (!cost) return undefined;
  const { total_cost: total = {}, unpriced = 0 } = cost;
  const isKnown = Object.keys(total).length > 0;
  if (!isKnown && unpriced === 0) return <span className="text-faint">—</span>;
  return (
    <span
      title={[
        isKnown && exactAmounts(total),
        unpriced > 0 && `${counted(unpriced, "call")} used a model without a price`,
      ]
        .filter(Boolean)
        .join("; ")}
      className="inline-flex items-center gap-1 tabular-nums"
    >
      {unpriced > 0 && <TriangleAlert aria-hidden className="size-3 text-warning" />}
      {isKnown ? formatAmounts(total, costDecimals) : <span className="text-muted">no price</span>}
    </span>
  );
}
