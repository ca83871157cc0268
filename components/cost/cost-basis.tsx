"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useId } from "react";

import { InlineBanner } from "@/components/ui/inline-banner";
import { Select } from "@/components/ui/select";
import { byCurrency, MAIN_CURRENCY } from "@/lib/contract/currencies";
import { allPrices } from "@/lib/queries/costs";
import { changeSettings, projectSettings } from "@/lib/queries/projects";
import { useMay } from "@/lib/queries/use-may";

const bases = [
  { value: "stated", label: "Costs reported by your app, otherwise prices" },
  { value: "prices", label: "Prices only" },
] as const;

/** Whether costs that clients state count in the project, and by which currency calls are sorted; nothing with a service that has no such setting. */
export function CostBasis({ projectId }: { projectId: string }) {
  const [id, currencyId] = [useId(), useId()];
  const mayChange = useMay(projectId, "admin");
  const { data: settings } = useQuery(projectSettings(projectId));
  const { data: prices = [] } = useQuery(allPrices(projectId));
  const change = useMutation(changeSettings(projectId));
  if (!settings) return undefined;
  const units = prices.flatMap(({ prompt_token_cost_unit: unit = MAIN_CURRENCY }) => unit);
  const currencies = [...new Set([MAIN_CURRENCY, settings.main_currency, ...units])].toSorted(byCurrency);
  const title = mayChange ? undefined : "Changing this requires the admin role on this project.";
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 px-4 pt-3 text-meta">
      <label htmlFor={id} className="text-muted">
        Costs are based on
      </label>
      <Select
        id={id}
        options={bases}
        value={change.isPending ? (change.variables.cost_basis ?? settings.cost_basis) : settings.cost_basis}
        onValueChange={(value) => change.mutate({ cost_basis: value })}
        disabled={!mayChange || change.isPending}
        title={title}
      />
      {currencies.length > 1 && (
        <>
          <label htmlFor={currencyId} className="text-muted">
            Sort by cost in
          </label>
          <Select
            id={currencyId}
            options={currencies.map((unit) => ({ value: unit, label: unit }))}
            value={
              change.isPending ? (change.variables.main_currency ?? settings.main_currency) : settings.main_currency
            }
            onValueChange={(value) => change.mutate({ main_currency: value })}
            disabled={!mayChange || change.isPending}
            title={title}
          />
        </>
      )}
      {change.error && <InlineBanner tone="error">Could not change this setting: {change.error.message}</InlineBanner>}
    </div>
  );
}
