"use client";

import Link from "next/link";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { ModelDot } from "@/components/ui/model-colors";
import type { CallTotals } from "@/lib/contract/call-stats";
import { modelCallsPath } from "@/lib/filter/model-calls";
import { amountsDecimals, exactAmounts, formatAmounts } from "@/lib/format/money";
import { formatCount, formatPercent } from "@/lib/format/number";

import { NO_MODEL } from "./spend-data";

interface ModelSpendProps {
  projectId: string;
  models: readonly CallTotals[];
  currency: string;
  /** The start of the range. */
  since: string | undefined;
}

const firstShown = 8;
/** Hidden on a phone, so that the cost is visible. */
const wideClass = "max-sm:hidden";
const columns = [
  { title: "Model", className: "text-left" },
  { title: "Calls" },
  { title: "Input", className: wideClass },
  { title: "Cached", className: wideClass },
  { title: "Output", className: wideClass },
  { title: "Cost" },
  { title: "Share", className: "max-[420px]:hidden" },
];
const numberCell = "px-2 py-1 text-right whitespace-nowrap";

/** The models of the sum; each links to its calls, where every cost can be broken down. */
export function ModelSpend({ projectId, models, currency, since }: ModelSpendProps) {
  const [isWhole, setWhole] = useState(false);
  const total = models.reduce((sum, { total_cost }) => sum + (total_cost[currency] ?? 0), 0);
  const decimals = amountsDecimals(models.map(({ total_cost }) => total_cost));
  const shown = isWhole ? models : models.slice(0, firstShown);
  if (models.length === 0)
    return (
      <p className="px-4 py-3 text-muted">
        No calls in this range reported tokens. Costs appear once calls report <code>usage</code> and their model has a
        price in the table below.
      </p>
    );
  return (
    <section aria-label="Cost by model" className="px-4 pt-3">
      <div className="overflow-x-auto">
        <table className="w-full text-meta tabular-nums">
          <thead className="text-muted">
            <tr className="border-b border-line">
              {columns.map(({ title, className }) => (
                <th key={title} scope="col" className={cn("px-2 py-1 text-right font-normal", className)}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ model, count, usage, total_cost, unpriced }) => (
              <tr key={model ?? ""} className="border-b border-line hover:bg-hover">
                <th
                  scope="row"
                  aria-label={model ?? NO_MODEL}
                  className="max-w-80 min-w-32 px-2 py-1 text-left font-normal max-sm:max-w-40 max-sm:min-w-0"
                >
                  <span className="flex items-center gap-2">
                    <ModelDot model={model ?? ""} />
                    <Link
                      href={modelCallsPath(projectId, model, since)}
                      className="truncate hover:underline"
                      title={model}
                    >
                      {model ?? NO_MODEL}
                    </Link>
                  </span>
                </th>
                <td className={numberCell}>{formatCount(count)}</td>
                <td className={cn(numberCell, wideClass)}>{formatCount(usage?.prompt_tokens)}</td>
                <td className={cn(numberCell, wideClass)}>{formatCount(usage?.cached_tokens)}</td>
                <td className={cn(numberCell, wideClass)}>{formatCount(usage?.completion_tokens)}</td>
                <td className={numberCell} title={exactAmounts(total_cost)}>
                  {Object.keys(total_cost).length > 0 && formatAmounts(total_cost, decimals)}
                  {unpriced > 0 && <span className="text-warning"> {formatCount(unpriced)} unpriced</span>}
                </td>
                <td className={cn(numberCell, "max-[420px]:hidden")}>
                  {formatPercent(total > 0 && total_cost[currency] ? total_cost[currency] / total : undefined)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {models.length > firstShown && (
        <Button size="small" variant="ghost" onClick={() => setWhole(!isWhole)} className="mt-1">
          {isWhole ? "Show fewer models" : `Show all ${formatCount(models.length)} models`}
        </Button>
      )}
    </section>
  );
}
