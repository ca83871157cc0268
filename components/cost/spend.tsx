"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Chart } from "@/components/charts/chart";
import { moneyLook } from "@/components/charts/money-look";
import { ErrorState } from "@/components/ui/error-state";
import { useModelColor } from "@/components/ui/model-colors";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { useTimeZone } from "@/components/ui/use-time-zone";
import { isMissingEndpoint } from "@/lib/client/api-error";
import type { TimeStats } from "@/lib/contract/call-stats";
import { MAIN_CURRENCY } from "@/lib/contract/currencies";
import { formatCount } from "@/lib/format/number";
import { spendStats } from "@/lib/queries/costs";
import { dayRanges, dayRangeWords } from "@/lib/format/day-ranges";

import { CostSources } from "./cost-sources";
import { ModelSpend } from "./model-spend";
import { OTHER_MODELS, modelsBySpend, spendChart, totalSpend, unpricedChart } from "./spend-data";
import { SpendTotal } from "./spend-total";
import { Unpriced } from "./unpriced";
import { useCostsView } from "./use-costs-view";
import { WhatIf } from "./what-if";

interface SpendProps {
  projectId: string;
  /** Opens the form for the price of a model. */
  onPrice: (llmId: string) => void;
}

/** The project's spending: the sum, by day, and by model. */
export function Spend({ projectId, onPrice }: SpendProps) {
  const timeZone = useTimeZone();
  const [{ range }, setView] = useCostsView();
  const spend = useQuery(spendStats({ projectId, range, timeZone }));
  const { data: stats, error, refetch, isFetching } = spend;
  if (isMissingEndpoint(error)) {
    return (
      <p className="px-4 py-3 text-muted">
        This service does not report costs over time (it has no <code>/calls/stats</code>). Prices are listed below.
      </p>
    );
  }
  if (error && !stats) {
    return <ErrorState title={error.message} error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  const choice = (
    <Select
      aria-label="Range"
      options={dayRanges.map((value) => ({ value, label: dayRangeWords[value] }))}
      value={range}
      onValueChange={(value) => void setView({ range: value })}
    />
  );
  if (!stats) return <SpendSkeleton choice={choice} />;
  return (
    <SpendOf projectId={projectId} stats={stats} isOld={spend.isPlaceholderData} choice={choice} onPrice={onPrice} />
  );
}

function SpendSkeleton({ choice }: { choice: React.ReactNode }) {
  return (
    <div aria-busy aria-label="Loading costs" className="grid gap-4 px-4 py-3">
      <div className="flex items-start justify-between">
        <Skeleton className="h-9 w-40" />
        {choice}
      </div>
      <Skeleton className="h-40 w-full" />
    </div>
  );
}

interface SpendOfProps extends SpendProps {
  stats: TimeStats;
  /** Whether it is still that of the previous range. */
  isOld: boolean;
  choice: React.ReactNode;
}

function SpendOf({ projectId, stats, isOld, choice, onPrice }: SpendOfProps) {
  const amounts = Object.entries(totalSpend(stats));
  const currencies = amounts.map(([currency]) => currency);
  const [chosen, setChosen] = useState<string>();
  const currency = chosen && currencies.includes(chosen) ? chosen : (currencies[0] ?? MAIN_CURRENCY);
  const models = modelsBySpend(stats, currency);
  const unpriced = models.filter((model) => model.unpriced > 0);
  const since = stats.buckets[0]?.start;
  const spend = spendChart(stats, currency, useModelColor());
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2 px-4 pt-3">
        <dl aria-busy={isOld} className="flex flex-wrap gap-x-6 gap-y-1 aria-busy:opacity-50">
          <SpendTotal amounts={amounts} models={models} />
        </dl>
        <div className="ml-auto flex flex-wrap items-center gap-2">
          {currencies.length > 1 && (
            <Select
              aria-label="Currency of the charts"
              options={currencies.map((value) => ({ value, label: value }))}
              value={currency}
              onValueChange={setChosen}
            />
          )}
          {choice}
        </div>
      </div>
      <div aria-busy={isOld} className="aria-busy:opacity-50">
        <CostSources models={models} />
        {unpriced.length > 0 && <Unpriced projectId={projectId} models={unpriced} since={since} onPrice={onPrice} />}
        {models.length > 0 && (
          <div className="grid gap-2 px-4 pt-3">
            {spend.series.length > 0 && (
              <Chart
                label={stats.granularity < 86_400 ? "Cost by hour and model" : "Cost by day and model"}
                data={spend}
                summary={spend.series.some(({ label }) => label === OTHER_MODELS) && <OtherLegend />}
                {...moneyLook(currency)}
                height={168}
                sync="costs"
              />
            )}
            {unpriced.length > 0 && (
              <Chart label="Unpriced calls" data={unpricedChart(stats)} format={formatCount} height={72} sync="costs" />
            )}
          </div>
        )}
        <ModelSpend projectId={projectId} models={models} currency={currency} since={since} />
        <WhatIf projectId={projectId} models={models} />
      </div>
    </>
  );
}

function OtherLegend() {
  return (
    <span className="inline-flex items-center gap-1">
      <span aria-hidden className="size-2 rounded-xs bg-faint" />
      {OTHER_MODELS}
    </span>
  );
}
