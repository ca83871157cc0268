"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useMemo } from "react";

import { ChartNotes } from "@/components/charts/chart-notes";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { useSettled } from "@/components/ui/use-settled";
import { useTimeZone } from "@/components/ui/use-time-zone";
import { toTimestamp } from "@/lib/contract/time";
import type { Chart } from "@/lib/contract/dashboards";
import { drawnLook } from "@/lib/dashboard/chart-values";
import type { TimeSpan } from "@/lib/filter/time-span";
import { FilterError } from "@/lib/filter/filter";
import { lastBefore } from "@/lib/filter/time-range";
import { chartStats } from "@/lib/queries/chart-stats";

import { ChartMenu, type ChartActions } from "./chart-menu";
import { GroupTable } from "./group-table";
import { NumberValue } from "./number-value";
import { TimeChart } from "./time-chart";

const spans = ["", "md:col-span-2", "md:col-span-2 xl:col-span-3"];

interface DashboardChartProps {
  projectId: string;
  chart: Chart;
  period: TimeSpan;
  onPeriod: (period: TimeSpan) => void;
  /** Undefined if the dashboard is read-only. */
  actions: ChartActions | undefined;
}

/** A chart with all its states. */
export function DashboardChart({ projectId, chart: nextChart, period, onPeriod, actions }: DashboardChartProps) {
  const zone = useTimeZone();
  const query = chartStats({ projectId, chart: nextChart, period, zone });
  const { data: read, error, refetch, isFetching, isPlaceholderData } = useQuery(query);
  const next = useMemo(() => ({ data: read, chart: nextChart }), [read, nextChart]);
  const {
    shown: { data, chart },
    isOld,
  } = useSettled(next, !isPlaceholderData || error !== null);
  const titleId = useId();
  const look = drawnLook(chart);
  const zoom = (from: number, to: number) =>
    onPeriod({ from: toTimestamp(from), to: lastBefore(toTimestamp(to)), range: null });
  return (
    <li
      aria-labelledby={titleId}
      aria-busy={isOld}
      className={cn(
        "flex min-w-0 flex-col rounded-control border border-line px-3 pt-1 pb-3 aria-busy:opacity-50",
        spans[chart.width - 1],
      )}
    >
      <div className="flex h-8 items-center gap-1">
        <h2 id={titleId} className="min-w-0 flex-1 truncate font-medium" title={chart.title}>
          <bdi>{chart.title}</bdi>
        </h2>
        <ChartMenu projectId={projectId} chart={nextChart} period={period} actions={actions} />
      </div>
      {error && (
        <div role="alert" className="flex flex-wrap items-center gap-2 pb-1 text-meta text-error">
          <span className="min-w-0 wrap-anywhere">
            {error instanceof FilterError ? "The filter is invalid" : "Could not load the chart"}: {error.message}
          </span>
          {!(error instanceof FilterError) && (
            <Button size="small" busy={isFetching} onClick={() => void refetch()}>
              Retry
            </Button>
          )}
        </div>
      )}
      {data === undefined && !error && <Skeleton className="h-36 w-full" />}
      {data === null && <p className="text-meta text-muted">The project has no calls yet.</p>}
      {data && (
        <>
          {look === "number" && <NumberValue metric={chart.metric} stats={data.stats} before={data.before} />}
          {look === "table" && <GroupTable title={chart.title} metric={chart.metric} stats={data.stats} />}
          {(look === "bars" || look === "lines") && (
            <TimeChart metric={chart.metric} title={chart.title} look={look} stats={data.stats} onZoom={zoom} />
          )}
          <ChartNotes metric={chart.metric} look={look} totals={data.stats.totals} />
        </>
      )}
    </li>
  );
}
