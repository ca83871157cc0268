"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";

import { Input } from "@/components/ui/input";
import type { CallTotals } from "@/lib/contract/call-stats";
import { reprice } from "@/lib/cost/reprice";
import { exactMoney, formatAmounts } from "@/lib/format/money";
import { formatPercent } from "@/lib/format/number";
import { allPrices, wholePrices } from "@/lib/queries/costs";

import { useCostsView } from "./use-costs-view";

interface WhatIfProps {
  projectId: string;
  models: readonly CallTotals[];
  /** By currency. */
  spent: Readonly<Record<string, number>>;
}

/** What the same tokens would have cost at one model's price. */
export function WhatIf({ projectId, models, spent }: WhatIfProps) {
  const [inputId, listId] = [useId(), useId()];
  const [{ as }, setView] = useCostsView();
  const { data: prices = [] } = useQuery(allPrices(projectId));
  const price = wholePrices(prices).find(({ llm_id }) => llm_id === as);
  const usages = models.flatMap(({ usage }) => (usage ? [usage] : []));
  const would = price && reprice(usages, price);
  if (usages.length === 0) return undefined;
  return (
    <section aria-label="What if" className="flex flex-wrap items-center gap-2 px-4 pt-3 text-meta">
      <label htmlFor={inputId} className="text-muted">
        Had all these tokens gone to
      </label>
      <Input
        id={inputId}
        list={listId}
        defaultValue={as ?? ""}
        placeholder="a model's name"
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
        {would && (
          <>
            they had cost{" "}
            <strong
              title={Object.entries(would)
                .map(([unit, amount]) => exactMoney(amount, unit))
                .join(" + ")}
            >
              {formatAmounts(would)}
            </strong>
            {changeWords(spent, would)}
          </>
        )}
        {as && !would && prices.length > 0 && <span className="text-muted">No price has exactly this name.</span>}
      </output>
    </section>
  );
}

/** `, 37% less`: only where both are in the one same currency. */
function changeWords(spent: Readonly<Record<string, number>>, would: Readonly<Record<string, number>>): string {
  const [unit, ...others] = new Set([...Object.keys(spent), ...Object.keys(would)]);
  const [before, after] = unit === undefined ? [] : [spent[unit], would[unit]];
  if (others.length > 0 || !before || after === undefined) return "";
  const change = (after - before) / before;
  return change === 0 ? ", the same" : `, ${formatPercent(Math.abs(change))} ${change > 0 ? "more" : "less"}`;
}
