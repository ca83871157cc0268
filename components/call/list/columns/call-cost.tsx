"use client";

import { TriangleAlert } from "lucide-react";

import { cn } from "@/components/ui/cn";
import { statedClass } from "@/components/ui/stated-class";
import { formatAmounts } from "@/lib/format/money";
import { counted } from "@/lib/format/number";
import { exactCost } from "@/lib/format/stated-cost";

import { useCallExtras } from "./call-extras";

/** The cost of a call, and whether a part of it has no price. */
export function CallCost({ id }: { id: string }) {
  const { costOf, costDecimals } = useCallExtras();
  const cost = costOf(id);
  // Costs that are not loaded yet differ from no costs.
  if (!cost) return undefined;
  const { total_cost: total = {}, unpriced = 0, stated_costs: bySource, priced_cost: atPrices = {} } = cost;
  const isKnown = Object.keys(total).length > 0;
  if (!isKnown && unpriced === 0) return <span className="text-faint">—</span>;
  return (
    <span
      title={[
        isKnown && exactCost(total, bySource && { bySource, atPrices }),
        unpriced > 0 && `${counted(unpriced, "call")} used a model without a price`,
      ]
        .filter(Boolean)
        .join("; ")}
      className={cn("inline-flex max-w-full items-center gap-1 tabular-nums", bySource && statedClass)}
    >
      {unpriced > 0 && <TriangleAlert aria-hidden className="size-3 shrink-0 text-warning" />}
      <span className={cn("truncate", !isKnown && "text-muted")}>
        {isKnown ? formatAmounts(total, costDecimals) : "no price"}
      </span>
    </span>
  );
}
