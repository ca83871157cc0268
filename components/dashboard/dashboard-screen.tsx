"use client";

import { ChartColumn, Ellipsis, History, Pencil, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu";
import { EmptyState } from "@/components/ui/empty-state";
import { IconButton } from "@/components/ui/icon-button";
import { useShortcuts } from "@/components/ui/shortcuts";
import { Skeleton } from "@/components/ui/skeleton";
import { TimeRange } from "@/components/ui/time-range";
import { toast } from "@/components/ui/toast-store";
import { useAskedMetric } from "@/components/ui/use-asked-metric";
import type { Chart } from "@/lib/contract/dashboards";
import { DASHBOARD_CHARTS } from "@/lib/contract/limits";
import { objectPath } from "@/lib/format/address";
import type { ReadDashboard } from "@/lib/queries/dashboards";
import { useMay } from "@/lib/queries/use-may";

import { MAY_NOT_CHANGE } from "./may-not-change";
import { useChange } from "./use-change";
import { usePeriod } from "@/components/data-table/use-period";

// Loaded with its data, which is read after the page.
const DashboardChart = dynamic(async () => (await import("./dashboard-chart")).DashboardChart, {
  ssr: false,
  loading: () => <Skeleton className="h-48 w-full" />,
});
const ChartDialog = dynamic(async () => (await import("./chart-dialog")).ChartDialog, { ssr: false });
const RenameDialog = dynamic(async () => (await import("./rename-dialog")).RenameDialog, { ssr: false });

/**
 * The charts of a dashboard over one time range, which the URL has, and their changes. The URL may ask for a new chart of
 * a metric.
 */
export function DashboardScreen({ projectId, dashboard }: { projectId: string; dashboard: ReadDashboard }) {
  const { id, value } = dashboard;
  const { name, charts } = value;
  const [period, setPeriod] = usePeriod();
  const [edited, setEdited] = useState<"name" | "new" | number>();
  const { asked, clear } = useAskedMetric();
  const mayChange = useMay(projectId, "member");
  const change = useChange(projectId, dashboard);
  const router = useRouter();
  const isFull = charts.length >= DASHBOARD_CHARTS;
  const mayAdd = mayChange && !isFull;
  const edit = (what: typeof edited) => {
    change.reset();
    setEdited(what);
  };
  const close = () => {
    setEdited(undefined);
    clear();
  };
  const isAdding = edited === "new" || (edited === undefined && asked !== undefined && mayAdd);
  const save = (next: readonly Chart[], title: string) => {
    change
      .save({ ...value, charts: [...next] }, title)
      .catch(({ message }: Error) =>
        toast({ title: "Could not save the dashboard", description: message, tone: "error" }),
      );
  };
  useShortcuts("Dashboard", [{ keys: "n", description: "Add chart", run: () => mayAdd && edit("new") }]);
  const add = (
    <Button
      icon={Plus}
      disabled={!mayAdd}
      title={mayChange ? (isFull ? `A dashboard has at most ${DASHBOARD_CHARTS} charts.` : undefined) : MAY_NOT_CHANGE}
      onClick={() => edit("new")}
    >
      Add chart
    </Button>
  );
  return (
    <section aria-labelledby="dashboard" className="min-h-0 flex-1 overflow-auto">
      <header className="flex flex-wrap items-center gap-2 px-4 py-3">
        <h1 id="dashboard" className="mr-auto text-title max-sm:basis-full font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
        </h1>
        <TimeRange span={period} onChange={setPeriod} />
        {add}
        <DropdownMenu trigger={<IconButton icon={Ellipsis} label="Dashboard actions" />}>
          <MenuItem icon={Pencil} disabled={!mayChange} onSelect={() => edit("name")}>
            Rename
          </MenuItem>
          <MenuItem
            icon={History}
            onSelect={() => router.push(objectPath(projectId, { kind: "object", name: id, digest: "latest" }))}
          >
            Versions
          </MenuItem>
        </DropdownMenu>
      </header>
      {charts.length === 0 && (
        <EmptyState
          icon={ChartColumn}
          title="No charts yet"
          description="A chart shows a metric, such as cost, errors or latency, of the calls that a filter selects."
        >
          {add}
        </EmptyState>
      )}
      <ul aria-label="Charts" className="grid grid-cols-1 gap-4 px-4 pb-6 md:grid-cols-2 xl:grid-cols-3">
        {charts.map((chart, place) => (
          <DashboardChart
            key={keyOf(charts, place)}
            projectId={projectId}
            chart={chart}
            period={period}
            onPeriod={setPeriod}
            actions={
              mayChange
                ? {
                    onEdit: () => edit(place),
                    onRemove: () => save(charts.toSpliced(place, 1), `Removed ${chart.title}`),
                    onWidth: (width) => save(charts.with(place, { ...chart, width }), `Resized ${chart.title}`),
                    onEarlier: place > 0 ? () => save(swapped(charts, place - 1), `Moved ${chart.title}`) : undefined,
                    onLater:
                      place < charts.length - 1
                        ? () => save(swapped(charts, place), `Moved ${chart.title}`)
                        : undefined,
                  }
                : undefined
            }
          />
        ))}
      </ul>
      {edited === "name" && (
        <RenameDialog projectId={projectId} dashboard={dashboard} change={change} onClose={close} />
      )}
      {(isAdding || typeof edited === "number") && (
        <ChartDialog
          projectId={projectId}
          dashboard={dashboard}
          place={typeof edited === "number" ? edited : undefined}
          start={asked}
          change={change}
          onClose={close}
        />
      )}
    </section>
  );
}

/** The charts with one and the next in each other's place. */
function swapped(charts: readonly Chart[], place: number): Chart[] {
  const [one, next] = charts.slice(place, place + 2);
  return one && next ? charts.toSpliced(place, 2, next, one) : [...charts];
}

/** The same for a chart that was moved, so that its menu keeps the focus. */
function keyOf(charts: readonly Chart[], place: number): string {
  const title = charts[place]?.title ?? "";
  return `${charts.slice(0, place).filter((one) => one.title === title).length} ${title}`;
}
