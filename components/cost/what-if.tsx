"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";

import { Input } from "@/components/ui/input";
import type { CallTotals } from "@/lib/contract/call-stats";
import { whatIf } from "@/lib/cost/what-if";
import { exactMoney, formatAmounts } from "@/lib/format/money";
import { formatCount, formatPercent } from "@/lib/format/number";
import { allPrices, wholePrices } from "@/lib/queries/costs";

import { useCostsView } from "./use-costs-view";

/** What the priced tokens would have cost at one model's price, compared with their actual cost. */
export function WhatIf({ projectId, models }: { projectId: string; models: readonly CallTotals[] }) {
  const [inputId, listId] = [useId(), useId()];
  const [{ as }, setView] = useCostsView();
  const { data: prices = [] } = useQuery(allPrices(projectId));
  const price = wholePrices(prices).find(({ llm_id }) => llm_id === as);
  const compared = price && whatIf(models, price);
  if (models.every(({ usage }) => usage === undefined)) return undefined;
  return (
    <section aria-label="Cost with another model" className="flex flex-wrap items-center gap-2 px-4 pt-3 text-meta">
      <label htmlFor={inputId} className="text-muted">
        Cost if all calls had used
      </label>
      <Input
        id={inputId}
        list={listId}
        defaultValue={as ?? ""}
        placeholder="model name"
        spellCheck={false}
        className="w-56 min-w-0"
        onChange={(event) => void setView({ as: event.target.value || null })}
      />
      <datalist id={listId}>
        {[...new Set(prices.map(({ llm_id }) => llm_id))].map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <output className="min-w-0">
        {compared && (
          <>
            <strong
              title={Object.entries(compared.would)
                .map(([unit, amount]) => exactMoney(amount, unit))
                .join(" + ")}
            >
              {formatAmounts(compared.would)}
            </strong>
            {changeWords(compared.change)}
            {compared.leftOut > 0 && (
              <span className="text-muted">
                {" "}
                ({formatCount(compared.leftOut)} unpriced {compared.leftOut === 1 ? "call" : "calls"} excluded)
              </span>
            )}
            {price.tiers && <span className="text-muted"> (at standard prices, without tiers)</span>}
            {compared.was === undefined && <span className="text-muted"> (no priced calls to compare with)</span>}
          </>
        )}
        {as && !price && prices.length > 0 && (
          <span className="text-muted">No model with this exact name has a price.</span>
        )}
      </output>
    </section>
  );
}

/** `, 37% less` */
function changeWords(change: number | undefined): string {
  if (change === undefined) return "";
  return change === 0 ? ", the same" : `, ${formatPercent(Math.abs(change))} ${change > 0 ? "more" : "less"}`;
}
